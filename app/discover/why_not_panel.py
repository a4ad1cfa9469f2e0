"""Why not another company: its place, its scores, and what holds it back."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.kept_answer import KeptAnswer
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from app.widgets.pickers import company_options
from core.discovery.why_not import WhyNot, why_not
from core.messages import translate
from core.retrieval.base import Base

PICKED = "why_not"
_COLUMNS = ("arm", "weight", "own", "last", "behind")
_WITHOUT_FIGURES = ("listed", "narrowed", "answers_too")
"""Reasons that no score is behind."""


@stands_alone
def why_not_panel(base: Base, kept: KeptAnswer) -> None:
    """A company to pick, and the answer."""
    language = page_language()
    panel = expander(translate("why_not.title", language), "why-not")
    if not panel.open:
        return
    with panel:
        options = company_options(base.knowledge_base, language)
        picked = st.selectbox(
            translate("why_not.pick", language),
            options,
            index=None,
            format_func=lambda each: options.get(each, each),
            key=relabelled(PICKED),
            placeholder=translate("search.company_placeholder", language),
        )
        if picked is not None and picked in base.knowledge_base.node_of:
            _told(base, why_not(kept.searched, kept.fusion, picked, language, kept.now.judged, kept.chosen))


def _told(base: Base, found: WhyNot) -> None:
    language, knowledge_base = page_language(), base.knowledge_base
    name = knowledge_base.entity(found.company_id).name(language)
    said: dict[str, str | int] = {
        "name": name,
        "rank": found.rank or 0,
        "candidates": found.candidates,
        "level": translate(f"level.{found.level.value}", language) if found.level else "",
        "similarity": _figure(found.similarity),
        "last": _figure(found.last_similarity),
        "other": knowledge_base.entity(found.listed_as).name(language) if found.listed_as else "",
    }
    st.markdown(plain(translate(f"why_not.{found.reason}", language, **said)))
    if found.gaps and found.reason not in _WITHOUT_FIGURES:
        titles = [
            translate(f"why_not.{column}", language, name=name) for column in ("arm", "weight", "own", "last", "behind")
        ]
        rows = [
            (translate(f"arm.{gap.arm}", language), gap.weight, gap.own, gap.last, gap.behind) for gap in found.gaps
        ]
        shown = {title: st.column_config.NumberColumn(format="%.3f") for title in titles[1:]}
        st.dataframe(pd.DataFrame(rows, columns=titles), hide_index=True, width="stretch", column_config=shown)


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
