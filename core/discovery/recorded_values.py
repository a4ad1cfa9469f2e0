"""What is recorded of one entity: a column of its row, or the names that its relations of one type lead to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.discovery.offices import Held, offices_held
from core.domain.asked_figures import PEOPLE
from core.domain.records import Entity
from core.domain.results import Result, Source, SourceKind
from core.domain.tickers import fits
from core.messages import Language, translate
from core.names.regions import country_name
from core.ontology import Ontology
from core.reasoning.asked_value import AskedValue, ValueKind
from core.retrieval.citations import relation_source
from core.retrieval.tenses import in_force
from core.retrieval.terms import in_brackets
from core.storage.knowledge_base import KnowledgeBase

_COLUMNS: dict[str, ValueKind] = {
    "founded": "founded",
    "ticker": "ticker",
    "country": "country",
    "industry": "industry",
    "headquarters": "headquarters",
}
_RELATIONS = {"industry": "in_industry", "headquarters": "located_in"}


class RecordedValue(Result):
    """In words, several where several are recorded, with the rows that say so."""

    names: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()


def recorded_value(
    base: KnowledgeBase, ontology: Ontology, entity_id: str, asked: AskedValue, day: int, language: Language
) -> RecordedValue:
    """The value asked for, from its column and from the relations in force on a ``day`` that say the same."""
    entity = base.entity(entity_id)
    relation_type = _RELATIONS.get(asked.kind, "")
    related = (
        related_names(base, ontology, entity_id, relation_type, day, language) if relation_type else RecordedValue()
    )
    stored = _stored(entity, asked)
    if not stored and asked.attribute in PEOPLE:
        held = [each for each in offices_held(base, ontology, entity_id, asked.attribute, day) if each.tense == "now"]
        return held_in_words(base, ontology, held, day, language)
    if not stored or (asked.kind == "headquarters" and related.names):
        return related
    value = _in_words(base, stored, asked, language)
    row = profile_source(entity, f"{asked.attribute or asked.kind}: {stored}", language)
    others = [name for name in related.names if name != value]
    return RecordedValue(names=(value, *others), sources=(row, *related.sources))


def column_source(base: KnowledgeBase, entity_id: str, column: str, language: Language) -> Source | None:
    """The row of an entity, cited for a column; None where it says nothing there."""
    entity = base.entity(entity_id)
    kind: ValueKind | None = _COLUMNS.get(column)
    stored = _stored(entity, AskedValue(kind)) if kind else ""
    if kind == "industry" and stored in base.node_of:
        stored = base.entity(stored).name(language)
    return profile_source(entity, f"{column}: {stored}", language) if stored else None


def related_names(
    base: KnowledgeBase, ontology: Ontology, entity_id: str, relation_type: str, day: int, language: Language
) -> RecordedValue:
    """The names of what relations of ``relation_type`` lead to from an entity, of those in force on a ``day`` of eight
    digits, the strongest first, each once."""
    if relation_type not in base.manifest.edge_types:
        return RecordedValue()
    node, graph = base.node_of[entity_id], base.graph
    rows, others = base.relations_of(node)
    chosen = (graph.edge_type[rows] == base.manifest.edge_types.index(relation_type)) & (graph.source[rows] == node)
    chosen &= in_force(base, ontology, rows, day)
    rows, others = rows[chosen], others[chosen]
    strongest = np.argsort(-graph.weight[rows], kind="stable")
    names = dict.fromkeys(base.entity(base.entity_ids[other]).name(language) for other in others[strongest].tolist())
    sources = tuple(
        relation_source(base, ontology, row, "graph", 1.0, day, language) for row in rows[strongest].tolist()
    )
    return RecordedValue(names=tuple(names), sources=sources)


def held_in_words(
    base: KnowledgeBase, ontology: Ontology, held: Sequence[Held], day: int, language: Language, *, dated: bool = False
) -> RecordedValue:
    """The people of offices, each once, with their relations; ``dated``: with since when in brackets."""
    names: dict[str, int] = {}
    for each in held:
        since = in_brackets(each.since(language) if dated else "", language)
        names.setdefault(f"{each.person.name(language)}{since}", each.row)
    sources = tuple(relation_source(base, ontology, row, "graph", 1.0, day, language) for row in names.values())
    return RecordedValue(names=tuple(names), sources=sources)


def _stored(entity: Entity, asked: AskedValue) -> str:
    """As the row has it."""
    if asked.kind == "attribute":
        return dict(entity.attributes).get(asked.attribute, "")
    columns = {
        "founded": str(entity.founded or ""),
        "ticker": "|".join(each for each in entity.tickers if fits(each, asked.tickers)),
        "country": entity.country,
        "industry": entity.industry,
        "headquarters": entity.place,
    }
    return columns.get(asked.kind, "")


def _in_words(base: KnowledgeBase, stored: str, asked: AskedValue, language: Language) -> str:
    if asked.kind in ("ticker", "attribute"):
        return translate("reason.separator", language).join(stored.split("|"))
    if asked.kind == "country":
        return country_name(stored, language)
    is_entity = asked.kind == "industry" and stored in base.node_of
    return base.entity(stored).name(language) if is_entity else stored


def profile_source(entity: Entity, text: str, language: Language) -> Source:
    """The row of an entity as a source of what it says."""
    return Source(
        id=entity.id,
        kind=SourceKind.PROFILE,
        type="graph",
        text=text,
        title=entity.name(language),
        origin=entity.origin,
        score=1.0,
    )
