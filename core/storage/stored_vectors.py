"""The vectors of a table by row number: for exact scoring of a few known rows without a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.domain.name_table import Numbers
from core.storage.embeddings import Vectors
from core.storage.mapped_files import map_array, save_arrays

_BLOCK = 4096  # rows copied at a time: 8 MB at 512 dimensions


@dataclass(frozen=True, eq=False)
class StoredVectors:
    """``matrix[k]`` is the unit vector of table row ``rows[k]``, ascending; all other rows have none.

    On disk dimension × 4 bytes for each row that has a vector (2 kB at 512 dimensions), beside the same in LanceDB.
    """

    rows: NDArray[np.int32]
    matrix: Vectors

    def of(self, rows: Sequence[int] | Numbers) -> Vectors:
        """Vectors of table rows, shape (len(rows), dimension), in that order; zeros where a row has none."""
        wanted = np.asarray(rows, dtype=np.int64)
        vectors = np.zeros((len(wanted), self.matrix.shape[1]), dtype=np.float32)
        if len(self.rows):
            places = np.minimum(np.searchsorted(self.rows, wanted), len(self.rows) - 1)
            found = self.rows[places] == wanted
            vectors[found] = self.matrix[places[found]]
        return vectors

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


def map_vectors(folder: Path) -> StoredVectors:
    """The saved vectors. Raises OSError or ValueError if they cannot be read or do not fit."""
    vectors = StoredVectors(map_array(folder / "rows.npy"), map_array(folder / "matrix.npy"))
    if vectors.matrix.ndim != 2 or len(vectors.rows) != len(vectors.matrix):
        raise ValueError(f"{folder.name}: {vectors.matrix.shape} vectors for {len(vectors.rows)} rows")
    return vectors
