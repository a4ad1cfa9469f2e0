"""The small graph around an entity: its strongest direct neighbours."""

from __future__ import annotations

import streamlit as st

from app.company.entries import follow_clicks
from app.graph.graph_component import show_graph
from app.graph.in_words import graph_tables
from app.graph.shown import shown_around
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language, show_profile
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.records import Entity
from core.messages import translate

KEY = "company-graph"
SELECTED = "company-graph-selected"
_NODES = 30


@st.fragment
@stands_alone
def surroundings_panel(pipeline: DiscoveryPipeline, entity: Entity) -> None:
    """One hop; a click names the node and offers its page, a double click opens it."""
    language = page_language()
    follow_clicks(entity.id)
    shown = shown_around(pipeline, (entity.id,), max_nodes=_NODES)
    if shown is None:
        return
    chosen: str | None = st.session_state.get(SELECTED)
    show_graph(
        shown,
        key=KEY,
        memory=f"company:{entity.id}",
        selected=chosen,
        hint=translate("company.graph_hint", language),
        on_select=_select,
        on_expand=_open,
        height=460,
    )
    if chosen and chosen != entity.id and any(node.id == chosen for node in shown.drawing.entities):
        name = pipeline.base.knowledge_base.entity(chosen).name(language)
        label = plain(translate("company.open_name", language, name=name))
        st.button(label, key="company-graph-open", on_click=show_profile, args=(chosen,))
    graph_tables(shown.drawing, pipeline.base.ontology, language, "company-graph-table")


def _select() -> None:
    st.session_state[SELECTED] = st.session_state[KEY]["select"]


def _open() -> None:
    show_profile(st.session_state[KEY]["expand"])
