"""Records by row number, each read from its file when it is asked for.

Read, not mapped: a mapped file counts as this process's memory wherever it was touched, and rows asked for are
scattered over all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.domain.records import Record
from core.storage.mapped_files import map_array, save_arrays

Stored = TypeVar("Stored", bound=Record)


class RecordFile(Generic[Stored]):
    """Row k is the JSON between bytes ``offsets[k]`` and ``offsets[k + 1]`` of ``records.jsonl``. Thread-safe."""

    def __init__(self, record_type: type[Stored], folder: Path) -> None:
        self._record_type = record_type
        self._offsets: NDArray[np.int64] = map_array(folder / "offsets.npy")
        self._file = (folder / "records.jsonl").open("rb", buffering=0)
        self._reading = Lock()
        if not len(self._offsets) or self._offsets[-1] != (folder / "records.jsonl").stat().st_size:
            raise ValueError(f"{folder.name}: the records do not end where they should")

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, row: int) -> Stored:
        """The record of ``row`` (0 ≤ row < rows). Raises OSError if it cannot be read."""
        start, end = self._offsets[row : row + 2].tolist()
        with self._reading:
            self._file.seek(start)
            line = self._file.read(end - start)
        return self._record_type.model_validate_json(line)


def save_records(records: Sequence[Record], folder: Path) -> None:
    """Write ``records`` in order, one JSON object a line, what is default left out."""
    folder.mkdir(parents=True)
    offsets = np.zeros(len(records) + 1, dtype=np.int64)
    with (folder / "records.jsonl").open("wb") as file:
        for row, record in enumerate(records, start=1):
            offsets[row] = offsets[row - 1] + file.write(record.model_dump_json(exclude_defaults=True).encode() + b"\n")
    save_arrays(folder, offsets=offsets)
