"""Finding names in very many texts: what ``NameFinder`` finds in each, some fifty times as fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.names.code_points import code_points, in_batches, raw_code_points
from core.names.name_finder import LONGEST_NAME, FoldedNames

_ALL_CHARACTERS = 0x110000


@dataclass(frozen=True, eq=False)
class Matches:
    """Match k: in text ``text[k]`` from character ``start[k]`` to ``end[k]`` stands the name at ``place[k]`` of the
    table; text by text, left to right. All of shape (matches,)."""

    text: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    place: NDArray[np.int64]


class BulkNameFinder:
    """``NameFinder`` for many texts at once: the same names at the same places."""

    def __init__(self, names: FoldedNames) -> None:
        from core.names.name_kernels import mark_beginnings  # loads the compiler

        self.table = names.table
        points, starts = raw_code_points(list(names.table.names))
        beginnings = points[starts[:-1]]  # ascending, for names are, and none is empty
        first = np.searchsorted(beginnings, np.arange(_ALL_CHARACTERS + 1, dtype=np.uint32)).astype(np.int64)
        shorter, beginnings = names.shorter.astype(np.int64), mark_beginnings(points, starts)
        self._names = (points, starts, first, shorter, names.capitals, names.ticker, beginnings)

    def find(self, texts: Sequence[str], *, respect_case: bool) -> Matches:
        """All matches in ``texts``; ``respect_case`` as in ``NameFinder.find``."""
        from core.names.name_kernels import find_names  # loads the compiler

        def find(part: slice) -> NDArray[np.int64]:
            some = code_points(texts[part])
            room = np.empty((len(some.folded) // 2 + 1, 4), dtype=np.int64)  # a name has two characters or more
            count = find_names(some.folded, some.traits, some.starts, *self._names, respect_case, LONGEST_NAME, room)
            return np.asarray(room[:count] + np.array([part.start, 0, 0, 0]))

        return Matches(*np.concatenate([np.zeros((0, 4), dtype=np.int64), *in_batches(find, texts)]).T.copy())
