"""Relations by type and direction, the strongest of each kind first."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from app.company.entries import Entry, Fold, Piece, Section, follow_clicks, show_sections
from app.runtime.page_parts import stands_alone
from app.state.view_state import page_language
from app.widgets.attribute_values import shown_value
from core.domain.results import SourceKind
from core.dossier.profile import EntityProfile
from core.dossier.relations import Kind, Neighbour, NeighbourGroup, relation_group
from core.messages import translate, translated_or_itself
from core.retrieval.base import Base
from core.retrieval.terms import recorded_in_words

PREVIEWED = 3
SHOWN = 20


@st.fragment
@stands_alone
def relations_panel(base: Base, profile: EntityProfile) -> None:
    """All groups open, the strongest of each shown. ``profile`` lists ``PREVIEWED`` neighbours of each."""
    language, entity = page_language(), profile.entity
    follow_clicks(entity.id)
    if not profile.groups:
        st.info(translate("company.no_relations", language))
        return
    counts = {"relations": profile.relations, "neighbours": profile.neighbours}
    st.caption(translate("company.relations_summary", language, **counts))
    limits: dict[str, int] = st.session_state.setdefault(f"limits-{entity.id}", {})

    def show_more(key: str) -> None:
        limits[key] = limits.get(key, PREVIEWED) + SHOWN

    sections = [_section(base, entity.id, group, limits) for group in profile.groups]
    show_sections(sections, key=f"relations-{entity.id}", on_more=show_more)


def _section(base: Base, entity_id: str, group: NeighbourGroup, limits: Mapping[str, int]) -> Section:
    """A group with its strongest, and with those that were asked for beside them."""
    language, key = page_language(), f"{group.relation_type}-{group.forward}-{group.tense}"
    listed = group.strongest
    if key in limits:
        kind = Kind(group.relation_type, group.forward, group.tense)
        found = relation_group(base.knowledge_base, base.ontology, entity_id, kind, limit=limits[key])
        assert found is not None  # the profile comes from the same version
        listed = found.strongest
    left = group.relations - len(listed)
    return Section(
        entries=[_entry(base, each) for each in listed],
        heading=group.label_zh if language == "zh" else group.label_en,
        count=f"{group.relations:,}",
        key=key,
        more=translate("company.show_more", language, count=min(left, SHOWN)) if left else "",
    )


def _entry(base: Base, each: Neighbour) -> Entry:
    language = page_language()
    chinese = language == "zh"
    evidence = each.evidence_zh if chinese else each.evidence_en
    return Entry(
        title=[Piece(each.name_zh if chinese else each.name_en)],
        id=each.entity_id,
        note=_recorded(each),
        body=[Piece(evidence)] if evidence else [],
        detail=translate("source.origin", language, origin=each.origin) if each.origin else "",
        folds=[*_attributes(each), *_source(base, each.passage_id)],
        source=f"{SourceKind.RELATION}:{each.relation_id}",
    )


def _recorded(each: Neighbour) -> str:
    """Share, dates and status, or the year."""
    language, recorded = page_language(), each.recorded
    said = recorded_in_words(recorded, language) if recorded is not None else []
    if each.year and not (recorded is not None and recorded.start):
        said.insert(0, translate("source.date", language, date=each.year))
    return " · ".join(said)


def _attributes(each: Neighbour) -> list[Fold]:
    """What the data says of a relation under names of its own."""
    if not each.attributes:
        return []
    language = page_language()
    label = translate("company.attributes", language, count=len(each.attributes))
    lines = (
        f"{translated_or_itself(f'data.field.{name}', name, language)}: {shown_value(name, value)}"
        for name, value in each.attributes
    )
    return [Fold(label, "\n".join(lines))]


def _source(base: Base, passage_id: str) -> list[Fold]:
    """The passage that a relation was read from, where that is known."""
    if not base.knowledge_base.has_passage(passage_id):
        return []
    passage = base.knowledge_base.passage(passage_id)
    title = translate("company.source_passage", page_language(), title=passage.title or passage.id)
    return [Fold(title, passage.text)]
