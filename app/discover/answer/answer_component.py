"""Streamlit component that shows the answer. Every text is set as text in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

_ASSETS = Path(__file__).parent
_box = st.components.v2.component(
    "guanxi_answer",
    html='<section class="answer" aria-live="polite"></section>',
    css=(_ASSETS / "answer.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "answer.js").read_text(encoding="utf-8"),
)


def show(box: Mapping[str, Any]) -> None:
    """Show the box."""
    _box(key="answer", data=box)
