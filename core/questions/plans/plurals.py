"""The plural of an English noun of the ontology."""

from __future__ import annotations

import re

_IRREGULAR = {"person": "people", "headquarters": "headquarters", "man": "men", "woman": "women", "child": "children"}
_BEHIND = re.compile(r"^(\S+)( (?:of|for|in|with|that|to|from|by) .*| led)$")
"""A noun with what follows it: owner of shares, company led."""


def plural(noun: str) -> str:
    """suppliers, subsidiaries, sister companies, owners of shares; words that are no English stay as they are."""
    behind = _BEHIND.match(noun)
    if behind:
        return plural(behind[1]) + behind[2]
    start, space, last = noun.rpartition(" ")
    if not last.isascii() or not last[-1:].isalpha():
        return noun
    return start + space + _of_word(last)


def _of_word(word: str) -> str:
    lower = word.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return word if lower.endswith(("ics", "ries")) else f"{word}es"
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"
