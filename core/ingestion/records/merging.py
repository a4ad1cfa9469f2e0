"""Several data sets → one: what they say of the same entity is put together, what ends nowhere is left out and said."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.domain.fact_sources import FactSource
from core.domain.records import Entity, Passage, Relation, one_of_each
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.record_validation import numbered_ids, of_known_types, origin_of, relation_fault
from core.ontology import Ontology
from core.storage.relation_table import RelationTable

_NUMBER = re.compile(r"(?:--\d+)+$")
OPEN_FIELDS = ("country", "industry", "founded", "description_zh", "description_en", "place")
"""What one record of an entity may leave open and another one fill."""
MOST_ROWS_OF_A_FILE = 50
"""Of those that an entity is said to be described by."""


def merged(parts: Sequence[DataSet], ontology: Ontology) -> DataSet:
    """All parts as one data set, in their order.

    An entity or passage of a later part stands for one of the same id in an earlier part; what it leaves open is kept,
    and so are all names. An entity that no part describes is what the first part calls it at whose relations' ends it
    stands. Relations stay apart, whoever else states them, unless a later part says exactly what an
    earlier one does: that stands once; or says something new of one that has the same id, which the data itself gave,
    and the same type and ends: that stands as the last part says it. One that ends at an entity of a part that is no
    longer there is a problem. Sources of facts of one id that differ stay apart, and relations go on referring to that
    of their own part.
    """
    entities: dict[str, Entity] = {}
    passages: dict[str, Passage] = {}
    problems = [problem for part in parts for problem in part.problems]
    for part in parts:
        for entity in of_known_types(part.entities, ontology, problems):
            known = entities.get(entity.id)
            entities[entity.id] = entity if known is None else together(known, entity)
        passages.update({passage.id: passage for passage in part.passages})
    for part in parts:
        for end in of_known_types(part.ends, ontology, problems):
            entities.setdefault(end.id, end)
    sources, own_relations = _fact_sources(parts)
    relations = _relations(own_relations, entities.keys(), ontology, problems)
    stated = tuple(pair for part in parts for pair in part.stated_mentions)
    relations = _of_known_sources(relations, sources.keys(), problems)
    return DataSet(
        tuple(entities.values()),
        relations,
        tuple(passages.values()),
        tuple(problems),
        stated_mentions=stated,
        fact_sources=tuple(sources.values()),
    )


def together(known: Entity, later: Entity) -> Entity:
    """What two parts say of one entity; its type is what was said first. The first row of ``origin`` is the one that
    describes it."""
    names = {known.name_zh, known.name_en, *known.aliases}
    called_as_before = later.name_zh == later.name_en and later.name_zh in names
    first = known if called_as_before else later
    own = {first.name_zh, first.name_en}
    origins = (*known.origin.split("; "), *later.origin.split("; "))
    if later.description_zh or later.description_en:
        origins = (*later.origin.split("; "), *known.origin.split("; "))
    others = (*known.aliases, *later.aliases, known.name_zh, known.name_en, later.name_zh, later.name_en)
    return known.model_copy(
        update={
            **{name: getattr(later, name) or getattr(known, name) for name in OPEN_FIELDS},
            "name_zh": first.name_zh,
            "name_en": first.name_en,
            "aliases": tuple(name for name in dict.fromkeys(others) if name not in own),
            "tickers": tuple(dict.fromkeys((*known.tickers, *later.tickers))),
            "identifiers": tuple(dict.fromkeys((*known.identifiers, *later.identifiers))),
            **coordinates((later, known)),
            "attributes": one_of_each((*later.attributes, *known.attributes)),
            "origin": "; ".join(_first_of_each_file(dict.fromkeys(origins))),
        }
    )


def _first_of_each_file(origins: Iterable[str]) -> Iterator[str]:
    """Rows, as ``customers.csv:12``, without those of a file from which many came before: more would be shown to
    nobody, and every row that joins takes the time of all."""
    counted: dict[str, int] = {}
    for each in origins:
        file = each.rpartition(":")[0]
        counted[file] = counted.get(file, 0) + 1
        if counted[file] <= MOST_ROWS_OF_A_FILE:
            yield each


def coordinates(entities: Iterable[Entity]) -> dict[str, float | None]:
    """Those of the first that has any."""
    placed = next((each for each in entities if each.lat is not None), None)
    return {} if placed is None else {"lat": placed.lat, "lon": placed.lon}


def _fact_sources(parts: Sequence[DataSet]) -> tuple[dict[str, FactSource], list[Sequence[Relation]]]:
    """All of them by their ids, of which those that another one has in an earlier part get numbers; and the relations
    of every part, which refer to them."""
    found: dict[str, FactSource] = {}
    relations: list[Sequence[Relation]] = []
    for part in parts:
        renamed: dict[str, str] = {}
        for source in part.fact_sources:
            free = _free_id(source, found)
            found.setdefault(free, source.model_copy(update={"id": free}))
            if free != source.id:
                renamed[source.id] = free
        relations.append(_referring_to(part.relations, renamed))
    return found, relations


def _free_id(source: FactSource, found: Mapping[str, FactSource]) -> str:
    """The id of the same source, wherever it was read, or one that no other has."""
    free, number = source.id, 1
    while free in found and found[free].model_copy(update={"id": source.id, "origin": source.origin}) != source:
        number += 1
        free = f"{source.id}--{number}"
    return free


def _referring_to(relations: Sequence[Relation], renamed: Mapping[str, str]) -> Sequence[Relation]:
    """With the new ids of the sources."""
    if not renamed:
        return relations
    table = RelationTable.of(relations)
    rows = [row for row, source in enumerate(table.values("source_id")) if source in renamed]
    changed = {row: table[row].model_copy(update={"source_id": renamed[table[row].source_id]}) for row in rows}
    return table.with_changed(changed)


def _of_known_sources(relations: RelationTable, source_ids: Set[str], problems: list[RowProblem]) -> RelationTable:
    """A relation whose source is gone stays, and refers to none."""
    known = pa.array(["", *source_ids], pa.string())
    rows = np.flatnonzero(~pc.is_in(relations.column("source_id"), known).to_numpy())
    changed = {}
    for row in rows.tolist():
        relation = relations[row]
        changed[row] = relation.model_copy(update={"source_id": ""})
        problems.append(RowProblem(*origin_of(relation), "source_id", "source_gone", relation.source_id, repaired=True))
    return relations.with_changed(changed)


def _relations(
    parts: Sequence[Sequence[Relation]], entity_ids: Set[str], ontology: Ontology, problems: list[RowProblem]
) -> RelationTable:
    relations = RelationTable.joined(parts)
    kept = ~_said_otherwise(relations, np.repeat(np.arange(len(parts)), [len(part) for part in parts]))
    for row in np.flatnonzero(_may_be_faulty(relations, entity_ids, ontology)).tolist():
        relation = relations[row]
        fault = relation_fault(relation, entity_ids, ontology)
        if fault is not None:
            kept[row] = False
            problems.append(RowProblem(*origin_of(relation), *fault))
    relations = relations.only(kept)
    ids = numbered_ids(relations.values("id"))
    return relations.with_changed({row: relations[row].model_copy(update={"id": free}) for row, free in ids.items()})


def said_by(relation: Relation) -> Relation:
    """What a relation says, wherever it was read and whatever number its id has got."""
    return relation.model_copy(update={"id": _unnumbered(relation.id), "origin": ""})


def updated_by(relation: Relation) -> tuple[str, ...] | None:
    """What a relation of another part shares with this one if it says the same relation anew; None if none can.

    An id that is made of the ends is no name for one relation of several between them, nor is a numbered one.
    """
    made = f"{relation.source}--{relation.type}--{relation.target}"
    if _unnumbered(relation.id) != relation.id or relation.id == made:
        return None
    return relation.id, relation.type, relation.source, relation.target


def _unnumbered(relation_id: str) -> str:
    return _NUMBER.sub("", relation_id)


def _said_otherwise(relations: RelationTable, part_of: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Relations that say exactly what one of an earlier part does, or of which a later part says something new.

    Shape (relations,), and so is ``part_of``.
    """
    found = np.zeros(len(relations), dtype=bool)
    rows_of: dict[str, list[int]] = defaultdict(list)
    for row, relation_id in enumerate(relations.values("id")):
        rows_of[_unnumbered(relation_id)].append(row)
    for rows in rows_of.values():
        if part_of[rows[0]] == part_of[rows[-1]]:
            continue
        said = {row: said_by(relations[row]).model_dump_json() for row in rows}
        found[_updated([(row, key) for row in rows if (key := updated_by(relations[row]))], said, part_of)] = True
        first: dict[str, int] = {}
        for row in rows:
            if not found[row]:
                found[row] = first.setdefault(said[row], part_of[row]) < part_of[row]
    return found


def _updated(
    keyed: Sequence[tuple[int, tuple[str, ...]]], said: Mapping[int, str], part_of: NDArray[np.int64]
) -> list[int]:
    """Rows that say something else than the last part that has their key; keys as ``updated_by`` makes them."""
    last = {key: row for row, key in keyed}
    return [row for row, key in keyed if part_of[row] < part_of[last[key]] and said[row] != said[last[key]]]


def _may_be_faulty(relations: RelationTable, entity_ids: Set[str], ontology: Ontology) -> NDArray[np.bool_]:
    """Those of which ``relation_fault`` is to be asked, shape (relations,): all that have a fault."""
    known = pa.array(list(entity_ids), pa.string())
    types = pa.array([kind for kind in relations.column("type").unique().to_pylist() if kind in ontology], pa.string())
    source, target = relations.column("source"), relations.column("target")
    fine = (
        pc.is_in(relations.column("type"), types),
        pc.is_in(source, known),
        pc.is_in(target, known),
        pc.not_equal(source, target),
    )
    faulty: NDArray[np.bool_] = ~np.logical_and.reduce([each.to_numpy() for each in fine])
    return faulty
