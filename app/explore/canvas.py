"""The picture of the view, and what a click, a double click and a click on a line do."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app.explore import state
from app.explore.expanding import expand_or_ask
from app.explore.picture import CLUSTER, explore_picture
from app.graph import graph_component
from app.runtime.page_parts import stands_alone
from app.state.view_state import language
from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.drawing import Drawing, draw_view
from core.exploring.view import View, open_community
from core.exploring.view_link import view_link
from core.messages import Language, translate
from core.retrieval.base import Base

KEY = "explore-graph"
_HEIGHT = 620
_TOOLS = ("fit", "fullscreen", "png", "svg")


@st.cache_resource(show_spinner=False, max_entries=64)
def _drawing(_pipeline: DiscoveryPipeline, build_id: str, link: str, _view: View) -> Drawing:  # noqa: ARG001 - cache key
    settings = _pipeline.base.settings
    return draw_view(
        _pipeline.base.knowledge_base,
        _pipeline.engine,
        _view,
        damping=settings.ppr_damping_factor,
        max_hops=settings.ppr_max_hops,
    )


@st.cache_resource(show_spinner=False, max_entries=64)
def _picture(
    _base: Base,
    build_id: str,  # noqa: ARG001 - cache key, as is the link
    link: str,  # noqa: ARG001
    reads: Language,
    _drawing: Drawing,
    _view: View,
) -> graph_component.Picture:
    return explore_picture(_drawing, _view, _base.ontology, reads)


def current_drawing(pipeline: DiscoveryPipeline) -> Drawing:
    """What is drawn of the session's view; shared between sessions, never modified."""
    view = state.current_view()
    return _drawing(pipeline, pipeline.base.knowledge_base.manifest.build_id, view_link(view), view)


def current_picture(base: Base, drawing: Drawing) -> graph_component.Picture:
    """The same as a picture in the session's language."""
    view = state.current_view()
    build_id = base.knowledge_base.manifest.build_id
    return _picture(base, build_id, view_link(view), language(), drawing, view)


@stands_alone
def canvas(base: Base, drawing: Drawing) -> None:
    """The picture with its buttons and its legend, and what is not drawn of the view."""
    reads = language()
    graph_component.draw(
        current_picture(base, drawing),
        key=KEY,
        memory="explore",
        selected=st.session_state[state.SELECTED],
        selected_edge=st.session_state.get(state.SELECTED_RELATION),
        description=description(drawing, reads),
        on_select=_select,
        on_expand=partial(_expand, base),
        on_edge=_select_relation,
        tools={tool: translate(f"explore.tool.{tool}", reads) for tool in _TOOLS},
        filename="guanxi-explore",
        height=_HEIGHT,
    )
    st.caption(" ".join([*not_drawn(drawing, reads), translate("explore.hint", reads)]))


def description(drawing: Drawing, reads: Language) -> str:
    """What a screen reader says of the picture."""
    said = translate(
        "graph.description", reads, nodes=len(drawing.entities) + len(drawing.clusters), edges=len(drawing.relations)
    )
    return " ".join([said, *not_drawn(drawing, reads)])


def not_drawn(drawing: Drawing, reads: Language) -> list[str]:
    """One sentence for each reason why something of the view is not to be seen."""
    counts = {
        "clustered": drawing.clustered,
        "hidden": drawing.hidden,
        "filtered": drawing.filtered,
        "filtered_relations": drawing.filtered_relations,
        "relations_beyond": drawing.relations_beyond,
        "unknown": drawing.unknown,
    }
    return [translate(f"explore.not_drawn.{why}", reads, count=count) for why, count in counts.items() if count]


def _select() -> None:
    chosen = st.session_state[KEY]["select"]
    if chosen.startswith(CLUSTER):
        _open(chosen)
    else:
        state.select(chosen)


def _expand(base: Base) -> None:
    chosen = st.session_state[KEY]["expand"]
    if chosen.startswith(CLUSTER):
        _open(chosen)
    else:
        state.select(chosen)
        expand_or_ask(base, chosen)


def _open(cluster: str) -> None:
    state.change(open_community(state.current_view(), cluster.removeprefix(CLUSTER)))


def _select_relation() -> None:
    state.select_relation(st.session_state[KEY]["edge"])
