"""What is decided, to be found again and taken back, and what is decided by itself for whole sources."""

from __future__ import annotations

import streamlit as st

from app.review.decisions import end, take_back_one
from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.curation.importing import imported_sources
from core.curation.review_queue import Queue, decisions, in_words
from core.domain.read_relations import TextReview
from core.messages import translate
from core.retrieval.base import Base
from core.workspace.text_reviews import ReadingRule, reading_rules

_SHOWN = 20


@stands_alone
def decided_panel(waiting: Queue, base: Base) -> None:
    """The rules, then the newest decisions, or those with some words."""
    language = page_language()
    rules = reading_rules(base.settings.knowledge_base_folder)
    count = len(decisions(waiting))
    if not count and not rules:
        return
    panel = expander(translate("review.decided", language, count=f"{count:,}"), "review-decided")
    if not panel.open:
        return
    with panel:
        for number, rule in enumerate(rules):
            _rule(rule, number, base)
        st.caption(translate("review.decided_help", language))
        words = st.text_input(translate("review.words", language), key="review-decided-words")
        found = decisions(waiting, words.strip())
        for review in found[:_SHOWN]:
            _decision(review, base)
        if len(found) > _SHOWN:
            st.caption(translate("review.decided_more", language, count=len(found) - _SHOWN))


def _rule(rule: ReadingRule, number: int, base: Base) -> None:
    language = page_language()
    names = {each.id: each.name for each in imported_sources(base.settings)}
    source = names.get(rule.source, rule.source) or translate("review.own_data", language)
    known = rule.relation_type in base.ontology
    label = base.ontology[rule.relation_type].label.text(language) if known else rule.relation_type
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            plain(translate(f"review.rule.{rule.verdict}", language, source=source, type=label)), width="stretch"
        )
        st.button(
            translate("review.end_rule", language), key=f"review-end-rule-{number}", on_click=end, args=(base, rule)
        )


def _decision(review: TextReview, base: Base) -> None:
    language = page_language()
    known = review.stated.terms.relation_type in base.ontology
    said = in_words(review.stated, base, language) if known else review.read.quote
    how = f"{translate(f'review.verdict.{review.verdict}', language)} {review.decided_at[:10]}"
    by = translate(f"review.by.{review.decided_by}", language)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{plain(said)}  \n:gray[{plain(f'{how} · {by} · “{review.read.quote}”')}]", width="stretch")
        st.button(
            translate("review.take_back", language),
            key=f"review-take-back-{review.read.id}",
            on_click=take_back_one,
            args=(base, review.read.id),
        )
