"""How long the stages of the last answers took: chart, table, and the last requests by their ids."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.system.full_height_table import show_table
from app.system.latency_chart import latency_chart
from app.system.wording import milliseconds
from app.widgets.clock import clock
from app.widgets.stage_names import stage_name
from core.messages import translate
from core.monitoring.recent_answers import (
    RECENT_ANSWERS,
    RecordedAnswer,
    StageFigures,
    stage_figures,
    whole_answers,
)

_WHOLE, _REORDERED = "whole", "reordered"
_LISTED = 50  # of the last requests


@stands_alone
def speed_panel() -> None:
    """Nothing but an invitation before the first question."""
    language = page_language()
    st.header(translate("system.speed", language))
    searched, others = RECENT_ANSWERS.searched(), RECENT_ANSWERS.others()
    figures = _figures(searched, others)
    if not figures:
        st.write(translate("system.speed.none", language))
        st.page_link("../pages/discover.py", label=translate("system.speed.go", language))
        return
    st.caption(plain(translate("system.speed.count", language, answers=len(searched), others=len(others))))
    chart, table = st.columns([11, 10], gap="medium")
    with chart:
        _chart(figures)
    with table:
        _table(figures)
    _last_requests(searched)


def _figures(searched: Sequence[RecordedAnswer], others: Sequence[RecordedAnswer]) -> list[StageFigures]:
    """The whole first, then its stages, then what was only ordered anew."""
    found = (whole_answers(searched, _WHOLE), *stage_figures(searched), whole_answers(others, _REORDERED))
    return [each for each in found if each is not None]


def _label(stage: str) -> str:
    """Parts of a stage have a dot before them: a chart would not show that they are indented."""
    if stage in (_WHOLE, _REORDERED):
        return translate(f"system.speed.{stage}", page_language())
    return f"· {stage_name(stage).strip()}" if "." in stage else stage_name(stage)


def _chart(figures: Sequence[StageFigures]) -> None:
    language = page_language()
    labels = [_label(each.stage) for each in figures]
    rows = "; ".join(
        translate(
            "system.speed.chart_row", language, stage=label, p50=milliseconds(each.p50), p95=milliseconds(each.p95)
        )
        for label, each in zip(labels, figures, strict=True)
    )
    legend = translate("system.speed.p50", language), translate("system.speed.p95", language)
    description = translate("system.speed.chart", language, rows=rows)
    st.altair_chart(
        latency_chart(figures, labels, legend, translate("system.speed.milliseconds", language), description)
    )
    st.caption(plain(translate("system.speed.help", language)))


def _table(figures: Sequence[StageFigures]) -> None:
    language = page_language()
    columns = {
        translate("stage.head", language): [_label(each.stage) for each in figures],
        "p50": [each.p50 for each in figures],
        "p95": [each.p95 for each in figures],
        translate("system.speed.slowest", language): [each.slowest for each in figures],
        translate("system.slowest_request", language): [each.slowest_request for each in figures],
        translate("system.speed.times", language): [each.answers for each in figures],
    }
    in_milliseconds = st.column_config.NumberColumn(format="%.1f ms")
    named = ("p50", "p95", translate("system.speed.slowest", language))
    show_table(pd.DataFrame(columns), "stage-times", columns=dict.fromkeys(named, in_milliseconds))


def _last_requests(searched: Sequence[RecordedAnswer]) -> None:
    language = page_language()
    panel = expander(translate("system.speed.last", language), "last-requests")
    if not panel.open:
        return
    listed = searched[:_LISTED]
    stages = [each.stage for each in stage_figures(listed) if "." not in each.stage]
    columns: dict[str, list[object]] = {
        translate("system.time", language): [clock(answer.begun_at) for answer in listed],
        translate("system.request_id", language): [answer.request_id for answer in listed],
        translate("system.speed.whole", language): [answer.milliseconds for answer in listed],
    }
    for stage in stages:
        spent = [{timing.stage: timing.milliseconds for timing in answer.timings}.get(stage) for answer in listed]
        columns[stage_name(stage)] = list(spent)
    in_milliseconds = st.column_config.NumberColumn(format="%.1f ms")
    named = (translate("system.speed.whole", language), *map(stage_name, stages))
    with panel:
        show_table(pd.DataFrame(columns), "requests", most=12, columns=dict.fromkeys(named, in_milliseconds))
