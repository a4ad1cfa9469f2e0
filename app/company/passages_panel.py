"""The passages that name an entity, its names marked, and what each is linked to."""

from __future__ import annotations

import streamlit as st

from app.company.entries import Entry, Fold, Piece, follow_clicks, show_entries
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.domain.results import SourceKind
from core.dossier.profile import NamingPassage, entity_profile
from core.messages import translate, translated_or_itself
from core.retrieval.base import Base
from core.retrieval.highlighting import highlighted
from core.retrieval.linked_passages import link_sentence, linked_passages

SHOWN = 5


@st.fragment
@stands_alone
def passages_panel(base: Base, entity_id: str) -> None:
    """The strongest few, more on request."""
    language, limit_key = page_language(), f"passages-shown-{entity_id}"
    follow_clicks(entity_id)
    limit: int = st.session_state.get(limit_key, SHOWN)
    profile = entity_profile(base.knowledge_base, base.ontology, entity_id, neighbours_per_type=1, passages=limit)
    if not profile.mentions:
        st.info(translate("company.no_passages", language))
        return
    st.caption(translate("company.passages_summary", language, mentions=profile.mentions))
    show_entries(
        [_entry(base, entity_id, each) for each in profile.passages], key=f"passages-{entity_id}", about=[entity_id]
    )
    left = profile.mentions - len(profile.passages)
    if left:

        def show_more() -> None:
            st.session_state[limit_key] = limit + 2 * SHOWN

        label = translate("company.show_more", language, count=min(left, 2 * SHOWN))
        st.button(label, key="more-passages", on_click=show_more)


def _entry(base: Base, entity_id: str, naming: NamingPassage) -> Entry:
    language, passage = page_language(), naming.passage
    kind = translated_or_itself(f"source_kind.{passage.source_kind}", passage.source_kind, language)
    role = translate(f"mention.{naming.role}", language, weight=f"{naming.weight:.2f}")
    place = ""
    if passage.document_id and passage.end:
        where: dict[str, str | int] = {"document": passage.document_id, "start": passage.start, "end": passage.end}
        place = translate("source.place", language, **where)
    origin = translate("source.origin", language, origin=passage.origin) if passage.origin else ""
    return Entry(
        title=_marked(base, entity_id, passage.title or passage.id),
        note=" · ".join(filter(None, [kind, passage.date, passage.publisher])),
        body=_marked(base, entity_id, passage.text),
        detail=" · ".join(filter(None, [role, origin, place, passage.url])),
        folds=[
            Fold(link_sentence(linked, passage.id, language), linked.passage.text)
            for linked in linked_passages(base.knowledge_base, [passage.id])
        ],
        source=f"{SourceKind.PASSAGE}:{passage.id}",
    )


def _marked(base: Base, entity_id: str, text: str) -> list[Piece]:
    return [Piece(each.text, each.names) for each in highlighted(text, entity_id, base.names)]
