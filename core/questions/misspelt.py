"""Words of relations with a slip of the keyboard: suplier, compeitors, shareholdres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

LEAST_LETTERS = 8
"""Of the word that is meant: a letter less in a shorter one makes other words, as backers bakers."""
_RELATIONS = frozenset(("noun", "verb"))


class Misspelt:
    """Finds the word for a relation that a word is which lacks one of its letters, doubles one, or has two in the wrong
    order; another letter in its place makes other words, as inventors of investors."""

    def __init__(self, phrases: Mapping[str, Mapping[str, tuple[Any, ...]]]) -> None:
        known = frozenset(phrases)
        meant: dict[str, set[str]] = {}
        for word, readings in phrases.items():
            if len(word) >= LEAST_LETTERS and word.isascii() and word.isalpha() and _RELATIONS & set(readings):
                for slip in _slips(word):
                    if slip not in known:
                        meant.setdefault(slip, set()).add(word)
        self._meant = {slip: min(words) for slip, words in meant.items() if _say_the_same(words, phrases)}

    def __getitem__(self, word: str) -> str | None:
        """The word that is meant; None where it may be another one, or none."""
        return self._meant.get(word)


def _slips(word: str) -> Iterator[str]:
    for place in range(1, len(word)):
        yield word[:place] + word[place + 1 :]
        yield word[:place] + word[place] + word[place:]
        if place + 1 < len(word):
            yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _say_the_same(words: Iterable[str], phrases: Mapping[str, Mapping[str, tuple[Any, ...]]]) -> bool:
    """Whether all mean the same, as supplier and suppliers do."""
    first, *others = ({key: meant for key, meant in phrases[word].items() if key in _RELATIONS} for word in words)
    return all(other == first for other in others)
