"""Where Chinese words begin and end, by the dictionary of ICU: 大众 is a word, 隆基 is two characters."""

from __future__ import annotations

import re
from functools import cache
from threading import Lock

import icu

_BEYOND = re.compile("[\U00010000-\U0010ffff]")  # ICU counts two for each of these
_using = Lock()


def word_breaks(text: str) -> frozenset[int]:
    """Characters of ``text`` before which a word begins, and its end."""
    plain = _BEYOND.sub("\ufffd", text)
    with _using:  # an iterator holds its text
        words = _words()
        words.setText(plain)
        return frozenset((0, *words))


def is_dictionary_word(text: str) -> bool:
    """Whether all of ``text`` is one word."""
    return word_breaks(text) == {0, len(text)}


@cache
def _words() -> icu.BreakIterator:
    return icu.BreakIterator.createWordInstance(icu.Locale("zh"))
