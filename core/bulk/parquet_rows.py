"""Rows of Parquet files by number, and partitions of them; written whole or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import ValidationError

from core.domain.records import Record
from core.errors import DataUnreadableError, first_line

AnyRecord = TypeVar("AnyRecord", bound=Record)
_FOOTER = 1 << 16  # bytes at the end of a file that tell it apart


class ParquetRows:
    """The rows of ``path``: one Parquet file, or a folder of them in the order of their names.

    Raises DataUnreadableError if that is not what is there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
        try:
            self._counts = [pq.read_metadata(file).num_rows for file in self.files]
        except (OSError, pa.ArrowException) as error:
            raise DataUnreadableError(file=path.name, detail=first_line(error)) from error

    def __len__(self) -> int:
        return sum(self._counts)

    def read(self, rows: range) -> pa.Table:
        """The rows from ``rows.start`` up to ``rows.stop``; only the row groups that hold them are read."""
        found = []
        first = 0
        for file, count in zip(self.files, self._counts, strict=True):
            if first < rows.stop and rows.start < first + count:
                found.append(_read(file, range(max(0, rows.start - first), min(count, rows.stop - first))))
            first += count
        return pa.concat_tables(found, promote_options="permissive") if found else pa.table({})

    def records(self, record_type: type[AnyRecord], rows: range) -> Iterator[AnyRecord]:
        """The same as validated records. Raises DataUnreadableError for a row that is none."""
        for number, values in enumerate(self.read(rows).to_pylist(), start=rows.start):
            try:
                yield record_type.model_validate({name: value for name, value in values.items() if value is not None})
            except ValidationError as error:
                detail = f"row {number + 1}: {error.errors()[0]['loc']}: {error.errors()[0]['msg']}"
                raise DataUnreadableError(file=self.path.name, detail=detail) from error

    def fingerprint(self) -> str:
        """Changes when files come or go, grow or are written anew."""
        digest = hashlib.sha256()
        for file in self.files:
            size = file.stat().st_size
            with file.open("rb") as content:
                content.seek(max(0, size - _FOOTER))
                digest.update(f"{file.name}\0{size}\0".encode() + content.read())
        return digest.hexdigest()


def _read(file: Path, rows: range) -> pa.Table:
    with pq.ParquetFile(file) as opened:
        groups: list[int] = []
        first, start = 0, 0
        for group in range(opened.num_row_groups):
            count = opened.metadata.row_group(group).num_rows
            if first < rows.stop and rows.start < first + count:
                start = start if groups else first
                groups.append(group)
            first += count
        return opened.read_row_groups(groups).slice(rows.start - start, len(rows))


def spans(rows: int, partitions: int, multiple: int = 1) -> list[range]:
    """At most ``partitions`` ranges that cover ``rows``, each but the last a multiple of ``multiple`` long."""
    size = max(1, -(-rows // (partitions * multiple))) * multiple
    return [range(start, min(start + size, rows)) for start in range(0, rows, size)]


def write_whole(table: pa.Table, file: Path) -> None:
    """Write a Parquet file that is there whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
    pq.write_table(table, partial)
    partial.replace(file)


def part(folder: Path, number: int) -> Path:
    """The file of a partition; names sort like numbers."""
    return folder / f"part-{number:06d}.parquet"


def missing_parts(folder: Path, partitions: Sequence[range]) -> list[int]:
    """Which partitions are not finished."""
    return [number for number in range(len(partitions)) if not part(folder, number).is_file()]
