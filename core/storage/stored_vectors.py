"""The vectors of a table by row number: for exact scoring of a few known rows without a search."""

from __future__ import annotations

from collections.abc import Sequence
from io import SEEK_END
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from core.domain.name_table import Numbers
from core.storage.embeddings import Vectors
from core.storage.mapped_files import map_array, save_arrays

_BLOCK = 4096  # rows copied at a time: 8 MB at 512 dimensions


class StoredVectors:
    """The unit vectors of those table ``rows`` (ascending) that have one; all other rows have none. Thread-safe.

    On disk dimension × 4 bytes for each row that has a vector (2 kB at 512 dimensions), beside the same in LanceDB.
    Read, not mapped, as records are (record_files.py).
    """

    def __init__(self, folder: Path) -> None:
        self.rows: NDArray[np.int32] = map_array(folder / "rows.npy")
        shape = map_array(folder / "matrix.npy").shape
        if len(shape) != 2 or shape[0] != len(self.rows):
            raise ValueError(f"{folder.name}: vectors of shape {shape} for {len(self.rows)} rows")
        self.dimension = int(shape[1])
        self._file = (folder / "matrix.npy").open("rb", buffering=0)
        self._first = self._file.seek(0, SEEK_END) - 4 * self.dimension * len(self.rows)
        self._reading = Lock()

    def of(self, rows: Sequence[int] | Numbers) -> Vectors:
        """Vectors of table rows, shape (len(rows), dimension), in that order; zeros where a row has none."""
        wanted = np.asarray(rows, dtype=np.int64)
        vectors = np.zeros((len(wanted), self.dimension), dtype=np.float32)
        places = np.searchsorted(self.rows, wanted)
        for row in np.flatnonzero(self._stored(wanted, places)).tolist():
            with self._reading:
                self._file.seek(self._first + 4 * self.dimension * int(places[row]))
                self._file.readinto(vectors[row].data)
        return vectors

    def _stored(self, wanted: Numbers, places: Numbers) -> NDArray[np.bool_]:
        found = places < len(self.rows)
        found[found] = self.rows[places[found]] == wanted[found]
        return found

    def similarities(self, rows: Numbers, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Dot product of ``vector`` with each of these table rows, shape (len(rows),); NaN where a row has none."""
        found = [self._similarities(rows[start : start + _BLOCK], vector) for start in range(0, len(rows), _BLOCK)]
        return np.concatenate([np.zeros(0, np.float32), *found])

    def _similarities(self, rows: Numbers, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        vectors = self.of(rows)
        return np.where(vectors.any(axis=1), vectors @ vector, np.float32(np.nan))


def save_vectors(vectors: Vectors, folder: Path) -> None:
    """Write the vectors of a table, shape (rows, dimension); a zero vector counts as none."""
    rows = np.flatnonzero(np.any(vectors, axis=1))
    save_arrays(folder, rows=rows.astype(np.int32), matrix=vectors[rows])
