"""Parquet → a table. What is nested is a column by its path, a list in one cell, as in JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import DataUnreadableError
from core.ingestion.formats.table import Table, TableRow, cell_text, column_names, fitting_row
from core.ingestion.reading_progress import RowProgress, counted, no_progress
from core.ingestion.records.problems import RowProblem

MAX_UNPACKED = 1_000_000_000  # bytes
_BATCH = 10_000  # rows that are held twice


def parquet_table(raw: bytes, name: str, progress: RowProgress = no_progress) -> Table:
    """The rows of a Parquet file, of which ``progress`` hears; line 1 is its first row.

    Raises DataUnreadableError for a damaged file, for one with very many columns, and for one that unpacks to more
    than ``MAX_UNPACKED``.
    """
    problems: list[RowProblem] = []
    try:
        file = pq.ParquetFile(pa.BufferReader(raw))
        columns = column_names(_flat(file.schema_arrow.empty_table()).column_names, name)
        _check_size(file, name)
        read = counted(_rows(file, len(columns), name, problems), file.metadata.num_rows, progress)
        rows = tuple(row for row in read if row is not None)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise DataUnreadableError(file=name, fault="damaged") from error
    return Table(name, columns, rows, tuple(problems))


def _check_size(file: pq.ParquetFile, name: str) -> None:
    """By unpacking: what the file says of its size counts a value that is repeated once."""
    unpacked = 0
    for batch in file.iter_batches(_BATCH):
        unpacked += sum(
            (column.dictionary_decode() if pa.types.is_dictionary(column.type) else column).nbytes
            for column in batch.columns
        )
        if unpacked > MAX_UNPACKED:
            raise DataUnreadableError(
                file=name, fault="unpacks_to", size=f"> {MAX_UNPACKED:,}", most=f"{MAX_UNPACKED:,}"
            )


def _flat(table: pa.Table) -> pa.Table:
    """Values within objects in columns of their own, called by the path to them."""
    while any(pa.types.is_struct(field.type) for field in table.schema):
        table = table.flatten()
    return table


def _rows(file: pq.ParquetFile, columns: int, name: str, problems: list[RowProblem]) -> Iterator[TableRow | None]:
    lines = count(1)
    for batch in file.iter_batches(_BATCH):
        for values in zip(
            *(column.to_pylist() for column in _flat(pa.Table.from_batches([batch])).columns), strict=True
        ):
            yield fitting_row(next(lines), [cell_text(value) for value in values], columns, name, problems)
