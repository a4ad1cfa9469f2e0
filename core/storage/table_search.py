"""Searches of one LanceDB table, answered with row numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.names.name_table import Numbers
from core.runtime.background import BACKGROUND
from core.storage.local_lancedb import AsyncTable

Scores = NDArray[np.float64]
_FRAGMENT_BITS = 32  # a LanceDB row id is the number of a file, then the place in it
_BATCH_ROWS = 65_536


class SearchTable:
    """A table that is only read. Rows are numbered in the order they were written, or by an ``order``: LanceDB row ids,
    ascending, and the number of each. Thread-safe.

    Row numbers need no column to be read, which costs as much as finding the rows. LanceDB's blocking interface goes
    through an event loop of its own several times a search, and takes up to twice the time of one asynchronous call.
    """

    def __init__(self, table: AsyncTable, order: tuple[NDArray[np.uint64], Numbers] | None = None) -> None:
        self._table = table
        self._order = order

    def count(self, where: str | None = None) -> int:
        """How many rows there are, or meet an SQL condition."""
        return BACKGROUND.wait_for(self._table.count_rows(where))

    def first(self, column: str) -> list[Any]:
        """One column of the first row, empty where there is none. Raises OSError or RuntimeError if unreadable."""
        found = BACKGROUND.wait_for(self._table.query().select([column]).limit(1).to_arrow())
        values: list[Any] = found[column].to_pylist()
        return values

    def distinct(self, column: str, *, where: str) -> set[Any]:
        """The values of a column in the rows that meet an SQL condition."""
        found = BACKGROUND.wait_for(self._table.query().where(where).select([column]).to_arrow())
        return set(found[column].unique().to_pylist())

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """These columns of all rows, at most 65,536 rows at a time. Raises OSError or RuntimeError if unreadable."""
        query = self._table.query().select(list(columns))
        reader = BACKGROUND.wait_for(query.to_batches(max_batch_length=_BATCH_ROWS))

        async def following() -> pa.RecordBatch | None:
            return await anext(reader, None)

        while (batch := BACKGROUND.wait_for(following())) is not None:
            yield batch

    def columns(self, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """The values of some columns, row by row."""
        for batch in self.batches(names):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)

    def dimension(self) -> int:
        """Length of the vectors."""
        return int(BACKGROUND.wait_for(self._table.schema()).field("vector").type.list_size)

    def nearest(
        self, vector: NDArray[np.float32], *, limit: int, probes: int, where: str = ""
    ) -> tuple[Numbers, Scores]:
        """Rows nearest to ``vector``, shape (dimension,), best first, and their cosines in [-1, 1].

        ``probes``: partitions looked at where there is an index; ``where``: an SQL condition that rows must meet. Rows
        without a vector are never found. Cosines of an index that stores vectors rounded are rounded too.
        """
        query = self._nearest_to(vector, limit, probes)
        found = BACKGROUND.wait_for(
            (query.where(where) if where else query).select(["_distance"]).with_row_id().to_arrow()
        )
        return self._rows(found["_rowid"].to_numpy()), 1.0 - found["_distance"].to_numpy().astype(np.float64)

    def nearest_records(
        self, vector: NDArray[np.float32], columns: Sequence[str], *, limit: int, probes: int
    ) -> list[tuple[dict[str, Any], float]]:
        """The same, as values of ``columns`` by name, each with its cosine."""
        query = self._nearest_to(vector, limit, probes).select([*columns, "_distance"])
        found: list[dict[str, Any]] = BACKGROUND.wait_for(query.to_arrow()).to_pylist()
        return [(row, 1.0 - row.pop("_distance")) for row in found]

    def containing(self, words: str, *, column: str, limit: int) -> tuple[Numbers, Scores]:
        """Rows whose ``column`` contains any of ``words``, best first, and their BM25 scores (> 0)."""
        query = self._table.query().nearest_to_text(words, columns=[column]).limit(limit)
        found = BACKGROUND.wait_for(query.select(["_score"]).with_row_id().to_arrow())
        return self._rows(found["_rowid"].to_numpy()), found["_score"].to_numpy().astype(np.float64)

    def _nearest_to(self, vector: NDArray[np.float32], limit: int, probes: int) -> Any:
        return (
            self._table.query().nearest_to(vector).column("vector").distance_type("cosine").nprobes(probes).limit(limit)
        )

    def _rows(self, ids: NDArray[np.uint64]) -> Numbers:
        """Row numbers of LanceDB row ids."""
        if self._order is not None:
            known, rows = self._order
            return np.asarray(rows[np.searchsorted(known, ids)])
        files = (ids >> np.uint64(_FRAGMENT_BITS)).astype(np.int64)
        places = (ids & np.uint64((1 << _FRAGMENT_BITS) - 1)).astype(np.int64)
        return self._first_rows[files] + places

    @cached_property
    def _first_rows(self) -> Numbers:
        """By number of the file, the number of its first row."""
        return BACKGROUND.wait_for(self._read_first_rows())

    async def _read_first_rows(self) -> Numbers:
        statistics: Any = await self._table.stats()  # a plain dictionary, whatever its type says
        files = statistics["fragment_stats"]["num_fragments"]
        before = [await self._table.count_rows(f"_rowid < {file << _FRAGMENT_BITS}") for file in range(1, files)]
        return np.array([0, *before], dtype=np.int64)
