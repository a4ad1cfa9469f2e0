"""How a graph is laid out: one control, kept in the address; and what a map has no place for."""

from __future__ import annotations

import streamlit as st

from app.graph.shown import Shown
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.relabelled import relabelled
from app.state.view_parameters import LAYOUT
from core.exploring.layouts.layout_table import LAYOUTS
from core.messages import Language, translate
from core.ontology import Ontology

_LISTED = 30
"""Names of what has no place."""


@stands_alone
def layout_control(language: Language) -> None:
    """Choose one of the layouts."""
    st.selectbox(
        translate("graph.layout", language),
        list(LAYOUTS),
        format_func=lambda each: translate(f"graph.layout.{each}", language),
        key=relabelled(LAYOUT),
        persist_state="session",
        label_visibility="collapsed",
        width=150,
    )


def unplaced_line(shown: Shown, ontology: Ontology, language: Language) -> None:
    """What stands on no map: companies by name, anything else by its number."""
    left = [each for each in shown.drawing.entities if each.id in set(shown.unplaced)]
    names = [each.name(language) for each in left if not ontology.is_bridge(each.type)]
    others = len(left) - len(names)
    said = []
    if names:
        key = "graph.unplaced_more" if len(names) > _LISTED else "graph.unplaced"
        listed = translate("reason.separator", language).join(names[:_LISTED])
        said.append(translate(key, language, count=len(names), names=listed, more=len(names) - _LISTED))
    if others:
        said.append(translate("graph.unplaced_others", language, count=others))
    if said:
        with st.container(key="graph-unplaced"):
            st.caption(plain(" ".join(said)))
