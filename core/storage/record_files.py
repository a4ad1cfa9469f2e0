"""Records by row number, each read from its file on access.

Read, not mapped: a mapped file counts as this process's memory wherever it was touched, and rows asked for are
scattered over all of it.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Sequence
from io import SEEK_END
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import numpy as np
import xxhash
from numpy.typing import NDArray

from core.domain.records import Record
from core.errors import KnowledgeBaseCorruptError, first_line
from core.storage.mapped_files import map_array, save_arrays

_SPAN = struct.Struct("<qq")
_WRITTEN_AT_ONCE = 10_000  # records
Stored = TypeVar("Stored", bound=Record)


class RecordFile(Generic[Stored]):
    """Row k is the JSON between bytes ``offsets[k]`` and ``offsets[k + 1]`` of ``records.jsonl``. Thread-safe."""

    def __init__(self, record_type: type[Stored], folder: Path) -> None:
        self._record_type = record_type
        self._folder = folder
        offsets = map_array(folder / "offsets.npy")
        self._rows = len(offsets) - 1
        self._file = (folder / "records.jsonl").open("rb", buffering=0)
        self._offsets = (folder / "offsets.npy").open("rb", buffering=0)
        self._first_offset = self._offsets.seek(0, SEEK_END) - offsets.nbytes
        self._reading = Lock()
        if self._rows < 0 or offsets[-1] != self._file.seek(0, SEEK_END):
            raise ValueError(f"{folder.name}: the records do not end where they should")

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, row: int) -> Stored:
        """The record of ``row`` (0 ≤ row < rows). Raises KnowledgeBaseCorruptError if it cannot be read: in a version
        that is too large to be compared with its checksums, damage is found by who comes upon it."""
        try:
            with self._reading:
                self._offsets.seek(self._first_offset + 8 * row)
                start, end = _SPAN.unpack(self._offsets.read(_SPAN.size))
                self._file.seek(start)
                line = self._file.read(end - start)
            return self._record_type.model_validate_json(line)
        except (OSError, ValueError, OverflowError, struct.error) as error:
            version, name = self._folder.parents[1], self._folder.name
            detail = f"records/{name}/records.jsonl, row {row}: {first_line(error)}"
            raise KnowledgeBaseCorruptError(folder=str(version), detail=detail) from error

    def all(self) -> list[Stored]:
        """Every record, in order, read at once. Raises OSError or ValueError if they cannot be read."""
        with self._reading:
            self._file.seek(0)
            lines = self._file.readall().splitlines()
        return list(map(self._record_type.model_validate_json, lines))


class LinesRead:
    """Records and the lines of JSON that ``json_line`` once made of them: such a record need not be written anew.

    Told apart by identity: what has been changed since is another object.
    """

    def __init__(self) -> None:
        self._lines: dict[int, bytes] = {}
        self._records: list[Sequence[Record]] = []  # holding them keeps their identities their own

    def keep(self, records: Sequence[Record], lines: Sequence[bytes]) -> None:
        """Each of ``records`` was read from its line, which ends with a line break."""
        self._records.append(records)
        self._lines.update(zip(map(id, records), lines, strict=True))

    def of(self, record: Record) -> bytes:
        """The line of the record."""
        return self._lines.get(id(record)) or json_line(record)


def save_lines(lines: Iterable[bytes], folder: Path) -> NDArray[np.uint64]:
    """Write records as ``json_line`` makes them, in order.

    Returns a 128-bit digest of each, shape (records, 2): XXH3, which takes a fifth of the time of a cryptographic one.
    """
    folder.mkdir(parents=True)
    lengths, digests, all_lines = array("q", [0]), bytearray(), iter(lines)
    with (folder / "records.jsonl").open("wb") as file:
        while some := list(islice(all_lines, _WRITTEN_AT_ONCE)):
            file.write(b"".join(some))
            lengths.extend(map(len, some))
            digests += b"".join([xxhash.xxh3_128_digest(line) for line in some])
    save_arrays(folder, offsets=np.cumsum(np.array(lengths, dtype="<i8")))
    return np.frombuffer(bytes(digests), dtype=np.uint64).reshape(-1, 2)


def json_line(record: Record) -> bytes:
    """A record as a line of JSON, what is default left out: what ``model_dump_json`` writes, in half the time."""
    return record.__pydantic_serializer__.to_json(record, exclude_defaults=True) + b"\n"
