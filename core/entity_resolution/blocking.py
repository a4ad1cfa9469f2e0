"""Which of very many names are worth comparing: those that share rare runs of characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_ROWS_AT_A_TIME = 2_000
_RUN = 3  # characters; Chinese names, which are short, by two
_COMMONEST = 1_000  # a run that more names have says little, and would cost the most
_IDEOGRAPH = 0x2E80
Numbers = NDArray[np.int64]


class NameGrams:
    """Names by their runs of characters, each run weighing the more the fewer names have it (inverse document
    frequency), each name scaled to length 1: the product of two names is their cosine, in [0, 1]."""

    def __init__(self, names: Sequence[str]) -> None:
        """Index ``names``, normalised."""
        numbers: dict[str, int] = {}
        counts = _occurrences(names, numbers, grow=True)
        self._numbers = numbers
        named_by = np.bincount(counts.indices, minlength=len(numbers))
        rarity = np.log((1 + len(names)) / (1 + named_by)) + 1.0
        self._weight = np.where(named_by <= max(_COMMONEST, 1), rarity, 0.0)
        self._matrix = self._scaled(counts)
        self._by_run = self._matrix.T.tocsr()

    def alike(self, least: float) -> Iterator[tuple[Numbers, Numbers]]:
        """Pairs of places of names, the first place the smaller one, whose cosine is at least ``least``."""
        for start, found in self._products(self._matrix):
            rows, columns, cosines = found.row + start, found.col, found.data
            kept = (rows < columns) & (cosines >= least)
            yield rows[kept].astype(np.int64), columns[kept].astype(np.int64)

    def nearest(self, names: Sequence[str], limit: int) -> list[list[int]]:
        """For each of ``names``, normalised, the places of at most ``limit`` indexed ones, the nearest first."""
        asked = self._scaled(_occurrences(names, self._numbers, grow=False))
        nearest: list[list[int]] = []
        for _, found in self._products(asked):
            rows = found.tocsr()
            for row in range(rows.shape[0]):
                span = slice(rows.indptr[row], rows.indptr[row + 1])
                places, cosines = rows.indices[span], rows.data[span]
                order = np.lexsort((places, -cosines))[:limit]
                nearest.append([int(place) for place in places[order]])
        return nearest

    def _products(self, asked: csr_matrix) -> Iterator[tuple[int, csr_matrix]]:
        for start in range(0, asked.shape[0], _ROWS_AT_A_TIME):
            yield start, (asked[start : start + _ROWS_AT_A_TIME] @ self._by_run).tocoo()

    def _scaled(self, counts: csr_matrix) -> csr_matrix:
        from scipy.sparse import diags

        weighted = counts @ diags(self._weight)
        lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
        scaled = (diags(1.0 / np.where(lengths > 0, lengths, 1.0)) @ weighted).tocsr().astype(np.float32)
        scaled.eliminate_zeros()
        return scaled


def _occurrences(names: Sequence[str], numbers: dict[str, int], *, grow: bool) -> csr_matrix:
    """Shape (names, runs): 1 where a name has a run. ``numbers``: run → its number, new ones added if it may grow."""
    from scipy.sparse import csr_matrix

    indices: list[int] = []
    ends = [0]
    for name in names:
        runs = dict.fromkeys(_runs(name))
        if grow:
            indices += [numbers.setdefault(run, len(numbers)) for run in runs]
        else:
            indices += [numbers[run] for run in runs if run in numbers]
        ends.append(len(indices))
    shape = (len(names), len(numbers))
    return csr_matrix((np.ones(len(indices), np.float32), np.array(indices, np.int64), np.array(ends)), shape)


def _runs(name: str) -> Iterator[str]:
    text = f" {name.replace(' ', '')} "
    for start in range(len(text) - 1):
        size = 2 if ord(text[start + 1]) >= _IDEOGRAPH else _RUN
        if start + size <= len(text):
            yield text[start : start + size]
