"""Streamlit component that draws a pyvis model. Data goes to the browser as data, never as HTML."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
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
_graph = st.components.v2.component(
    "guanxi_graph",
    html='<div class="frame"><div class="canvas" role="img"></div><div class="legend"></div></div>',
    css=(_ASSETS / "graph.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "graph.js").read_text(encoding="utf-8"),
)


def ship_library() -> None:
    """Send vis-network to the browser; call once per run, before any page."""
    _library(key="guanxi-graph-library", height=1)


def draw(
    model: Network,
    *,
    key: str,
    memory: str,
    selected: str | None,
    legend: list[dict[str, object]],
    shapes: list[dict[str, str]],
    description: str,
    on_select: Callable[[], None],
    on_expand: Callable[[], None],
    height: int = 520,
) -> None:
    """Draw ``model``. A click stores the node id in ``session_state[key]["select"]``, a double click in ``["expand"]``.

    Node positions are remembered in the browser under ``memory``; the canvas is only redrawn if the model changed.
    """
    nodes, edges, _, _, _, options = model.get_network_data()
    picture = {
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(options) if isinstance(options, str) else options,
        "legend": legend,
        "shapes": shapes,
    }
    text = json.dumps(picture, sort_keys=True, ensure_ascii=False)
    signature = hashlib.sha256(text.encode()).hexdigest()
    data: dict[str, Any] = {
        **picture,
        "signature": signature,
        "memory": memory,
        "selected": selected,
        "description": description,
        "height": height,
    }
    _graph(key=key, data=data, on_select_change=on_select, on_expand_change=on_expand)
