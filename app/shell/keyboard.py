"""Keys that hold on every page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_keyboard = st.components.v2.component(
    "guanxi_keyboard", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def listen_to_keys() -> None:
    """Send them to the browser, which keeps them; call once per run."""
    _keyboard(key="guanxi-keyboard", height=1)
