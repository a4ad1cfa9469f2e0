"""What an import does to what is there: whom it changes, who bears a known name, what is there already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count, takewhile

from core.domain.records import Entity, Relation
from core.ingestion.checking.entity_rows import RowFits
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.merging import OPEN_FIELDS, said_by, together
from core.names.normalise import fold_characters
from core.ontology import COMPANY
from core.storage.knowledge_base import KnowledgeBase

_SHOWN_FIELDS = ("name_zh", "name_en", *OPEN_FIELDS)


@dataclass(frozen=True)
class ChangedField:
    """A field of an entity that is there and will say something else."""

    entity_id: str
    field: str
    before: str
    after: str


@dataclass(frozen=True)
class Namesake:
    """A company that comes, or gets a new name, beside another one that is called exactly so: perhaps the same
    company. ``known``: that one, which is there or comes with the same import."""

    coming: str
    name: str
    known: str


@dataclass(frozen=True)
class ImportEffects:
    """``repeated``: relations that are there exactly so, and are not doubled. ``fits``: rows without an id that update
    a known entity. ``updated``: known entities of which the import says anything."""

    changed: tuple[ChangedField, ...] = ()
    namesakes: tuple[Namesake, ...] = ()
    repeated: int = 0
    fits: tuple[RowFits, ...] = ()
    updated: int = 0


def effects(
    data: DataSet, known: Sequence[Entity], knowledge_base: KnowledgeBase, fits: Sequence[RowFits] = ()
) -> ImportEffects:
    """What ``data`` does to the knowledge base, which holds the ``known`` entities."""
    by_id = {entity.id: entity for entity in known}
    both = [(by_id[entity.id], entity) for entity in data.entities if entity.id in by_id]
    changed = tuple(change for before, coming in both for change in _changes(before, coming))
    renamed = {change.entity_id for change in changed if change.field in ("name_zh", "name_en")}
    coming = [each for each in data.entities if each.type == COMPANY and (each.id in renamed or each.id not in by_id)]
    return ImportEffects(
        changed,
        tuple(_namesakes(coming, known)),
        sum(_is_there(relation, knowledge_base) for relation in data.relations),
        tuple(fits),
        len({before.id for before, _ in both}),
    )


def _changes(before: Entity, coming: Entity) -> Iterable[ChangedField]:
    after = together(before, coming)
    for name in _SHOWN_FIELDS:
        old, new = (str(getattr(each, name) or "") for each in (before, after))
        if old and old != new:
            yield ChangedField(before.id, name, old, new)


def _namesakes(coming: Sequence[Entity], known: Sequence[Entity]) -> Iterable[Namesake]:
    if not coming:
        return
    bearers: dict[str, str] = {}  # of several the first
    for entity in known:
        if entity.type == COMPANY:
            for name in (entity.name_zh, entity.name_en, *entity.aliases):
                bearers.setdefault(fold_characters(name), entity.id)
    for entity in coming:
        names = (entity.name_zh, entity.name_en)
        bearer = {name: bearers.setdefault(fold_characters(name), entity.id) for name in names}
        shared = next((name for name in names if bearer[name] != entity.id), None)
        if shared is not None:
            yield Namesake(entity.id, shared, bearer[shared])


def _is_there(relation: Relation, knowledge_base: KnowledgeBase) -> bool:
    said = said_by(relation)
    for given in dict.fromkeys((relation.id, said.id)):
        numbered = (f"{given}--{number}" for number in count(2))
        for relation_id in takewhile(knowledge_base.has_relation, chain((given,), numbered)):
            if said_by(knowledge_base.relation(knowledge_base.relation_row(relation_id))) == said:
                return True
    return False
