"""Streamlit component that shows the answer. Every text is set as text in the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from app.runtime.browser_component import BrowserComponent

_ASSETS = Path(__file__).parent
_box = BrowserComponent(
    "guanxi_answer",
    html='<section class="answer" aria-live="polite"></section>',
    css=(_ASSETS / "answer.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "answer.js").read_text(encoding="utf-8"),
)


def show(box: Mapping[str, Any], on_source: Callable[[str], None]) -> None:
    """Show the box; ``on_source`` gets the key of a source that is clicked."""
    _box(key="answer", data=box, on_source_change=lambda: on_source(st.session_state["answer"]["source"]))
