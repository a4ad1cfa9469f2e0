"""The vectors of a table by row number: for exact scoring of a few known rows without a search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.names.name_table import Numbers
from core.storage.embeddings import Vectors
from core.storage.mapped_files import map_array, save_arrays
from core.storage.row_keys import embedded_rows

_BLOCK = 4096  # rows copied at a time: 8 MB at 512 dimensions
_CAUTION = 100  # texts; the mean of a handful says little about what texts have in common


class StoredVectors:
    """The unit vectors of those table ``rows`` (ascending) that have one; all other rows have none. Thread-safe.

    On disk dimension × 4 bytes for each row that has a vector (2 kB at 512 dimensions), beside the same in LanceDB.
    """

    def __init__(self, folder: Path) -> None:
        self.rows: NDArray[np.int32] = map_array(folder / "rows.npy")
        self._matrix: Vectors = map_array(folder / "matrix.npy")
        self._centre: Vectors = map_array(folder / "centre.npy")
        shape = self._matrix.shape
        if len(shape) != 2 or shape[0] != len(self.rows) or self._centre.shape != shape[1:]:
            raise ValueError(f"{folder.name}: vectors of shape {shape} for {len(self.rows)} rows")

    def of(self, rows: Sequence[int] | Numbers) -> Vectors:
        """Vectors of table rows, shape (len(rows), dimension), in that order; zeros where a row has none."""
        wanted = np.asarray(rows, dtype=np.int64)
        vectors = np.zeros((len(wanted), self._matrix.shape[1]), dtype=np.float32)
        places, stored = self._places(wanted)
        vectors[stored] = self._matrix[places]
        return vectors

    def _places(self, rows: Numbers) -> tuple[Numbers, NDArray[np.bool_]]:
        """Places in the matrix of those table rows that have a vector, and which these are, shape (len(rows),)."""
        places = np.searchsorted(self.rows, rows)
        stored = places < len(self.rows)
        stored[stored] = self.rows[places[stored]] == rows[stored]
        return places[stored], stored

    def similarities(self, rows: Numbers, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Cosine of ``vector`` with each of these table rows, shape (len(rows),); NaN where a row has none."""
        return self._compared(rows, vector, np.zeros_like(self._centre))

    def centred_similarities(self, rows: Numbers, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The same after what all texts have in common, their mean vector, is taken away (Mu & Viswanath 2018,
        section 2): tells apart texts that are all alike, such as company profiles."""
        return self._compared(rows, vector, self._centre)

    def _compared(self, rows: Numbers, vector: NDArray[np.float32], centre: Vectors) -> NDArray[np.float32]:
        asked = vector - centre if vector.any() else vector  # a zero vector has no similarity
        asked = asked / max(float(np.linalg.norm(asked)), 1e-12)
        places, stored = self._places(rows)
        found = [np.zeros(0, np.float32)]
        for start in range(0, len(places), _BLOCK):
            vectors = self._matrix[places[start : start + _BLOCK]] - centre
            lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
            found.append(vectors @ asked / np.maximum(lengths, np.float32(1e-12)))
        cosines = np.full(len(rows), np.nan, dtype=np.float32)
        cosines[stored] = np.concatenate(found)
        return cosines


def save_vectors(vectors: Vectors, folder: Path, common: NDArray[np.bool_] | None = None) -> None:
    """Write the vectors of a table, shape (rows, dimension); a zero vector counts as none.

    The centre is the mean of the ``common`` rows (all by default), drawn towards zero where they are few.
    """
    rows = np.flatnonzero(embedded_rows(vectors))
    matrix = vectors if len(rows) == len(vectors) else vectors[rows]
    counted = np.ones(len(rows), dtype=bool) if common is None else common[rows]
    centre = matrix.sum(axis=0, where=counted[:, None]) / (counted.sum() + _CAUTION)
    save_arrays(folder, rows=rows.astype(np.int32), matrix=matrix, centre=centre.astype(np.float32))
