"""Streamlit component that draws a picture. Data goes to the browser as data, never as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from app.graph.emphasis import NO_EMPHASIS, Emphasis
from app.graph.in_words import description, not_drawn
from app.graph.shown import Shown
from app.graph.vis_network import LIBRARY
from app.runtime.browser_component import BrowserComponent
from app.state.view_state import page_language
from core.messages import translate

ASSETS = Path(__file__).parent
_SCRIPTS = (
    "appearance.js",
    "labels.js",
    "legend.js",
    "line_names.js",
    "svg_export.js",
    "save_file.js",
    "tools.js",
    "outline.js",
    "time_bar.js",
    "graph.js",
)  # one module: a component takes one text

TIME_WORDS = ("title", "from", "until", "play", "pause", "whole", "undated", "undated_help", "range")

_LEFT_OPEN = {name: f"{{{name}}}" for name in ("first", "last", "shown", "all", "count")}  # filled in the browser

# The library travels in a component of its own whose message never changes: the browser receives it once.
_library = st.components.v2.component("guanxi_graph_library", js=f"{LIBRARY}\nexport default function () {{}}")
_graph = BrowserComponent(
    "guanxi_graph",
    html='<div class="frame"><div class="canvas"></div><div class="tools"></div>'
    '<div class="legend"></div><div class="time" role="group" hidden></div></div>',
    css=(ASSETS / "graph.css").read_text(encoding="utf-8"),
    js="\n".join((ASSETS / name).read_text(encoding="utf-8") for name in _SCRIPTS),
)


def ship_library() -> None:
    """Send vis-network to the browser; call once per run, before any page."""
    _library(key="guanxi-graph-library", height=1)


def show_graph(
    shown: Shown,
    *,
    key: str,
    memory: str,
    selected: str | None,
    hint: str,
    on_select: Callable[[], None],
    on_expand: Callable[[], None],
    on_edge: Callable[[], None] | None = None,
    selected_edge: str | None = None,
    emphasis: Emphasis = NO_EMPHASIS,
    tools: Mapping[str, str] | None = None,
    filename: str = "guanxi",
    height: int = 520,
) -> None:
    """Draw it, and say below what is not drawn, with a ``hint`` what one can do.

    A click stores the node id in ``session_state[key]["select"]``, a double click in ``["expand"]``; where ``on_edge``
    is given, a click on an edge stores its id in ``["edge"]``. ``tools``: labels of the buttons over the picture, of
    ``fit``, ``fullscreen``, ``png`` and ``svg``; files are named ``filename``. ``emphasis``: what of the picture is
    brought out; a change of it moves nothing. Node positions are remembered in the browser under ``memory``; the canvas
    is only touched if something changed.
    """
    language = page_language()
    data: dict[str, Any] = {
        **shown.picture.content,
        "signature": shown.picture.signature,
        "memory": f"{memory}:{shown.picture.signature}" if shown.picture.content.get("placed") else memory,
        "timeKey": memory,
        "timeWords": {word: translate(f"time.{word}", language, **_LEFT_OPEN) for word in TIME_WORDS},
        "selected": selected,
        "selectedEdge": selected_edge,
        "emphasis": emphasis.content(),
        "edgesSpeak": on_edge is not None,
        "tools": tools,
        "filename": filename,
        "description": description(shown.drawing, language),
        "height": height,
    }
    _graph(key=key, data=data, on_select_change=on_select, on_expand_change=on_expand, on_edge_change=on_edge)
    st.caption(" ".join([*not_drawn(shown.drawing, language), hint]))
