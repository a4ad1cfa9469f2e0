"""Relations that the words of the question match: what the searches found on their way, nothing is searched for it."""

from __future__ import annotations

import streamlit as st

from app.runtime.expanders import expander
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import look_at, page_language
from core.discovery.fact_filtering import MATCHING_RELATIONS
from core.discovery.judged import Answering
from core.domain.results import SourceKind
from core.messages import translate
from core.retrieval.base import Base
from core.retrieval.tenses import tense_of
from core.retrieval.terms import label_in_tense
from core.retrieval.vector_search import TripletMatch


@stands_alone
def matching_relations(now: Answering) -> None:
    """An expander with the best of them; what is in it is made when it is opened. Nothing where none matched."""
    best = now.searched.matching_triplets[:MATCHING_RELATIONS]
    if not best:
        return
    box = expander(translate("matching.title", page_language()), "matching-relations")
    if box.open:
        with box:
            for place, match in enumerate(best):
                _one(now, match, place)


def _one(now: Answering, match: TripletMatch, place: int) -> None:
    """Both ends, each leading to its own answer, what relates them, and what that is known from."""
    language, base = page_language(), now.searched.base
    knowledge_base = base.knowledge_base
    row = knowledge_base.relation_row(match.relation_id)
    relation = knowledge_base.relation(row)
    tense = tense_of(knowledge_base, base.ontology, row, now.searched.understood.day)
    known = [translate("matching.similarity", language, similarity=f"{max(0.0, match.similarity):.2f}")]
    filtered = now.judged.of(language).facts
    key = f"{SourceKind.RELATION}:{match.relation_id}"
    if filtered is not None and key in filtered.kept:
        kept = filtered.kept[key]
        known.append(translate("source.quality", language, quality=f"{kept.quality:.2f}", reason=kept.reason))
    if filtered is not None and key in filtered.set_aside:
        known.append(translate("source.set_aside", language))
    if relation.year:
        known.append(translate("source.date", language, date=relation.year))
    if relation.origin:
        known.append(translate("source.origin", language, origin=relation.origin))
    with st.container(gap=None, key=f"matching-{place}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            _end(base, relation.source, f"matching-{place}-source")
            label = label_in_tense(base.ontology[relation.type].reads(language, forward=True), tense, language)
            st.text(label, width="content")
            _end(base, relation.target, f"matching-{place}-target")
        if relation.evidence(language):
            st.text(relation.evidence(language))
        st.caption(plain(" · ".join(known)))


def _end(base: Base, entity_id: str, key: str) -> None:
    name = base.knowledge_base.entity(entity_id).name(page_language())
    st.button(plain(name), key=key, type="tertiary", on_click=look_at, args=(entity_id,))
