"""Entities whose profile reads alike, with what both are related to."""

from __future__ import annotations

import logging

import streamlit as st

from app.company.entries import Entry, Piece, Tag, show_entries
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.domain.records import Entity
from core.dossier.similar import SimilarEntity
from core.messages import translate
from core.operations.companies import SimilarRequest, find_similar
from core.operations.context import Context
from core.retrieval.hybrid import RETRIEVAL_FAULTS

_log = logging.getLogger("guanxi")


@stands_alone
def similar_panel(context: Context, entity: Entity) -> None:
    """The nearest by profile; what fails here leaves the rest of the page as it is."""
    language = page_language()
    try:
        found = find_similar.answer(context, SimilarRequest(company=entity.id)).similar
    except RETRIEVAL_FAULTS:
        _log.exception("similar entities could not be looked up")
        st.warning(translate("company.similar_failed", language))
        return
    if not found:
        st.info(translate("company.no_similar", language))
        return
    st.caption(translate("company.similar_help", language))
    show_entries([_entry(each, entity.name(language)) for each in found], key=f"similar-{entity.id}")


def _entry(each: SimilarEntity, name: str) -> Entry:
    language = page_language()
    chinese = language == "zh"
    direct = translate("company.name_separator", language).join(each.direct_zh if chinese else each.direct_en)
    more = each.shared_relations - len(each.shared)
    tags = [
        Tag(same.label_zh if chinese else same.label_en, same.name_zh if chinese else same.name_en, same.entity_id)
        for same in each.shared
    ]
    if more:
        tags.append(Tag(translate("company.more_shared", language, count=more)))
    return Entry(
        title=[Piece(each.name_zh if chinese else each.name_en)],
        id=each.entity_id,
        note=translate("company.similarity", language, similarity=f"{each.similarity:.2f}"),
        share=max(0.0, each.similarity),
        body=[Piece(translate("company.direct", language, name=name, relations=direct))] if direct else [],
        tags=tags,
    )
