"""The queue: what is shown of it, several at once, the cards, and what takes effect with the next build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from app.review.card import proposal_card
from app.review.decisions import REFUSED, can_undo, decide, skipped, undo
from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.changes import begin
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from core.curation.open_or_build import Started
from core.curation.review_queue import Group, Proposed, Queue, apply_reviews, grouped, sure_of
from core.curation.text_reading import texts_to_read
from core.domain.partial_dates import today
from core.errors import GuanxiError
from core.ingestion.progress import ProgressListener
from core.messages import LANGUAGES, translate
from core.retrieval.base import Base

_A_PAGE = 10
_STATES = ("new", "recorded", "against", "all")
_SHOWN = "review_shown"
_SURE = 0.95


@dataclass(frozen=True)
class _Filter:
    """What is shown; an empty text stands for everything."""

    state: str
    relation_type: str
    words: str
    known_only: bool


@stands_alone
def queue_panel(waiting: Queue, base: Base) -> None:
    """Filters, what is decided at once, then a card for each group."""
    language = page_language()
    refused: GuanxiError | None = st.session_state.pop(REFUSED, None)
    if refused is not None:
        st.error(plain(refused.message(language)))
    if not waiting.open and not can_undo():
        if not texts_to_read(base):  # else the panel above says what is to be done
            st.info(translate("review.nothing", language))
        return
    shown = _filters(waiting, base)
    groups = _ordered(
        [each for each in waiting.open if each.fits(shown.relation_type, shown.words, known_only=shown.known_only)],
        base,
        shown.state,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(translate("review.count", language, count=f"{len(groups):,}"), width="content")
        st.button(
            translate("review.undo", language),
            type="tertiary",
            shortcut="u",
            disabled=not can_undo(),
            on_click=undo,
            args=(base,),
        )
    shown_cards = groups[: st.session_state.get(_SHOWN, _A_PAGE)]
    for number, group in enumerate(shown_cards):
        proposal_card(group, base, today(), first=number == 0)
    if more := min(_A_PAGE, len(groups) - len(shown_cards)):
        st.button(translate("review.more", language, count=more), on_click=_show_more)
    if not groups:
        st.write(translate("review.none_of_these", language))
    _several(groups, base)


def _show_more() -> None:
    st.session_state[_SHOWN] = st.session_state.get(_SHOWN, _A_PAGE) + _A_PAGE


def _filters(waiting: Queue, base: Base) -> _Filter:
    language = page_language()
    counts = Counter(each.read.terms.relation_type for each in waiting.open)
    with st.container(horizontal=True, vertical_alignment="bottom", key="review-filters"):
        state = st.segmented_control(
            translate("review.show", language),
            _STATES,
            default="new",
            format_func=lambda each: translate(f"review.state.{each}", language),
            key="review-state",
            required=True,
        )
        types = ["", *(kind for kind, _ in counts.most_common())]
        kind = st.selectbox(
            translate("review.type", language),
            types,
            format_func=lambda each: _type_label(each, counts, base),
            key=relabelled("review-kind"),
        )
        words = st.text_input(translate("review.words", language), key="review-words")
        known = st.toggle(translate("review.known_only", language), key="review-known")
    return _Filter(state or "all", kind or "", words.strip(), known)


def _type_label(kind: str, counts: Counter[str], base: Base) -> str:
    language = page_language()
    if not kind:
        return translate("review.all_types", language)
    return f"{base.ontology[kind].label.text(language)} ({counts[kind]:,})"


def _ordered(proposals: Sequence[Proposed], base: Base, state: str) -> list[Group]:
    """The groups of this state, those that were skipped last."""
    later = {key: place for place, key in enumerate(skipped())}
    wanted = [each for each in grouped(proposals, base) if state in ("all", each.state)]
    return sorted(wanted, key=lambda each: later.get(each.first.read.id, -1))


def _several(groups: Sequence[Group], base: Base) -> None:
    """Accept at once what is shown from a confidence on, of known companies that nothing speaks against."""
    language = page_language()
    panel = expander(translate("review.several", language), "review-several")
    if not panel.open:
        return
    with panel:
        st.caption(translate("review.several_help", language))
        least = st.slider(translate("review.confidence", language), 0.5, 1.0, _SURE, 0.01, key="review-least")
        sure = sure_of(groups, least)
        st.button(
            translate("review.accept_several", language, count=len(sure)),
            disabled=not sure,
            on_click=decide,
            args=(base, sure, "accepted"),
        )


@stands_alone
def waiting_panel(waiting: Queue, base: Base, shared: Services) -> None:
    """What takes effect with the next build, and the button that builds."""
    if not waiting.waiting:
        return
    language, settings, ontology = page_language(), base.settings, base.ontology

    def work(listener: ProgressListener) -> Started:
        return apply_reviews(base, settings, ontology, listener) or Started(base.knowledge_base)

    def apply() -> None:
        begin(shared, work, {each: translate("review.applied", each) for each in LANGUAGES})

    with st.container(border=True, key="review-waiting", horizontal=True, vertical_alignment="center"):
        st.markdown(translate("review.waiting", language, count=len(waiting.waiting)), width="stretch")
        st.button(
            translate("review.apply", language),
            type="primary",
            disabled=shared.changing,
            on_click=apply,
        )
