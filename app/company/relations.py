"""Relations by type and direction: counts that open into the relations themselves."""

from __future__ import annotations

import streamlit as st

from app.company.entries import Entry, Fold, Piece, follow_clicks, show_entries
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import language
from app.widgets.attribute_values import shown_value
from core.domain.results import SourceKind
from core.dossier.profile import EntityProfile
from core.dossier.relations import Kind, Neighbour, NeighbourGroup, relation_group
from core.messages import translate
from core.retrieval.base import Base

PREVIEWED = 3
SHOWN = 20


@st.fragment
@stands_alone
def relations_panel(base: Base, profile: EntityProfile) -> None:
    """One expander per group, closed unless there is but one. ``profile`` lists ``PREVIEWED`` neighbours of each."""
    reads = language()
    follow_clicks(profile.entity.id)
    if not profile.groups:
        st.info(translate("company.no_relations", reads))
        return
    counts = {"relations": profile.relations, "neighbours": profile.neighbours}
    st.caption(translate("company.relations_summary", reads, **counts))
    with st.container(gap="xsmall"):
        for group in profile.groups:
            key = f"{profile.entity.id}-{group.relation_type}-{group.forward}-{group.tense}"
            only = len(profile.groups) == 1
            panel = st.expander(_label(group), expanded=only, key=f"group-{key}", on_change="rerun")
            if panel.open:
                with panel:
                    _group(base, profile.entity.id, group, key)


def _label(group: NeighbourGroup) -> str:
    """What the relation is, how many there are, and the first few names."""
    reads = language()
    chinese = reads == "zh"
    names = list(dict.fromkeys(each.name_zh if chinese else each.name_en for each in group.strongest))
    more = translate("company.and_more", reads) if group.entities > len(names) else ""
    listed = translate("company.name_separator", reads).join(names) + more
    label = group.label_zh if chinese else group.label_en
    return f"**{plain(label)} {group.relations}** · {plain(listed)}"


def _group(base: Base, entity_id: str, group: NeighbourGroup, key: str) -> None:
    reads, limit_key = language(), f"limit-{key}"
    limit: int = st.session_state.get(limit_key, SHOWN)
    kind = Kind(group.relation_type, group.forward, group.tense)
    found = relation_group(base.knowledge_base, base.ontology, entity_id, kind, limit=limit)
    assert found is not None  # the profile comes from the same version
    show_entries([_entry(base, each) for each in found.strongest], key=f"relations-{key}")
    left = found.relations - len(found.strongest)
    if left:

        def show_more() -> None:
            st.session_state[limit_key] = limit + SHOWN

        label = translate("company.show_more", reads, count=min(left, SHOWN))
        st.button(label, key=f"more-{key}", on_click=show_more)


def _entry(base: Base, each: Neighbour) -> Entry:
    reads = language()
    chinese = reads == "zh"
    evidence = each.evidence_zh if chinese else each.evidence_en
    year = translate("source.date", reads, date=each.year) if each.year else ""
    weight = translate("company.weight", reads, weight=f"{each.weight:.2f}")
    return Entry(
        title=[Piece(each.name_zh if chinese else each.name_en)],
        id=each.entity_id,
        note=" · ".join(filter(None, [year, weight])),
        body=[Piece(evidence)] if evidence else [],
        detail=translate("source.origin", reads, origin=each.origin) if each.origin else "",
        folds=[*_attributes(each), *_source(base, each.passage_id)],
        source=f"{SourceKind.RELATION}:{each.relation_id}",
    )


def _attributes(each: Neighbour) -> list[Fold]:
    """What the data says of a relation under names of its own."""
    if not each.attributes:
        return []
    label = translate("company.attributes", language(), count=len(each.attributes))
    lines = (f"{attribute.name}: {shown_value(attribute.name, attribute.value)}" for attribute in each.attributes)
    return [Fold(label, "\n".join(lines))]


def _source(base: Base, passage_id: str) -> list[Fold]:
    """The passage that a relation was read from, where that is known."""
    if not base.knowledge_base.has_passage(passage_id):
        return []
    passage = base.knowledge_base.passage(passage_id)
    title = translate("company.source_passage", language(), title=passage.title or passage.id)
    return [Fold(title, passage.text)]
