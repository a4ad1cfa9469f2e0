"""A question is cut into tokens: the cut that leaves the fewest words unknown, and, of those, has the fewest tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from core.questions.chart import Token
from core.questions.lexicon import Lexicon

_WORD = re.compile(r"[^\W_\u3400-\u9fff]+(?:[.&+'’\-][^\W_\u3400-\u9fff]+)*")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_UNKNOWN_WORD, _UNKNOWN_CHARACTER = 4.0, 2.5


@dataclass(frozen=True)
class Candidate:
    """What ``question[start:end]`` may be, beside what the lexicon says; ``cost`` as a token of a cut."""

    start: int
    end: int
    readings: dict[str, tuple[Any, ...]]
    cost: float


@dataclass(frozen=True)
class Unknown:
    """A word that nothing is known of."""

    start: int
    end: int


def segments(question: str, folded: str, lexicon: Lexicon, candidates: Iterable[Candidate]) -> list[Token | Unknown]:
    """The best cut, left to right, without spaces."""
    by_start: dict[int, list[Candidate]] = {}
    for each in candidates:
        by_start.setdefault(each.start, []).append(each)
    length = len(folded)
    best: list[float] = [float("inf")] * (length + 1)
    step: list[tuple[int, Token | Unknown | None]] = [(0, None)] * (length + 1)
    best[0] = 0.0

    def reach(start: int, end: int, cost: float, what: Token | Unknown | None) -> None:
        if best[start] + cost < best[end]:
            best[end], step[end] = best[start] + cost, (start, what)

    for start in range(length):
        if best[start] == float("inf"):
            continue
        character = folded[start]
        if character.isspace():
            reach(start, start + 1, 0.0, None)
            continue
        reach_unknown(folded, start, reach)
        for end in range(start + 1, min(start + lexicon.longest, length) + 1):
            readings = lexicon[folded[start:end]]
            if readings is not None and _is_whole(folded, start, end):
                given = [each for each in by_start.get(start, ()) if each.end == end]
                merged = dict(readings)
                for each in given:
                    merged |= each.readings
                if given and not any("noise" in each.readings for each in given):
                    merged.pop("noise", None)
                cost = 0.95 if set(merged) == {"noise"} else 1.0
                reach(start, end, min([cost, *(each.cost for each in given)]), Token(start, end, merged))
        for each in by_start.get(start, ()):
            reach(start, each.end, each.cost, Token(start, each.end, each.readings))
    found: list[Token | Unknown] = []
    place = length
    while place > 0:
        before, what = step[place]
        if what is not None:
            found.append(what)
        place = before
    return found[::-1]


def reach_unknown(folded: str, start: int, reach: Any) -> None:
    """An unknown word, or a mark that says nothing."""
    word = _WORD.match(folded, start)
    if word is not None:
        reach(start, word.end(), _UNKNOWN_WORD, Unknown(start, word.end()))
    elif _CHINESE.match(folded[start]):
        reach(start, start + 1, _UNKNOWN_CHARACTER, Unknown(start, start + 1))
    else:
        reach(start, start + 1, 0.5, None)


def _is_whole(folded: str, start: int, end: int) -> bool:
    """Whether Latin letters and digits do not go on beyond either end."""
    before = start > 0 and _joins(folded[start - 1]) and _joins(folded[start])
    behind = end < len(folded) and _joins(folded[end]) and _joins(folded[end - 1])
    return not before and not behind


def _joins(character: str) -> bool:
    return character.isalnum() and not _CHINESE.match(character)
