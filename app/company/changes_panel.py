"""What changed last: relations that began or ended most recently, each with its date."""

from __future__ import annotations

import streamlit as st

from app.company.entries import Entry, Piece, show_entries
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from core.domain.results import SourceKind
from core.dossier.changes import Change
from core.dossier.profile import EntityProfile
from core.dossier.relations import Neighbour
from core.messages import translate
from core.retrieval.terms import share_in_words


@stands_alone
def changes_panel(profile: EntityProfile) -> None:
    """List the changes, the latest first, or say that no relation has a date."""
    with st.container(key="changes"):
        if profile.changes:
            show_entries([_entry(each) for each in profile.changes], key=f"changes-{profile.entity.id}")
        else:
            st.caption(translate("company.no_changes", page_language()))


def _entry(change: Change) -> Entry:
    language, other = page_language(), change.neighbour
    chinese = language == "zh"
    label = change.label_zh if chinese else change.label_en
    said = translate(f"company.change.{change.event}", language, date=change.date, relation=label)
    return Entry(
        title=[Piece(other.name_zh if chinese else other.name_en)],
        id=other.entity_id,
        note=" · ".join(filter(None, (said, _share(other)))),
        source=f"{SourceKind.RELATION}:{other.relation_id}",
    )


def _share(other: Neighbour) -> str:
    recorded = other.recorded
    return share_in_words(recorded.share_low, recorded.share_high, page_language()) if recorded is not None else ""
