"""Finding names in running text: at each place the longest name that stands there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.names.name_table import NameTable, Numbers
from core.names.normalise import fold_characters, is_word_character

_DIGITS_OF_A_YEAR = 4
LONGEST_NAME = 300  # characters of a Name at most


@dataclass(frozen=True)
class NameMatch:
    """``text[start:end]`` is a name of these entities (several if they share it)."""

    start: int
    end: int
    entity_ids: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class FoldedNames:
    """All names of all entities as they are searched, folded; arrays of shape (names,).

    ``shorter[k]`` is the place of the longest other name that name k begins with, -1 if there is none.
    ``capitals``: never written in lower case. ``ticker``: letters that are nothing but a ticker.
    """

    table: NameTable
    shorter: Numbers
    capitals: NDArray[np.bool_]
    ticker: NDArray[np.bool_]


class NameFinder:
    """Finds names in running text: Latin names between word boundaries, Chinese names anywhere.

    With ``respect_case`` numbers of four digits are no names: a year is not the company whose ticker it looks like.

    Tickers made of letters count only in capitals ("SE", not "se"). Needs no preparation: the names that stand at a
    place are the last one in order not after the rest of the text, and the ones that it begins with.
    """

    def __init__(self, names: FoldedNames, entity_ids: Sequence[str]) -> None:
        self._names = names
        self._entity_ids = entity_ids

    def find(self, text: str, *, respect_case: bool) -> list[NameMatch]:
        """Names in ``text``, left to right, not overlapping, the longest first where several begin.

        With ``respect_case``, a name written with capitals is not found in all-lower-case text ("arm", "meta").
        """
        folded = fold_characters(text)
        matches: list[NameMatch] = []
        taken = 0
        for start in range(len(folded)):
            if start < taken or (start > 0 and _joined(folded[start - 1], folded[start])):
                continue
            for place, end in self._standing_at(folded, start):
                if self._is_name(place, text[start:end], folded, end, respect_case=respect_case):
                    bearers = self._names.table.bearers(place)
                    matches.append(NameMatch(start, end, tuple(self._entity_ids[number] for number in bearers)))
                    taken = end
                    break
        return matches

    def _standing_at(self, folded: str, start: int) -> Iterator[tuple[int, int]]:
        """Places and ends of all names that begin at ``start``, longest first."""
        names = self._names.table.names
        place = bisect_right(names, folded[start : start + LONGEST_NAME]) - 1
        while place >= 0:
            name = names[place]
            if folded.startswith(name, start):
                yield place, start + len(name)
            place = int(self._names.shorter[place])

    def _is_name(self, place: int, written: str, folded: str, end: int, *, respect_case: bool) -> bool:
        inside_word = end < len(folded) and _joined(folded[end - 1], folded[end])
        all_lower = respect_case and self._names.capitals[place] and written == written.lower()
        no_name = respect_case and written.isdigit() and len(written) <= _DIGITS_OF_A_YEAR
        no_ticker = self._names.ticker[place] and written != written.upper()
        return not (inside_word or all_lower or no_name or no_ticker)


def _joined(left: str, right: str) -> bool:
    return is_word_character(left) and is_word_character(right)
