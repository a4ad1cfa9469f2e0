"""One card of the queue: what texts state of two companies, their words, and the buttons that decide."""

from __future__ import annotations

import streamlit as st

from app.review.corrections import corrections
from app.review.decisions import decide, skip
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.widgets.source_viewer.source_viewer import source_button
from core.curation.review_queue import Group, Proposed, in_words
from core.domain.read_relations import ReadRelation
from core.domain.records import Relation
from core.domain.results import RecordedFacts
from core.messages import translate
from core.retrieval.base import Base
from core.retrieval.company_text import stated_as_of
from core.retrieval.terms import money_in_words, recorded_in_words

_QUOTES = 3
_KEYS = {"accepted": "a", "rejected": "x", "skip": "s"}  # streamlit keeps R and C for itself
_AROUND = 160  # characters of the paragraph on either side of a quote


@stands_alone
def proposal_card(group: Group, base: Base, day: int, *, first: bool) -> None:
    """``day``: today, as eight digits; ``first``: the keys mean this one."""
    language, proposed = page_language(), group.first
    key = proposed.read.id
    with st.container(border=True, key=f"review-{key}"):
        st.markdown(f"**{plain(in_words(proposed.stated, base, language))}**{_badge(proposed)}")
        _what_is_new(group)
        for each in group.proposals[:_QUOTES]:
            _quote(each, base)
        if (more := len(group.proposals) - _QUOTES) > 0:
            st.caption(translate("review.more_quotes", language, count=more))
        _against(group.against, base, day)
        with st.container(horizontal=True, vertical_alignment="center"):
            for verdict in ("accepted", "rejected"):
                st.button(
                    translate(f"review.{verdict}", language),
                    key=f"review-{verdict}-{key}",
                    type="primary" if first and verdict == "accepted" else "secondary",
                    shortcut=_KEYS[verdict] if first else None,
                    on_click=decide,
                    args=(base, group.proposals, verdict),
                )
            corrections(group, base)
            st.button(
                translate("review.skip", language),
                key=f"review-skip-{key}",
                type="tertiary",
                shortcut=_KEYS["skip"] if first else None,
                on_click=skip,
                args=(group.proposals,),
            )
            source_button(f"passage:{proposed.read.passage_id}", f"review-source-{key}", quote=proposed.read.quote)


def _badge(proposed: Proposed) -> str:
    """What the sentence above would hide: that the text denies it, plans it, has it from others or says that it is
    over."""
    status = proposed.stated.terms.status
    if status in ("", "current"):
        return ""
    colour = "red" if status == "denied" else "orange"
    return f" :{colour}-badge[{translate(f'source.status.{status}', page_language())}]"


def _what_is_new(group: Group) -> None:
    """Terms, how sure the readers are, and whether it is new."""
    language, stated = page_language(), group.first.stated
    terms = stated.terms
    facts = RecordedFacts(**terms.model_dump(include={"start", "end", "share_low", "share_high"}))
    said = recorded_in_words(facts, language)
    if terms.amount is not None:
        said.append(money_in_words(terms.amount, terms.currency, language))
    confidence = f"{translate('review.confidence', language)} {group.first.read.confidence:.2f}"
    new = [end.name for end in (stated.source, stated.target) if not end.id]
    parts = [translate(f"review.state.{group.state}", language), *said, confidence, _readers(group.first.read)]
    st.caption(plain(" · ".join(parts)))
    if new:
        names = translate("review.between_names", language).join(new)
        st.caption(plain(translate("review.new_ends", language, names=names)))


def _readers(read: ReadRelation) -> str:
    language = page_language()
    names = (translate(f"review.reader.{each}", language) for each in read.readers)
    return translate("review.read_by", language, readers=" + ".join(names))


def _quote(proposed: Proposed, base: Base) -> None:
    """The quote in its paragraph, both names marked in it."""
    read = proposed.read
    passage = base.knowledge_base.passage(read.passage_id)
    text = passage.text
    before, behind = text[: read.quote_start], text[read.quote_end :]
    names = sorted((read.source_name, read.target_name), key=read.quote.find)
    parts, rest = [], read.quote
    for name in names:
        left, found, right = rest.partition(name)
        if found:
            parts.append(plain(left) + f":primary[{plain(name)}]")
            rest = right
    marked = "".join(parts) + plain(rest)
    st.markdown(f":gray[{plain(_end_of(before))}]:orange-background[{marked}]:gray[{plain(_beginning_of(behind))}]")
    about = " · ".join(filter(None, (passage.title, passage.publisher, passage.date, passage.origin)))
    st.caption(plain(about))


def _end_of(text: str) -> str:
    return text if len(text) <= _AROUND else "…" + text[-_AROUND:]


def _beginning_of(text: str) -> str:
    return text if len(text) <= _AROUND else text[:_AROUND] + "…"


def _against(relations: tuple[Relation, ...], base: Base, day: int) -> None:
    """What is recorded of the two and does not go with it."""
    if not relations:
        return
    known, language = base.knowledge_base, page_language()
    rows = (known.relation_row(each.id) for each in relations[:_QUOTES])
    said = [stated_as_of(known, base.ontology, row, day, language) for row in rows]
    st.warning(plain(translate("review.against", language, recorded=" ".join(said))))
