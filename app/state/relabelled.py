"""Keeps what is chosen in a control whose options are worded in the language of the page, when that changes."""

from __future__ import annotations

import streamlit as st

from app.state.view_state import page_language

_LABELLED_IN = "_labelled_in"


def relabelled(key: str) -> str:
    """Return ``key`` for a select box, a radio or a multi-select; call it where the control is created.

    The browser names a choice by its label, which streamlit looks up among the labels of the last run: after a change
    of language it would find none and take the old label for the choice. A choice that is assigned is set in the
    browser, too, so it is assigned anew in the first run with other labels.
    """
    labelled: dict[str, str] = st.session_state.setdefault(_LABELLED_IN, {})
    if labelled.get(key, page_language()) != page_language() and key in st.session_state:
        st.session_state[key] = st.session_state[key]
    labelled[key] = page_language()
    return key
