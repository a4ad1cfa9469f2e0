"""A question is cut into tokens: the cut that leaves the fewest words unknown, and, of those, has the fewest tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import Any

from core.names.word_breaks import word_breaks
from core.questions.parsing.chart import Token
from core.questions.vocabulary.lexicon import Lexicon

_WORD = re.compile(r"[^\W_\u3400-\u9fff]+(?:[.&+'’\-][^\W_\u3400-\u9fff]+)*")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_CAN_ZH = "能"
_RIVAL_ZH = "对手"
"""One word: 手中有 in 竞争对手中有 does not begin within it."""
_SAYING = frozenset(
    ("name", "person", "place", "class", "condition", "year", "number", "noun", "verb", "not", "except")
)
_UNKNOWN_WORD, _UNKNOWN_CHARACTER, _MARK, _NOISE = 4.0, 2.5, 1.2, 0.95


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


def segments(folded: str, lexicon: Lexicon, candidates: Iterable[Candidate]) -> list[Token | Unknown]:
    """The best cut of a folded question, left to right, without spaces."""
    by_start: dict[int, list[Candidate]] = {}
    for each in _by_place(candidates):
        by_start.setdefault(each.start, []).append(each)
    cut = _Cut(len(folded))
    for start in range(len(folded)):
        if not cut.is_reached(start):
            continue
        if folded[start].isspace():
            cut.reach(start, start + 1, 0.0, None)
            continue
        cut.reach(start, *_unknown(folded, start))
        for step in _from_lexicon(folded, start, lexicon, by_start.get(start, ())):
            cut.reach(start, *step)
        for each in by_start.get(start, ()):
            cut.reach(start, each.end, each.cost, Token(start, each.end, each.readings))
    return _with_whole_words(folded, cut.best())


def _with_whole_words(folded: str, found: list[Token | Unknown]) -> list[Token | Unknown]:
    """No function word of one character stands inside a word of which nothing else is known: 中 in 中心. 能 behind an
    unknown character ends a name: 华能."""
    unknown = {each.start for each in found if isinstance(each, Unknown) and _CHINESE.match(folded[each.start])}
    if not unknown:
        return found
    breaks = sorted(word_breaks(folded))
    words = dict(pairwise(breaks))
    inside = {
        place
        for start, end in words.items()
        if end - start > 1 and unknown & set(range(start, end))
        for place in range(start, end)
    }
    of_names = {each for each in unknown if folded[each + 1 : each + 2] == _CAN_ZH}
    single = {
        each.start
        for each in found
        if each.end == each.start + 1
        and (each.start in inside or each.start - 1 in of_names)
        and not (isinstance(each, Token) and _SAYING.intersection(each.readings))
    }
    whole = single | unknown
    parted = {place for start, end in words.items() if set(range(start, end)) <= whole for place in range(start, end)}
    parted |= {each + 1 for each in of_names}
    return [Unknown(each.start, each.end) if each.start in parted & single else each for each in found]


def _by_place(candidates: Iterable[Candidate]) -> Iterable[Candidate]:
    """Candidates in the same place are readings of one token."""
    merged: dict[tuple[int, int], Candidate] = {}
    for each in candidates:
        same = merged.get((each.start, each.end))
        readings = each.readings if same is None else _together(each.readings, same.readings)
        cost = each.cost if same is None else min(each.cost, same.cost)
        merged[each.start, each.end] = Candidate(each.start, each.end, readings, cost)
    return merged.values()


def _together(one: dict[str, tuple[Any, ...]], other: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """All readings, of one kind the ``other``: 银行 is an industry by its name, and a word for its companies."""
    both = {**one, **other}
    if "class" in one and "class" in other:
        both["class"] = (
            replace(other["class"][0], companies=other["class"][0].companies or one["class"][0].companies),
        )
    return both


class _Cut:
    """The cheapest way to each place of a question (Viterbi 1967)."""

    def __init__(self, length: int) -> None:
        self._costs = [0.0, *[inf] * length]
        self._steps: list[tuple[int, Token | Unknown | None]] = [(0, None)] * (length + 1)

    def is_reached(self, place: int) -> bool:
        return self._costs[place] < inf

    def reach(self, start: int, end: int, cost: float, what: Token | Unknown | None) -> None:
        if self._costs[start] + cost < self._costs[end]:
            self._costs[end], self._steps[end] = self._costs[start] + cost, (start, what)

    def best(self) -> list[Token | Unknown]:
        found, place = [], len(self._costs) - 1
        while place > 0:
            place, what = self._steps[place]
            if what is not None:
                found.append(what)
        return found[::-1]


_BEFORE_A_YEAR = re.compile(r" (?:19|20)\d\d\b")


def _from_lexicon(
    folded: str, start: int, lexicon: Lexicon, given: Iterable[Candidate]
) -> Iterator[tuple[int, float, Token]]:
    """Phrases that begin here; what else stands in the same place is another reading of the token."""
    for end in range(start + 1, min(start + lexicon.longest, len(folded)) + 1):
        readings = lexicon[folded[start:end]]
        if readings is None or not _is_whole(folded, start, end):
            continue
        merged, same = dict(readings), [each for each in given if each.end == end]
        if _BEFORE_A_YEAR.match(folded, end) and folded.endswith(" in", start, end):
            merged.pop("stranded", None)  # bought in 2016
            if not merged:
                continue
        for each in same:
            merged |= each.readings
        if same and not any("noise" in each.readings for each in same):
            merged.pop("noise", None)
        cost = _NOISE if set(merged) == {"noise"} else 1.0
        yield end, min([cost, *(each.cost for each in same)]), Token(start, end, merged)


def _unknown(folded: str, start: int) -> tuple[int, float, Unknown | None]:
    """An unknown word, or a mark that says nothing."""
    word = _WORD.match(folded, start)
    if word is not None:
        return word.end(), _UNKNOWN_WORD, Unknown(start, word.end())
    if _CHINESE.match(folded[start]):
        return start + 1, _UNKNOWN_CHARACTER, Unknown(start, start + 1)
    return start + 1, _MARK, None


def _is_whole(folded: str, start: int, end: int) -> bool:
    """Whether Latin letters and digits do not go on beyond either end, and it is not the end of 对手."""
    if folded.startswith(_RIVAL_ZH, start - 1) and start > 0:
        return False
    before = start > 0 and _joins(folded[start - 1]) and _joins(folded[start])
    behind = end < len(folded) and _joins(folded[end]) and _joins(folded[end - 1])
    return not before and not behind


def _joins(character: str) -> bool:
    return character.isalnum() and not _CHINESE.match(character)
