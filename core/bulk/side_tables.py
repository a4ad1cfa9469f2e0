"""What every partition looks things up in: entities and passages by row, ids, names, vectors. Written once by the
driver, mapped by all workers of a machine, who share one copy of what they touch."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.bulk.job import JobFiles
from core.domain.records import Entity, Passage
from core.names.entity_names import EntityNames
from core.names.name_finder import FoldedNames
from core.names.name_tables import entity_names
from core.storage.embeddings import Vectors
from core.storage.mapped_files import TextColumn, map_array, map_columns, map_row_numbers, save_arrays, save_columns
from core.storage.mapped_files import save_row_numbers as save_numbers
from core.storage.name_files import map_names, save_names
from core.storage.record_files import RecordFile, json_line, save_lines

_ROWS_AT_ONCE = 10_000


def prepare(files: JobFiles) -> None:
    """Write the side tables, if they are not there. Holds all entities in memory, and the passages one by one."""
    if files.side.is_dir():
        return
    partial = files.side.with_name("side.partial")
    shutil.rmtree(partial, ignore_errors=True)
    rows = files.inputs.entities
    entities = list(rows.records(Entity, range(len(rows))))
    save_lines(map(json_line, entities), partial / "entities")
    ids = [entity.id for entity in entities]
    save_columns(pa.table({"id": pa.array(ids, pa.string())}), partial / "ids.arrow")
    save_numbers(ids, partial / "row_numbers")
    is_company = np.array([not files.job.ontology.is_bridge(entity.type) for entity in entities], dtype=bool)
    save_names(entity_names(entities, is_company), partial / "names")
    kinds: dict[str, int] = {}
    codes: list[int] = []

    def noted() -> Iterator[Passage]:
        for passage in _all_passages(files):
            codes.append(kinds.setdefault(passage.source_kind, len(kinds)))
            yield passage

    save_lines(map(json_line, noted()), partial / "passages")
    save_arrays(partial, kinds=np.array(codes, dtype=np.int32))
    save_columns(pa.table({"kind": pa.array(list(kinds), pa.string())}), partial / "kinds.arrow")
    partial.rename(files.side)


def _all_passages(files: JobFiles) -> Iterator[Passage]:
    rows = files.inputs.passages
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        yield from rows.records(Passage, range(start, min(start + _ROWS_AT_ONCE, len(rows))))


class EntitiesById(Mapping[str, Entity]):
    """Entities by id, each read when it is asked for."""

    def __init__(self, side: Path) -> None:
        self.ids = TextColumn(map_columns(side / "ids.arrow")["id"])
        self._records = RecordFile(Entity, side / "entities")
        self.row_of = map_row_numbers(self.ids.__getitem__, side / "row_numbers")

    def __getitem__(self, entity_id: str) -> Entity:
        return self._records[self.row_of[entity_id]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)


class NamedIn:
    """By passage row, the rows (as texts) of the entities that it names: those of passage k are in ``member`` from
    ``offset[k]`` up to ``offset[k + 1]``."""

    def __init__(self, folder: Path) -> None:
        self._offset: NDArray[np.int64] = map_array(folder / "offset.npy")
        self._member: NDArray[np.int32] = map_array(folder / "member.npy")

    def __call__(self, row: int) -> frozenset[str]:
        """Of the passage ``row``."""
        return frozenset(map(str, self._member[self._offset[row] : self._offset[row + 1]].tolist()))


@dataclass(frozen=True)
class NamedEntities:
    """Names, and the entities that bear them: ids by row, and which of them are companies, shape (entities,)."""

    names: EntityNames
    entity_ids: Sequence[str]
    is_company: NDArray[np.bool_]


class SideTables:
    """The side tables, opened when they are first touched."""

    def __init__(self, files: JobFiles) -> None:
        self._files = files
        self._side = files.side

    @cached_property
    def entities(self) -> EntitiesById:
        """Entities by id."""
        return EntitiesById(self._side)

    @cached_property
    def passages(self) -> RecordFile[Passage]:
        """Passages of the input by row."""
        return RecordFile(Passage, self._side / "passages")

    @cached_property
    def kinds(self) -> NDArray[np.object_]:
        """By passage row, its source kind."""
        names = np.array(map_columns(self._side / "kinds.arrow")["kind"].to_pylist(), dtype=object)
        return np.asarray(names[map_array(self._side / "kinds.npy")])

    @cached_property
    def names(self) -> FoldedNames:
        """The names of all entities."""
        return map_names(self._side / "names").folded

    @cached_property
    def named(self) -> NamedEntities:
        """The names with who bears them: for who reads texts."""
        ontology, entities = self._files.job.ontology, self.entities
        is_company = [not ontology.is_bridge(entities[each].type) for each in entities]
        return NamedEntities(map_names(self._side / "names"), entities.ids, np.array(is_company, dtype=bool))

    @cached_property
    def entity_vectors(self) -> Vectors:
        """Gathered vectors of the entities, shape (entities, dimension)."""
        return map_array(self._files.gathered / "entity_vectors.npy")

    @cached_property
    def passage_vectors(self) -> Vectors:
        """Gathered vectors of the passages of the input, shape (passages, dimension)."""
        return map_array(self._files.gathered / "passage_vectors.npy")

    @cached_property
    def named_in(self) -> NamedIn:
        """Which entities each passage of the input names."""
        return NamedIn(self._files.gathered / "named")
