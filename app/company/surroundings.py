"""The small graph around an entity: its strongest direct neighbours."""

from __future__ import annotations

import logging

import streamlit as st

from app.company.entries import follow_clicks
from app.graph import graph_component
from app.graph.panel import drawing
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import language, show_profile
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.records import Entity
from core.messages import translate
from core.retrieval.hybrid import RETRIEVAL_FAULTS

KEY = "company-graph"
SELECTED = "company-graph-selected"
_NODES = 30
_log = logging.getLogger("guanxi")


@st.fragment
@stands_alone
def surroundings_panel(pipeline: DiscoveryPipeline, entity: Entity) -> None:
    """One hop; a click names the node and offers its page, a double click opens it."""
    reads = language()
    follow_clicks(entity.id)
    build_id = pipeline.base.knowledge_base.manifest.build_id
    try:
        shown = drawing(pipeline, build_id, (entity.id,), 1, (), reads, False, _NODES)
    except RETRIEVAL_FAULTS:
        _log.exception("the graph could not be drawn")
        st.warning(translate("company.graph_failed", reads))
        return
    drawn = shown.neighbourhood
    counts = {"nodes": len(drawn.nodes), "edges": len(drawn.edges)}
    chosen: str | None = st.session_state.get(SELECTED)
    graph_component.draw(
        shown.picture,
        key=KEY,
        memory=f"company:{entity.id}",
        selected=chosen,
        description=translate("company.graph_description", reads, name=entity.name(reads), **counts),
        on_select=_select,
        on_expand=_open,
        height=460,
    )
    hint = translate("company.graph_hint", reads)
    left_out = translate("graph.left_out", reads, drawn=len(drawn.nodes), count=drawn.left_out)
    st.caption(f"{left_out} {hint}" if drawn.left_out else hint)
    if chosen and chosen != entity.id and any(node.id == chosen for node in drawn.nodes):
        name = pipeline.base.knowledge_base.entity(chosen).name(reads)
        label = plain(translate("company.open_name", reads, name=name))
        st.button(label, key="company-graph-open", on_click=show_profile, args=(chosen,))


def _select() -> None:
    st.session_state[SELECTED] = st.session_state[KEY]["select"]


def _open() -> None:
    show_profile(st.session_state[KEY]["expand"])
