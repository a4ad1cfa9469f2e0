"""A bar at the top of the page in the moment of a click, for as long as the page works."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_working = st.components.v2.component(
    "guanxi_working", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show_busy_bar() -> None:
    """Send it to the browser, which keeps it; call once per run."""
    _working(key="guanxi-working", height=1)
