"""The rows of every table of a version: records, ids, lines of JSON, and the texts that are embedded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc

from core.domain.records import Entity, Identified, Passage
from core.ingestion.building.embedded_texts import entity_text, passage_text, triplet_text
from core.ingestion.progress import Stage
from core.ingestion.records.profiles import bridge_names
from core.ontology import Ontology
from core.storage.record_files import LinesRead
from core.storage.relation_table import RelationTable


@dataclass(frozen=True, eq=False)
class TableRows:
    """Row k of everything is of record k. ``lines``, what ``json_line`` makes of the records, are made while they are
    read, once."""

    records: Sequence[Identified]
    ids: Sequence[str]
    lines: Iterable[bytes]
    texts: Sequence[str]


def table_rows(
    entities: Sequence[Entity],
    relations: RelationTable,
    passages: Sequence[Passage],
    read: LinesRead,
    ontology: Ontology,
) -> dict[Stage, TableRows]:
    """``read``: lines that entities and passages came from."""
    by_id = {entity.id: entity for entity in entities}
    bridges = bridge_names(relations, by_id, ontology)
    entity_texts = [entity_text(entity, bridges.get(entity.id, ())) for entity in entities]
    relation_texts = _triplet_texts(relations, by_id, ontology)
    return {
        "entities": TableRows(entities, list(by_id), map(read.of, entities), entity_texts),
        "relations": TableRows(relations, relations.values("id"), relations.lines(), relation_texts),
        "passages": TableRows(
            passages, [each.id for each in passages], map(read.of, passages), list(map(passage_text, passages))
        ),
    }


def _triplet_texts(relations: RelationTable, entities: Mapping[str, Entity], ontology: Ontology) -> list[str]:
    """Only of those that have evidence, which in a large set few have, a record is made."""
    evidence = [pc.not_equal(relations.column(field), "").to_numpy() for field in ("evidence_zh", "evidence_en")]
    texts, rows = [""] * len(relations), np.flatnonzero(np.logical_or(*evidence))
    for row, relation in zip(rows.tolist(), relations.at(rows), strict=True):
        texts[row] = triplet_text(relation, entities, ontology)
    return texts
