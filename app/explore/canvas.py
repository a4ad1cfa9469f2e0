"""The picture of the view, and what a click, a double click and a click on a line do."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app.explore import state
from app.explore.expanding import expand_or_ask
from app.explore.path_panel import drawn_path
from app.graph.graph_component import show_graph
from app.graph.in_words import graph_tables
from app.graph.layout_control import unplaced_line
from app.graph.picture import CLUSTER
from app.graph.shown import Shown, shown_view
from app.runtime.page_parts import stands_alone
from app.state.view_parameters import LAYOUT
from app.state.view_state import page_language
from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.view import open_community
from core.messages import translate
from core.retrieval.base import Base

KEY = "explore-graph"
_HEIGHT = 620
_TOOLS = ("fit", "fullscreen", "png", "svg")


def current_graph(pipeline: DiscoveryPipeline) -> Shown:
    """What is drawn of the session's view."""
    return shown_view(pipeline, state.current_view(), layout=st.session_state[LAYOUT], path=drawn_path())


@stands_alone
def canvas(base: Base, shown: Shown) -> None:
    """The picture with its buttons and its legend, and the same as tables."""
    language = page_language()
    show_graph(
        shown,
        key=KEY,
        memory="explore",
        selected=st.session_state[state.SELECTED],
        selected_edge=st.session_state.get(state.SELECTED_RELATION),
        hint=translate("explore.hint", language),
        on_select=_select,
        on_expand=partial(_expand, base),
        on_edge=_select_relation,
        tools={tool: translate(f"explore.tool.{tool}", language) for tool in _TOOLS},
        filename="guanxi-explore",
        height=_HEIGHT,
    )
    unplaced_line(shown, base.ontology, language)
    graph_tables(shown.drawing, base.ontology, language, "explore-table")


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
