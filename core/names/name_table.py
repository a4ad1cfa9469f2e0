"""Sorted unique names with their bearers, looked up by bisection: nothing is held in memory per name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.integer[Any]]
_AFTER_EVERYTHING = "\U0010ffff"


@dataclass(frozen=True, eq=False)
class NameTable:
    """``names`` ascending by code point, each once; name k is borne by ``bearer[start[k]:start[k + 1]]``.

    ``start`` has shape (names + 1,); bearers are entity numbers.
    """

    names: Sequence[str]
    start: Numbers
    bearer: Numbers

    def place(self, name: str) -> int | None:
        """The index of ``name``; None if nobody bears it, and of nothing, which is left of a name of symbols alone."""
        if not name:
            return None
        place = bisect_left(self.names, name)
        return place if place < len(self.names) and self.names[place] == name else None

    def beginning_with(self, text: str) -> range:
        """Places of the names that begin with ``text``."""
        return range(bisect_left(self.names, text), bisect_left(self.names, text + _AFTER_EVERYTHING))

    def bearers(self, place: int) -> list[int]:
        """Entity numbers of those who bear the name at ``place``."""
        found: list[int] = self.bearer[self.start[place] : self.start[place + 1]].tolist()
        return found
