"""How large companies are, as questions say it: the largest of them, how many of those, and classes of size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.questions.parsing.chart import Token

SEVERAL = 10
"""How many "the largest banks" are, where no number is said."""
_PLURAL = re.compile(r"[a-z]{2,}(?<!s)(?<!u)s$")
_SEVERAL_ZH = re.compile(r"哪些|几家|哪几|名单|有谁")
_NUMERALS = {"两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "二十": 20}
_WORDS = {
    each: number
    for number, each in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=2)
}
_DIGITS = r"(?<![\d.,])(?:[2-9]|[1-9]\d|100)(?![\d.,%])"
_NUMBER = re.compile(rf"({_DIGITS}|\b(?:{'|'.join(_WORDS)})\b|(?:{'|'.join(_NUMERALS)})(?=家|个))(?:家|个)?")
_FIRST_LARGE = re.compile(rf"前?({_DIGITS}|二十|[两二三四五六七八九十])大(?![学陆众型])")
_END_OF_HEAD = frozenset(("preposition", "that", "be", "possessive", "verb", "measured", "located"))


@dataclass(frozen=True)
class Extreme:
    """The largest or the smallest: ``number`` of them, by a measure; "" is whatever measure the data have."""

    measure: str = ""
    number: int = 1


def numbers_in(folded: str) -> Iterator[tuple[int, int, dict[str, tuple[object, ...]]]]:
    """Where numbers of companies stand: 10, ten, 三家; and 前十大, which says of what as well."""
    for match in _FIRST_LARGE.finditer(folded):
        yield match.start(), match.end(), {"largest": (Extreme(number=_value(match[1])),)}
    for match in _NUMBER.finditer(folded):
        yield match.start(), match.end(), {"number": (_value(match[1]),)}


def with_several(folded: str, tokens: Sequence[Token]) -> list[Token]:
    """The tokens of a question; the largest are several where it asks for several: "largest banks", 最大的有哪些."""
    found = list(tokens)
    for place, token in enumerate(tokens):
        for category in ("largest", "smallest"):
            meant = token.readings.get(category)
            if meant and all(each.number == 1 for each in meant) and _asks_for_several(folded, tokens, place):
                several = tuple(replace(each, number=SEVERAL) for each in meant)
                found[place] = replace(token, readings={**token.readings, category: several})
    return found


def _asks_for_several(folded: str, tokens: Sequence[Token], place: int) -> bool:
    if not tokens[place].readings or not folded[tokens[place].start : tokens[place].end].isascii():
        return _SEVERAL_ZH.search(folded) is not None
    head = ""
    for token in tokens[place + 1 :]:
        if _END_OF_HEAD & set(token.readings):
            break
        head = folded[token.start : token.end]
    return _PLURAL.search(head) is not None


def _value(number: str) -> int:
    return _NUMERALS.get(number) or _WORDS.get(number) or int(number)
