"""Arrays and columns as files that are mapped into memory: opened at once, read where they are touched, and shared
between processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex, TypeVar, overload
from zipfile import BadZipFile

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.names.name_table import Numbers

Number = TypeVar("Number", bound=np.generic)
_ROWS_A_BATCH = 1 << 18
_REMEMBERED_ROWS = 4_000


def save_arrays(folder: Path, **arrays: NDArray[Any]) -> None:
    """Write one ``.npy`` file per array into ``folder``.

    Raises OSError that says why: ``numpy.save`` itself only tells how many bytes were not written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        rows = np.ascontiguousarray(array)
        with (folder / f"{name}.npy").open("wb") as file:
            np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(rows))
            file.write(rows.data)


def map_array(path: Path) -> NDArray[Any]:
    """The array of a ``.npy`` file, read-only. Raises OSError or ValueError if it cannot be read."""
    try:
        return np.asarray(np.load(path, mmap_mode="r"))
    except (EOFError, BadZipFile) as error:
        raise ValueError(f"{path.name} is empty or no array: {error}") from error


def spans(array: NDArray[Number], firsts: Numbers, counts: Numbers) -> NDArray[Number]:
    """``counts[k]`` rows from row ``firsts[k]`` on, for each k, one after the other."""
    ends = np.cumsum(counts)
    within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
    found: NDArray[Number] = array[np.repeat(firsts, counts) + within]
    return found


def save_columns(table: pa.Table, path: Path) -> None:
    """Write ``table`` as an Arrow IPC file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=_ROWS_A_BATCH)


def map_columns(path: Path) -> pa.Table:
    """The table of an Arrow IPC file, mapped. Raises OSError or ArrowException if it cannot be read."""
    return pa.ipc.open_file(pa.memory_map(str(path))).read_all()


class TextColumn(Sequence[str]):
    """A mapped column of texts that reads like a list of them."""

    def __init__(self, column: pa.ChunkedArray) -> None:
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    @overload
    def __getitem__(self, place: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> str | list[str]:
        if isinstance(place, slice):
            return self.at(np.arange(len(self))[place])
        text: str = self._column[index(place)].as_py()
        return text

    def at(self, places: Numbers) -> list[str]:
        """The texts at ``places``, in that order: many at once cost little more than one."""
        texts: list[str] = self._column.take(pa.array(places)).to_pylist()
        return texts


class RowNumbers:
    """Id → row number, over the sorted 64-bit hashes of all ids; the id itself is compared at the end.

    ``former``: ids that are gone → the ids that replace them.
    """

    def __init__(
        self,
        id_of: Callable[[int], str],
        hashes: NDArray[np.uint64],
        rows: NDArray[np.int32],
        former: Mapping[str, str] | None = None,
    ) -> None:
        self._id_of = id_of
        self._hashes = hashes
        self._rows = rows
        self._former = former or {}
        self._found = lru_cache(maxsize=_REMEMBERED_ROWS)(self._find)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, identifier: str) -> int:
        """The row of ``identifier``. Raises KeyError if there is none."""
        return self._found(identifier)

    def _find(self, identifier: str) -> int:
        identifier = self._former.get(identifier, identifier)
        wanted = np.uint64(int.from_bytes(_hash(identifier), "little"))
        place = int(np.searchsorted(self._hashes, wanted))
        while place < len(self._hashes) and self._hashes[place] == wanted:
            row = int(self._rows[place])
            if self._id_of(row) == identifier:
                return row
            place += 1
        raise KeyError(identifier)

    def __contains__(self, identifier: str) -> bool:
        return self.get(identifier) is not None

    def get(self, identifier: str) -> int | None:
        """The row of ``identifier``, or None."""
        try:
            return self[identifier]
        except KeyError:
            return None


def save_row_numbers(ids: Sequence[str], folder: Path) -> None:
    """Write what RowNumbers needs of ``ids``, in row order."""
    hashes = np.frombuffer(b"".join([_hash(identifier) for identifier in ids]), dtype="<u8")
    order = np.argsort(hashes, kind="stable")
    save_arrays(folder, hashes=hashes[order], rows=order.astype(np.int32))


def map_row_numbers(id_of: Callable[[int], str], folder: Path, former: Mapping[str, str] | None = None) -> RowNumbers:
    """The saved row numbers of ids. Raises OSError or ValueError if they cannot be read or do not fit."""
    hashes, rows = map_array(folder / "hashes.npy"), map_array(folder / "rows.npy")
    if len(hashes) != len(rows):
        raise ValueError(f"{folder.name}: {len(hashes)} hashes and {len(rows)} rows")
    return RowNumbers(id_of, hashes, rows, former)


def _hash(identifier: str) -> bytes:
    return blake2b(identifier.encode("utf-8", "surrogatepass"), digest_size=8).digest()
