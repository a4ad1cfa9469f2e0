"""Streamlit component that draws an ownership tree. Data goes to the browser as data, never as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.runtime.browser_component import BrowserComponent

_ASSETS = Path(__file__).parent
_SCRIPTS = (_ASSETS.parent / "graph" / "save_file.js", _ASSETS / "ownership_tree.js")
_tree = BrowserComponent(
    "guanxi_ownership_tree",
    html='<div class="tree-tools"></div><div class="tree" tabindex="0" role="group"></div>'
    '<div class="tree-legend"></div>',
    css=(_ASSETS / "ownership_tree.css").read_text(encoding="utf-8"),
    js="\n".join(script.read_text(encoding="utf-8") for script in _SCRIPTS),
)


def show_tree(data: Mapping[str, Any], key: str, *, on_turn: Callable[[], None], on_open: Callable[[], None]) -> None:
    """Draw it. A click on a box stores its key in ``session_state[key]["turn"]``, its link the id in ``["open"]``."""
    _tree(key=key, data=dict(data), on_turn_change=on_turn, on_open_change=on_open)
