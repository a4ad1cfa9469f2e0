"""A button that copies the address of the view."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from app.runtime.browser_component import BrowserComponent
from app.state.view_state import page_language
from core.messages import translate

_copy_link = BrowserComponent(
    "guanxi_copy_link",
    html='<button type="button" hidden></button><span role="status"></span>',
    css=Path(__file__).with_name("copy_link.css").read_text(encoding="utf-8"),
    js=Path(__file__).with_name("copy_link.js").read_text(encoding="utf-8"),
)


def copy_link() -> None:
    """The button; it says when the address is in the clipboard."""
    language = page_language()
    with st.container(width=118, key="copy-link"):
        words = {"label": translate("toolbar.copy", language), "done": translate("toolbar.copied", language)}
        _copy_link(key="copy", data=words)
