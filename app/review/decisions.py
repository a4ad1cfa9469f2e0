"""What the buttons of the page do: decide, take back, skip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from app.state.view_state import page_language
from core.curation.review_queue import Proposed, always, decided, end_rule, keep, take_back
from core.domain.read_relations import StatedRelation, Verdict
from core.errors import GuanxiError
from core.messages import translate
from core.retrieval.base import Base
from core.workspace.text_reviews import ReadingRule

REFUSED = "review_refused"
_DONE = "review_done"
_SKIPPED = "review_skipped"
_MOST_STEPS = 200


def decide(base: Base, proposals: Sequence[Proposed], verdict: Verdict) -> None:
    """Accept or reject these, together."""

    def act() -> None:
        reviews = decided(proposals, verdict)
        keep(reviews, base.settings)
        _note([each.read.id for each in reviews])

    _or_say_why_not(act)


def accept_as(base: Base, proposals: Sequence[Proposed], stated: StatedRelation) -> None:
    """Accept these as what a person makes of them; each keeps its own dates, share and amount."""
    told = []
    for each in proposals:
        wanted = {"relation_type": stated.terms.relation_type, "status": stated.terms.status}
        terms = each.stated.terms.model_copy(update=wanted)
        told.append(replace(each, stated=stated.model_copy(update={"terms": terms})))
    decide(base, told, "accepted")


def decide_always(base: Base, rule: ReadingRule) -> None:
    """Decide so of all that a source states of a type."""

    def act() -> None:
        made = always(rule, base)
        _note([each.read.id for each in made])
        st.toast(translate("review.rule_set", page_language(), count=len(made)))

    _or_say_why_not(act)


def take_back_one(base: Base, proposal_id: str) -> None:
    """Take one decision back, whenever it was made."""
    _or_say_why_not(lambda: take_back([proposal_id], base))


def end(base: Base, rule: ReadingRule) -> None:
    """Decide so no longer by itself."""
    _or_say_why_not(lambda: end_rule(rule, base))


def undo(base: Base) -> None:
    """Take back what was decided last."""
    done: list[list[str]] = st.session_state.get(_DONE, [])
    if done:
        _or_say_why_not(lambda: take_back(done[-1], base))
        st.session_state[_DONE] = done[:-1]


def can_undo() -> bool:
    """Whether anything was decided in this session."""
    return bool(st.session_state.get(_DONE))


def skip(proposals: Sequence[Proposed]) -> None:
    """Look at these later: they come last in this session."""
    st.session_state[_SKIPPED] = [*skipped(), *(each.read.id for each in proposals)]


def skipped() -> list[str]:
    """Ids of proposals that are to come last, in the order in which they were skipped."""
    found: list[str] = st.session_state.get(_SKIPPED, [])
    return found


def _note(ids: list[str]) -> None:
    if ids:
        st.session_state[_DONE] = [*st.session_state.get(_DONE, []), ids][-_MOST_STEPS:]


def _or_say_why_not(act: Callable[[], None]) -> None:
    try:
        act()
    except GuanxiError as error:
        st.session_state[REFUSED] = error
