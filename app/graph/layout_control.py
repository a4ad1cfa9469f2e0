"""How a graph is laid out: one control, kept in the address; and what a map has no place for."""

from __future__ import annotations

import streamlit as st

from app.graph.shown import Shown
from app.runtime.markdown import plain
from app.state.view_parameters import LAYOUT
from core.exploring.layouts.table import LAYOUTS
from core.messages import Language, translate

_LISTED = 30
"""Names of what has no place."""


def layout_control(reads: Language) -> None:
    """Choose one of the layouts."""
    st.selectbox(
        translate("graph.layout", reads),
        list(LAYOUTS),
        format_func=lambda each: translate(f"graph.layout.{each}", reads),
        key=LAYOUT,
        persist_state="session",
        label_visibility="collapsed",
        width=150,
    )


def unplaced_line(shown: Shown, reads: Language) -> None:
    """Who stands on no map, by name."""
    if not shown.unplaced:
        return
    names = shown.drawing.names(reads)
    listed = translate("reason.separator", reads).join(names[each] for each in shown.unplaced[:_LISTED])
    more = len(shown.unplaced) - _LISTED
    key = "graph.unplaced_more" if more > 0 else "graph.unplaced"
    with st.container(key="graph-unplaced"):
        st.caption(plain(translate(key, reads, count=len(shown.unplaced), names=listed, more=max(more, 0))))
