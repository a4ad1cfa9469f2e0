"""The workbench of a session: its view with the steps before, kept in the session and, as a link, in the address."""

from __future__ import annotations

import streamlit as st

from app.state.view_parameters import LINK, NODE, RELATION
from app.state.view_state import save_to_url
from core.errors import GuanxiError
from core.exploring.history import History, step, undo
from core.exploring.view import View
from core.exploring.view_link import ViewLinkDamagedError, linked_view, view_link

SELECTED, SELECTED_RELATION = NODE, RELATION
"""Keys of what is selected, which the address holds too."""
UNKNOWN_NAME, UNKNOWN_RELATION = "explore-unknown-name", "explore-unknown-relation"
"""Keys of what was asked for and is not on record, until something is done."""
_HISTORY = "explore_history"
_TAKEN = "explore_link_taken"
_DAMAGED = "explore_link_damaged"


def restore() -> bool:
    """Take over the view of the address where it is another one than the session's: a link, Back, or Forward.

    The view before the last step, come by Back, is an undo; any other is a step, which can be undone. False where
    the session has it already, or it is damaged.
    """
    link = st.session_state[LINK]
    kept: History | None = st.session_state.get(_HISTORY)
    if kept is not None and link == st.session_state[_TAKEN]:
        return False
    try:
        view = linked_view(link)
    except ViewLinkDamagedError as error:
        _keep(kept or History())
        st.session_state[_DAMAGED] = error
        return False
    if kept is None:
        _keep(History(current=view))
    else:
        _keep(undo(kept) if kept.past and kept.past[-1] == view else step(kept, view))
    return True


def damaged_link() -> GuanxiError | None:
    """Why the view of the address could not be restored; None once anything was done since."""
    error: GuanxiError | None = st.session_state.get(_DAMAGED)
    return error


def current_view() -> View:
    """What is on the table."""
    history: History = st.session_state[_HISTORY]
    return history.current


def steps_back() -> int:
    """How many steps can be undone."""
    history: History = st.session_state[_HISTORY]
    return len(history.past)


def change(view: View) -> None:
    """Show ``view`` from now on."""
    _keep(step(st.session_state[_HISTORY], view))


def undo_step() -> None:
    """Back to the view before the last step."""
    _keep(undo(st.session_state[_HISTORY]))


def start_over() -> None:
    """Clear the table; that is a step, too."""
    select(None)
    change(View())


def select(entity: str | None) -> None:
    """Look at a node, or at nothing."""
    st.session_state[SELECTED] = entity
    st.session_state[SELECTED_RELATION] = None


def select_relation(relation: str) -> None:
    """Look at a relation."""
    st.session_state[SELECTED] = None
    st.session_state[SELECTED_RELATION] = relation


def save() -> None:
    """Write the address: a run of a fragment does not come by where pages do."""
    save_to_url()


def _keep(history: History) -> None:
    st.session_state[_HISTORY] = history
    st.session_state[LINK] = st.session_state[_TAKEN] = view_link(history.current)
    st.session_state[_DAMAGED] = st.session_state[UNKNOWN_NAME] = st.session_state[UNKNOWN_RELATION] = None
