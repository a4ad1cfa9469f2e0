"""Words of relations with a slip of the keyboard: suplier, compeitors, shareholdres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

LEAST_LETTERS = 8
"""Of the word that is meant: a letter less in a shorter one makes other words, as backers bakers."""
_RELATIONS = frozenset(("noun", "verb"))


class Misspelt:
    """Finds the word for a relation that a word is which lacks one of its letters, doubles one, or has two in the wrong
    order; another letter in its place makes other words, as inventors of investors."""

    def __init__(self, phrases: Mapping[str, Mapping[str, tuple[Any, ...]]]) -> None:
        self._phrases = phrases

    def __getitem__(self, word: str) -> str | None:
        """The word that is meant; None where it may be another one, or none."""
        known = self._phrases
        if len(word) + 1 < LEAST_LETTERS or not word.isascii() or not word.isalpha() or word in known:
            return None
        found = {each for each in _meant(word) if each in known and len(each) >= LEAST_LETTERS}
        meant = [each for each in sorted(found) if _RELATIONS.intersection(known[each])]
        return meant[0] if meant and self._say_the_same(meant) else None

    def _say_the_same(self, words: Sequence[str]) -> bool:
        """Whether all mean the same, as supplier and suppliers do."""
        first, *others = ({key: self._phrases[word].get(key) for key in _RELATIONS} for word in words)
        return all(other == first for other in others)


def _meant(word: str) -> Iterator[str]:
    """Words that ``word`` is with one slip; their first letter is right."""
    for place in range(1, len(word) + 1):
        for letter in ascii_lowercase:
            yield word[:place] + letter + word[place:]
    for place in range(1, len(word)):
        if word[place] == word[place - 1]:
            yield word[:place] + word[place + 1 :]
        if place + 1 < len(word):
            yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]
