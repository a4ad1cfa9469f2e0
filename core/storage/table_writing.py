"""Writing a LanceDB table of a version: row by row in the order of the records, batch by batch, then its indexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
from pydantic import BaseModel, ConfigDict

from core.names.name_table import Numbers
from core.storage.local_lancedb import FTS, Bitmap, IvfFlat, IvfSq, lancedb

_BATCH_ROWS = 8192


class Indexes(BaseModel):
    """The indexes of a table. ``partitions``: of its vector index, 0 for none; ``rounded``: that stores vectors in one
    byte a number, and the exact ones of what is found are compared once more."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    full_text: bool = False
    partitions: int = 0
    rounded: bool = True
    by_type: bool = False

    @property
    def exact(self) -> bool:
        """Whether one partition holds all vectors as they are."""
        return self.partitions == 1 and not self.rounded


@dataclass(frozen=True)
class TableContent:
    """What a table is to hold: ``part(rows)`` are the columns of these record rows; there are ``count`` of them."""

    name: str
    count: int
    part: Callable[[Numbers], pa.Table]
    indexes: Indexes = field(default_factory=Indexes)

    def batches(self, rows: Numbers) -> Iterator[pa.RecordBatch]:
        """The columns of ``rows``, at most 8192 at a time: what they take in memory is bounded."""
        for start in range(0, len(rows), _BATCH_ROWS):
            yield from self.part(rows[start : start + _BATCH_ROWS]).to_batches()

    def reader(self, rows: Numbers) -> pa.RecordBatchReader:
        """The same to be read one after the other."""
        return pa.RecordBatchReader.from_batches(self.schema, self.batches(rows))

    @property
    def schema(self) -> pa.Schema:
        """Of all parts."""
        return self.part(np.zeros(0, dtype=np.int64)).schema


def write_table(folder: Path, content: TableContent) -> None:
    """Write a table and its indexes into the LanceDB ``folder``. Raises OSError, RuntimeError or ValueError."""
    database = lancedb.connect(str(folder))
    rows = content.reader(np.arange(content.count))
    # "null": its own name for "nulls are meant"
    table = database.create_table(content.name, rows, schema=content.schema, on_bad_vectors="null")
    indexes = content.indexes
    if indexes.full_text:
        write_full_text_index(table)
    if indexes.partitions:
        kind = IvfSq if indexes.rounded else IvfFlat
        table.create_index("vector", config=kind("cosine", num_partitions=indexes.partitions))
    if indexes.by_type:
        table.create_index("type", config=Bitmap())  # or filtering by type costs more than the search


def write_full_text_index(table: lancedb.table.Table) -> None:
    """Index the embedded texts for keywords, in place of an index that may be there."""
    # the default tokenizer finds no Chinese words; icu does
    table.create_index("embedded_text", config=FTS(base_tokenizer="icu/split"))
