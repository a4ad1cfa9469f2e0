"""Which documents what is recorded of the entity is taken from."""

from __future__ import annotations

import streamlit as st

from app.company.entries import Entry, Piece, show_entries
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.dossier.cited_documents import CitedDocument
from core.dossier.profile import EntityProfile
from core.messages import translate


@stands_alone
def documents_panel(profile: EntityProfile) -> None:
    """List the documents with the number of relations that cite each, or say that there is none."""
    with st.container(key="documents"):
        if profile.documents:
            show_entries([_entry(each) for each in profile.documents], key=f"documents-{profile.entity.id}")
        else:
            st.caption(translate("company.no_documents", page_language()))


def _entry(document: CitedDocument) -> Entry:
    language = page_language()
    general = translate("company.general_knowledge", language) if document.general_knowledge else ""
    published = " · ".join(filter(None, (general or document.publisher, document.date, document.url)))
    return Entry(
        title=[Piece(document.title)],
        note=translate("company.cited_for", language, count=document.relations),
        detail=published,
    )
