"""Single records that a person took out: they stay out of every build until they are put back."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from core.domain.records import Identifier, RelationIdentifier
from core.errors import GuanxiError
from core.ingestion.csv_files import DataSet
from core.storage.relation_table import RelationTable

FILE_NAME = "removed.json"
"""Below the knowledge base folder, beside the versions."""


class RemovalsUnreadableError(GuanxiError):
    """The list of records that a person took out cannot be read."""


class Removals(BaseModel):
    """Ids, of whatever source. With an entity go its relations and mentions, with a document its passages, with a
    passage the relations that are stated by nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    entities: tuple[Identifier, ...] = ()
    relations: tuple[RelationIdentifier, ...] = ()
    passages: tuple[Identifier, ...] = ()
    documents: tuple[Identifier, ...] = ()

    def and_also(self, more: Removals) -> Removals:
        """Both, each id once."""
        return Removals(
            **{
                name: tuple(dict.fromkeys((*getattr(self, name), *getattr(more, name))))
                for name in Removals.model_fields
            }
        )

    def but_not(self, back: Removals) -> Removals:
        """Without those of ``back``."""
        return Removals(
            **{
                name: tuple(each for each in getattr(self, name) if each not in getattr(back, name))
                for name in Removals.model_fields
            }
        )

    @property
    def any(self) -> bool:
        """Whether anything is removed."""
        return bool(self.entities or self.relations or self.passages or self.documents)


def load_removals(folder: Path) -> Removals:
    """What was taken out. Raises RemovalsUnreadableError: what a person removed must not come back by itself."""
    file = folder / FILE_NAME
    try:
        return Removals.model_validate_json(file.read_bytes()) if file.is_file() else Removals()
    except (OSError, ValidationError) as error:
        raise RemovalsUnreadableError(file=str(file), detail=" ".join(str(error).split())[:200]) from error


def save_removals(folder: Path, removals: Removals) -> None:
    """Write them, whole or not at all. To be called under the build lock."""
    if removals == load_removals(folder):
        return
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f"{FILE_NAME}.{os.getpid()}"
    partial.write_text(removals.model_dump_json(indent=2), encoding="utf-8")
    partial.replace(folder / FILE_NAME)


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
