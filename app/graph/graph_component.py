"""Streamlit component that draws a pyvis model. Data goes to the browser as data, never as HTML."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyvis
import streamlit as st
from pyvis.network import Network

_ASSETS = Path(__file__).parent
LIBRARY = Path(pyvis.__file__).parent / "templates/lib/vis-9.1.2/vis-network.min.js"

# The library travels in a component of its own whose message never changes: the browser receives it once.
_library = st.components.v2.component(
    "guanxi_graph_library", js=LIBRARY.read_text(encoding="utf-8") + "\nexport default function () {}"
)
_SCRIPTS = ("legend.js", "svg_export.js", "tools.js", "graph.js")  # one module: a component takes one text
_graph = st.components.v2.component(
    "guanxi_graph",
    html='<div class="frame"><div class="canvas" role="img"></div><div class="tools"></div>'
    '<div class="legend"></div></div>',
    css=(_ASSETS / "graph.css").read_text(encoding="utf-8"),
    js="\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in _SCRIPTS),
)


def ship_library() -> None:
    """Send vis-network to the browser; call once per run, before any page."""
    _library(key="guanxi-graph-library", height=1)


@dataclass(frozen=True)
class Picture:
    """A pyvis model with its legend, ready to be sent; ``signature`` changes whenever anything drawn changes."""

    content: Mapping[str, Any]
    signature: str


def picture(
    model: Network,
    legend: Sequence[Mapping[str, object]],
    shapes: Sequence[Mapping[str, str]],
    colours: Sequence[Mapping[str, str]] = (),
) -> Picture:
    """Take what is to be drawn out of ``model``; the model's own HTML is never used.

    ``legend`` explains lines, ``shapes`` the shapes of nodes, ``colours`` their colours, each with its letter.
    """
    nodes, edges, _, _, _, options = model.get_network_data()
    content = {
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(options) if isinstance(options, str) else options,
        "legend": legend,
        "shapes": shapes,
        "colours": colours,
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return Picture(content, hashlib.sha256(text.encode()).hexdigest())


def draw(
    drawn: Picture,
    *,
    key: str,
    memory: str,
    selected: str | None,
    description: str,
    on_select: Callable[[], None],
    on_expand: Callable[[], None],
    on_edge: Callable[[], None] | None = None,
    selected_edge: str | None = None,
    tools: Mapping[str, str] | None = None,
    filename: str = "guanxi",
    height: int = 520,
) -> None:
    """Draw it. A click stores the node id in ``session_state[key]["select"]``, a double click in ``["expand"]``.

    Where ``on_edge`` is given, a click on an edge stores its id in ``["edge"]``. ``tools``: labels of the buttons over
    the picture, of ``fit``, ``fullscreen``, ``png`` and ``svg``; files are named ``filename``. Node positions are
    remembered in the browser under ``memory``; the canvas is only touched if something changed.
    """
    data: dict[str, Any] = {
        **drawn.content,
        "signature": drawn.signature,
        "memory": memory,
        "selected": selected,
        "selectedEdge": selected_edge,
        "edgesSpeak": on_edge is not None,
        "tools": tools,
        "filename": filename,
        "description": description,
        "height": height,
    }
    _graph(key=key, data=data, on_select_change=on_select, on_expand_change=on_expand, on_edge_change=on_edge)
