"""An expander that stays as it stands when what it is called changes, as with the language of the page."""

from __future__ import annotations

import streamlit as st
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer


def expander(label: str, key: str, *, expanded: bool = False, icon: str | None = None) -> ExpanderContainer:
    """An expander that tells whether it is ``open``; ``expanded``: whether it is at first, and when that changes.

    To streamlit one of another label is another one, which begins as it was first told.
    """
    begun, stands = f"{key}-begun", f"{key}-stands"
    called, wanted, begins = st.session_state.get(begun, (label, expanded, expanded))
    if wanted != expanded:
        begins = expanded
    elif called != label:
        begins = bool(st.session_state.get(stands, expanded))
    st.session_state[begun] = (label, expanded, begins)
    made = st.expander(label, expanded=begins, key=key, icon=icon, on_change="rerun")
    st.session_state[stands] = made.open
    return made


def stands_open(key: str) -> bool:
    """Whether the expander of this key stood open when it was drawn last."""
    return bool(st.session_state.get(f"{key}-stands", False))
