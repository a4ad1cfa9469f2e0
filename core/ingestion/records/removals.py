"""Records without those that a person took out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.ingestion.records.csv_files import DataSet
from core.storage.relation_table import RelationTable
from core.workspace.removals import Removals


def without(data: DataSet, removals: Removals) -> DataSet:
    """``data`` without what was taken out and what hangs on it."""
    if not removals.any:
        return data
    entities, relations, documents = set(removals.entities), set(removals.relations), set(removals.documents)
    passages = {each.id for each in data.passages if {each.id, each.document_id} & documents} | set(removals.passages)
    table = RelationTable.of(data.relations)
    gone_by = (("id", relations), ("passage_id", passages), ("source", entities), ("target", entities))
    gone = [np.array([value in ids for value in table.values(field)], dtype=bool) for field, ids in gone_by if ids]

    return replace(
        data,
        entities=tuple(each for each in data.entities if each.id not in entities),
        relations=table.only(~np.logical_or.reduce(gone)) if gone else table,
        passages=tuple(each for each in data.passages if each.id not in passages),
        stated_mentions=tuple(
            (passage, entity)
            for passage, entity in data.stated_mentions
            if passage not in passages and entity not in entities
        ),
    )
