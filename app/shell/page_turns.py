"""Turning to a page leaves one address in the browser's history, so that Back leads to the page before."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_page_turns = st.components.v2.component(
    "guanxi_page_turns", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def one_address_for_each_turn() -> None:
    """Have the browser see to it; call once per run."""
    _page_turns(key="guanxi-page-turns", height=1)
