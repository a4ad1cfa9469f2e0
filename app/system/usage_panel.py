"""Tokens and cost of the language model since the process began, by what it was asked for."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.system.full_height_table import show_table
from app.widgets.clock import clock
from app.widgets.stage_names import stage_name
from core.messages import translate
from core.monitoring.model_usage import MODEL_USAGE, StageUsage, all_stages


@stands_alone
def usage_panel() -> None:
    """A row for each stage that was asked about, and their sum."""
    language = page_language()
    st.header(translate("system.usage", language))
    stages = MODEL_USAGE.by_stage()
    if not stages:
        st.write(translate("system.usage.none", language))
        return
    st.caption(plain(translate("system.usage.since", language, time=clock(MODEL_USAGE.since))))
    whole = all_stages(stages)
    priced = whole.cost is not None
    rows = [_row(stage_name(each.stage), each, priced=priced) for each in stages]
    rows.append(_row(translate("system.usage.all", language), whole, priced=priced))
    show_table(pd.DataFrame(rows), "model-usage")
    if not priced:
        st.caption(plain(translate("system.usage.no_prices", language)))


def _row(label: str, used: StageUsage, *, priced: bool) -> dict[str, object]:
    language = page_language()
    seconds = f"{used.milliseconds / 1000 / used.asked:.2f}" if used.asked else "–"
    row: dict[str, object] = {
        translate("system.usage.stage", language): label,
        translate("system.usage.asked", language): used.asked,
        translate("system.usage.failed", language): used.failed,
        translate("system.usage.kept", language): used.kept,
        translate("system.usage.read", language): used.input_tokens,
        translate("system.usage.written", language): used.output_tokens,
        translate("system.usage.seconds", language): seconds,
    }
    if priced:
        row[translate("system.usage.cost", language)] = round(used.cost or 0.0, 6)
    return row
