"""Changes of the data as the page Data begins and follows them: the tab that began one waits for it; the tabs of others
keep what is open and typed in them, and say that there is something new."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.build_progress import show_build_progress
from app.state.view_state import page_language
from core.curation.open_or_build import Started
from core.errors import ChangeCancelledError
from core.ingestion.progress import ProgressListener
from core.messages import Language, translate

_BEGUN = "change_begun"
EVERY = 0.5
"""Seconds between looks."""
_HEIGHT = 190  # pixels


def begin(
    shared: Services, work: Callable[[ProgressListener], Started], done: Mapping[Language, str] | None = None
) -> bool:
    """``Services.change`` by this tab, which waits for its end; ``done`` is what a toast then says."""
    begun = shared.change(work)
    if begun:
        st.session_state[_BEGUN] = done or {}
    return begun


def begun_here(shared: Services) -> bool:
    """Whether this tab began the change that is being made. When it is over, a toast says what it did."""
    if not shared.changing and (done := st.session_state.pop(_BEGUN, None)) and shared.change_error is None:
        st.toast(plain(done[page_language()]), duration="long")
    return _BEGUN in st.session_state


def is_followed(shared: Services) -> bool:
    """Why the last change failed, and how far one is that is being made; whether the page is to show nothing else, as
    this tab began it."""
    if shared.change_error is not None:
        say = st.info if isinstance(shared.change_error, ChangeCancelledError) else st.error
        say(plain(shared.change_error.message(page_language())))
    if begun_here(shared):
        own_progress(shared)
        return True
    progress_of_others(shared)
    return False


@st.fragment(run_every=EVERY)
@stands_alone
def own_progress(shared: Services) -> None:
    """How far the change is that this tab began; the page is shown anew when it is over."""
    if not shared.changing:
        st.rerun()
    _progress(shared)


@stands_alone
def progress_of_others(shared: Services) -> None:
    """How far a change is that was begun elsewhere, while the rest of the page can be used.

    The page is not shown anew by itself when it is over: that would close what a person has open.
    """
    st.fragment(_others, run_every=EVERY if shared.changing else None)(shared, shared.changing)


def _others(shared: Services, followed: bool) -> None:
    if not followed:
        return
    language = page_language()
    with st.container(
        height=_HEIGHT, border=True
    ):  # where what is below moves, browsers scroll, which closes drop-downs
        if shared.changing:
            _progress(shared)
            return
        st.progress(1.0, text=translate("data.changed_elsewhere", language))
        st.caption(translate("data.changed_elsewhere_help", language))
        if st.button(translate("data.show_changed", language)):
            st.rerun()


def _progress(shared: Services) -> None:
    language = page_language()
    show_build_progress(shared.progress, "data.changing")
    st.caption(translate("data.serving_meanwhile", language))
    words = "data.cancelling" if shared.cancelling else "data.cancel"
    st.button(translate(words, language), disabled=shared.cancelling, on_click=shared.cancel_change)
