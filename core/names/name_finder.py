"""Finding names in running text: at each position the longest name that begins there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np
from marisa_trie import Trie
from numpy.typing import NDArray

from core.names.name_table import Numbers
from core.names.normalise import fold_characters

_DIGITS_OF_A_YEAR = 4
LONGEST_NAME = 300  # characters of a Name at most
_CACHED_WORDS = 1 << 16
_BEGINNINGS = re.compile(r"[a-z0-9]+|[^a-z0-9\s]")  # a folded name begins with a Latin word or any other character
_INSIDE_WORD = re.compile(r"[a-z0-9]{2}")
_SURROGATES = re.compile("[\ud800-\udfff]")  # have no UTF-8, which the trie is made of


class Occurrence(NamedTuple):
    """``text[start:end]`` is the name with this number."""

    start: int
    end: int
    number: int


@dataclass(frozen=True)
class NameMatch:
    """``text[start:end]`` is a name of these entities (several if they share it)."""

    start: int
    end: int
    entity_ids: tuple[str, ...]


class FoldedNames:
    """All names of all entities, folded, in a trie that numbers them; the arrays are by that number.

    Name k is borne by ``bearer[start[k]:start[k + 1]]``; bearers are entity numbers. ``capitals``: never written in
    lower case. ``ticker``: letters that are nothing but a ticker. A trie mapped from its file needs no preparation.
    """

    def __init__(
        self, trie: Trie, start: Numbers, bearer: Numbers, capitals: NDArray[np.bool_], ticker: NDArray[np.bool_]
    ) -> None:
        self.trie, self.start, self.bearer, self.capitals, self.ticker = trie, start, bearer, capitals, ticker
        self._begins_with = lru_cache(_CACHED_WORDS)(lambda word: next(trie.iterkeys(word), None) is not None)

    def occurrences(self, text: str, *, respect_case: bool) -> Iterator[Occurrence]:
        """Names in ``text``, left to right, not overlapping, the longest first where several begin: Latin names between
        word boundaries, Chinese names anywhere.

        With ``respect_case``, a name written with capitals is not found in all-lower-case text ("arm", "meta"), and
        numbers of up to four digits are no names: a year is not the company whose ticker it looks like. Tickers made
        of letters count only in capitals ("SE", not "se").
        """
        folded = _SURROGATES.sub("\ufffd", fold_characters(text))
        taken = 0
        for beginning in _BEGINNINGS.finditer(folded):
            start = beginning.start()
            if start < taken or not self._begins_with(beginning[0]):
                continue
            for name in reversed(self.trie.prefixes(folded[start : start + LONGEST_NAME])):
                end = start + len(name)
                if _INSIDE_WORD.match(folded, end - 1):
                    continue
                number = self.trie.key_id(name)
                if self._is_written_as_name(number, text[start:end], respect_case=respect_case):
                    yield Occurrence(start, end, number)
                    taken = end
                    break

    def beginning_with(self, folded: str, most: int) -> list[int]:
        """Numbers of at most ``most`` names that begin with ``folded``."""
        whole = _SURROGATES.sub("\ufffd", folded)
        return [self.trie.key_id(name) for name in islice(self.trie.iterkeys(whole), most)]

    def bearers(self, number: int) -> list[int]:
        """Entity numbers of those who bear the name with this number."""
        found: list[int] = self.bearer[self.start[number] : self.start[number + 1]].tolist()
        return found

    def _is_written_as_name(self, number: int, written: str, *, respect_case: bool) -> bool:
        all_lower = respect_case and self.capitals[number] and written == written.lower()
        no_name = respect_case and written.isdigit() and len(written) <= _DIGITS_OF_A_YEAR
        no_ticker = self.ticker[number] and written != written.upper()
        return not (all_lower or no_name or no_ticker)


class NameFinder:
    """Finds names in running text and tells which entities bear them. ``entity_ids``: by entity number."""

    def __init__(self, names: FoldedNames, entity_ids: Sequence[str]) -> None:
        self._names = names
        self._entity_ids = entity_ids

    def find(self, text: str, *, respect_case: bool) -> list[NameMatch]:
        """As ``FoldedNames.occurrences``."""
        return [
            NameMatch(start, end, tuple(self._entity_ids[bearer] for bearer in self._names.bearers(number)))
            for start, end, number in self._names.occurrences(text, respect_case=respect_case)
        ]
