"""The page before there is anybody to show: nobody asked about, or a name that is not in the knowledge base."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language, show_profile
from app.widgets.beginning import offer_best_known, say_if_empty
from app.widgets.pickers import MAX_NAME_LENGTH, offer_choices
from core.domain.results import NameChoice
from core.messages import translate
from core.questions.vocabulary.words_for_goods import concepts_of
from core.retrieval.base import Base

_QUOTED = 80
_MOST_GOODS = 6


@stands_alone
def nobody_asked(base: Base) -> None:
    """What the page is for, and the companies of which most is known."""
    if not say_if_empty(base):
        st.write(translate("company.welcome", page_language()))
        offer_best_known(base, show_profile)


@stands_alone
def nobody_known(base: Base, asked: str) -> None:
    """That there is no such entity, and what may have been meant."""
    language = page_language()
    quoted = asked if len(asked) <= _QUOTED else f"{asked[: _QUOTED - 1]}…"
    link = base.names.link_entity(asked) if len(asked) <= MAX_NAME_LENGTH else None
    choices = (link.choices or goods_called(base, asked)) if link is not None else ()
    ambiguous = link is not None and link.outcome == "ambiguous"
    key = "company.ambiguous" if ambiguous else "company.unknown"
    st.warning(plain(translate(key, language, name=quoted)))
    if not choices:
        st.write(translate("company.nothing_like_it", language))
        return
    if not ambiguous:
        st.write(translate("company.did_you_mean", language))
    offer_choices(choices, show_profile)


def goods_called(base: Base, words: str) -> tuple[NameChoice, ...]:
    """Products and industries of whose names these words are a part: lithography systems."""
    known = base.knowledge_base.node_of
    found = [each for each in concepts_of(base).called(words) if each in known]
    return tuple(map(base.names.choice, found[:_MOST_GOODS]))
