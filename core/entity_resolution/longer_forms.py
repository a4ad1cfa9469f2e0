"""Whether one name is a longer form of another: with the place of the company in front, or behind it what it does."""

from __future__ import annotations

import re
from functools import cache

from rigour.territories import lookup_territory

from core.runtime.package_files import read_package_yaml

_LEAST = {True: 3, False: 2}  # letters, or characters where the name is Chinese, that the shorter name must have
_IDEOGRAPH = "\u3400"


def is_longer_form(first: str, second: str, says_little: re.Pattern[str]) -> bool:
    """Whether one of two comparable names is the other and a place before it, or words of its business behind it.

    ``says_little``: what may stand among them, words and characters.

    >>> [is_longer_form("tesla", other, re.compile("group")) for other in ("tesla motors", "tesla group", "teslaris")]
    [True, False, False]
    """
    shorter, longer = sorted((first, second), key=len)
    if shorter == longer or len(shorter) < _LEAST[shorter.isascii()] or says_little.fullmatch(shorter):
        return False
    if longer.startswith(shorter) and _breaks(longer, len(shorter)):
        return _only(_businesses(), longer[len(shorter) :], says_little)
    cut = len(longer) - len(shorter)
    return longer.endswith(shorter) and _breaks(longer, cut) and _is_place(longer[:cut].strip())


def _breaks(text: str, at: int) -> bool:
    """Whether a word may end here: at a space, or between two characters of which one is Chinese."""
    before, after = text[at - 1], text[at]
    return " " in (before, after) or before >= _IDEOGRAPH or after >= _IDEOGRAPH


def _only(words: re.Pattern[str], text: str, says_little: re.Pattern[str]) -> bool:
    """Whether ``text`` is made of such words, at least one, and of what says little."""
    rest, found = words.subn(" ", text)
    return found > 0 and not says_little.sub(" ", rest).strip()


def _is_place(text: str) -> bool:
    """A listed city or country, or a territory with a Chinese name; Latin letters may be a code, as EC is."""
    return text in _lists()["places"] or (not text.isascii() and lookup_territory(text) is not None)


@cache
def _businesses() -> re.Pattern[str]:
    chinese = sorted(_lists()["chinese"], key=lambda each: (-len(each), each))
    return re.compile(rf"\b(?:{'|'.join(_lists()['english'])})\b|{'|'.join(chinese)}")


@cache
def _lists() -> dict[str, list[str]]:
    lists: dict[str, list[str]] = read_package_yaml("core.entity_resolution", "longer_forms.yaml")
    return lists
