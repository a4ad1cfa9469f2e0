"""Whether the words of a name are words that companies are described with: steel is one, Foxconn is none."""

from __future__ import annotations

from core.names.normalise import normalise_name
from core.retrieval.common_words import CommonWords
from core.retrieval.meant_names import Named
from core.retrieval.near_names import names_beginning_alike, names_of_family

LEAST_LETTERS = 2
"""Of a word that can be a name by itself."""
OTHERS_A_BEARER = 3
"""Companies described with the first word of a family of names, for each that bears it, at most."""


class NameWords:
    """Judges words by the descriptions of the companies of ``named``."""

    def __init__(self, named: Named, common: CommonWords) -> None:
        self._named = named
        self._common = common

    def is_word(self, written: str, bearer: str) -> bool:
        """Whether a ticker is a word of the texts: in lower case even a rare one is, in capitals a common one."""
        if written.isdigit():
            return False
        if self._common.is_common(written, [self._named.node_of[bearer]]):
            return True
        if written == written.upper():
            return False
        return len(written) <= LEAST_LETTERS or not self._common.is_rare(written, [self._named.node_of[bearer]], 0)

    def is_described_word(self, word: str) -> bool:
        """Whether the beginning of names is a word that others are described with, as semiconductor is."""
        family = names_of_family(self._named.names, word)
        return not self._common.is_name(word, family.keys(), OTHERS_A_BEARER)

    def beginning_alike(self, normalised: str) -> dict[int, float]:
        """Companies that are told by the first word of several, unless others are described with it, as with Tokyo."""
        alike = names_beginning_alike(self._named.names, normalised)
        first = normalised.partition(" ")[0]
        return alike if self._common.is_name(first, alike.keys(), 1) else {}

    def is_rare(self, text: str) -> bool:
        """Whether hardly any company is described with some word of ``text``, or some pair of Chinese characters."""
        words = [word for word in normalise_name(text).split() if len(word) > 1]
        pairs = [text[place : place + 2] for place in range(len(text) - 1)]
        return any(map(self._common.is_rare, words if text.isascii() else pairs))
