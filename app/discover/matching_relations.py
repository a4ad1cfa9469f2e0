"""Relations that the words of the question match: what the retrieval found on its way, nothing is searched for it."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import language, look_at
from core.discovery.fact_filtering import MATCHING_RELATIONS
from core.discovery.retrieval_state import Retrieval
from core.domain.results import SourceKind
from core.messages import translate
from core.retrieval.vector_search import TripletMatch


@stands_alone
def matching_relations(retrieval: Retrieval) -> None:
    """An expander with the best of them; what is in it is made when it is opened. Nothing where none matched."""
    best = retrieval.matching_triplets[:MATCHING_RELATIONS]
    if not best:
        return
    box = st.expander(translate("matching.title", language()), key="matching-relations", on_change="rerun")
    if box.open:
        with box:
            for place, match in enumerate(best):
                _one(retrieval, match, place)


def _one(retrieval: Retrieval, match: TripletMatch, place: int) -> None:
    """Both ends, each leading to its own answer, what relates them, and what that is known from."""
    reads, knowledge_base = language(), retrieval.knowledge_base
    relation = knowledge_base.relation(knowledge_base.relation_row(match.relation_id))
    known = [translate("matching.similarity", reads, similarity=f"{max(0.0, match.similarity):.2f}")]
    filtered = retrieval.fact_filters.get(reads)
    key = f"{SourceKind.RELATION}:{match.relation_id}"
    if filtered is not None and key in filtered.kept:
        kept = filtered.kept[key]
        known.append(translate("source.quality", reads, quality=f"{kept.quality:.2f}", reason=kept.reason))
    if filtered is not None and key in filtered.set_aside:
        known.append(translate("source.set_aside", reads))
    if relation.year:
        known.append(translate("source.date", reads, date=relation.year))
    if relation.origin:
        known.append(translate("source.origin", reads, origin=relation.origin))
    with st.container(gap=None, key=f"matching-{place}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            _end(retrieval, relation.source, f"matching-{place}-source")
            st.text(retrieval.ontology[relation.type].reads(reads, forward=True), width="content")
            _end(retrieval, relation.target, f"matching-{place}-target")
        if relation.evidence(reads):
            st.text(relation.evidence(reads))
        st.caption(plain(" · ".join(known)))


def _end(retrieval: Retrieval, entity_id: str, key: str) -> None:
    name = retrieval.knowledge_base.entity(entity_id).name(language())
    st.button(plain(name), key=key, type="tertiary", on_click=look_at, args=(entity_id,))
