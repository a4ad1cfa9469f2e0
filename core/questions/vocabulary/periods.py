"""Years that are said in words: last year, 去年, the nineties, 90年代, this century, 近三年."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

_SMALL = {each: n for n, each in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2)}
_SMALL_ZH = {each: n for n, each in enumerate("一二三四五六七八九十", 1)} | {"两": 2}
_DECADES = {"fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}
_CENTURIES = {
    **dict.fromkeys(("19", "19th", "十九", "nineteenth"), 19),
    **dict.fromkeys(("20", "20th", "二十", "twentieth"), 20),
    **dict.fromkeys(("21", "21st", "二十一", "twenty-first"), 21),
}
_LONGEST = 100


class Period(NamedTuple):
    """From one year to another, both counted; one that goes on ends this year."""

    first: int
    last: int


def periods_in(folded: str, now: int) -> Iterator[tuple[int, int, dict[str, tuple[Any, ...]]]]:
    """Where they stand in a folded question, as readings of a token: a ``year`` or a ``period``. ``now``: this year."""
    for pattern, meaning in _PATTERNS:
        for match in pattern.finditer(folded):
            meant = meaning(match, now)
            if meant is not None:
                category = "year" if isinstance(meant, int) else "period"
                yield match.start(), match.end(), {category: (meant,)}


def _decade(match: re.Match[str], now: int) -> Period:
    """1990s, or the 1800s, a hundred years; of two digits, which begin with the fifties, those of the last century."""
    said = match["decade"]
    tens = _DECADES.get(said) or (10 * _SMALL_ZH[said[0]] if said[0] in _SMALL_ZH else int(said))
    if tens >= 1000:
        years = 100 if tens % 100 == 0 and match[0].endswith("s") else 10  # 1800年代 are ten
        return Period(tens, min(tens + years - 1, max(now, tens + 9)))
    century = match.groupdict().get("century") or ""
    first = (2000 if "21" in century or "二十一" in century or "本" in century else 1900) + tens
    return Period(first, first + 9)


def _recent(match: re.Match[str], now: int) -> Period | None:
    """The last three years, of which this is one."""
    said = match["number"]
    number = 10 if said == "decade" else _SMALL.get(said) or _SMALL_ZH.get(said) or (int(said) if said.isdigit() else 0)
    return Period(now - number + 1, now) if 1 < number <= _LONGEST else None


def _century(ago: int) -> Callable[[re.Match[str], int], Period]:
    def meaning(_match: re.Match[str], now: int) -> Period:
        first = (now - 1) // 100 * 100 + 1 - 100 * ago
        return Period(first, min(first + 99, now))

    return meaning


def _numbered_century(match: re.Match[str], now: int) -> Period:
    first = 100 * (_CENTURIES[match["number"]] - 1) + 1
    return Period(first, min(first + 99, now))


def _year(ago: int) -> Callable[[re.Match[str], int], int]:
    return lambda _match, now: now - ago


_OVER = r"(?:(?:over|within|during|in) )?(?:the )?"
_ZH = "[一二两三四五六七八九十]"
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], int], int | Period | None]], ...] = tuple(
    (re.compile(pattern), meaning)
    for pattern, meaning in (
        (r"\b(?:this|the current) year\b|今年|本年度?", _year(0)),
        (r"\b(?:last|the previous) year\b|去年|上一?年(?!代)", _year(1)),
        (r"\bthe year before last\b|前年", _year(2)),
        (r"(?<!\d)(?P<decade>(?:1[6-9]|20)\d0)(?:s\b|年代)", _decade),
        (rf"(?P<century>(?:上个?|本|2[01]|二十一?)世纪)(?P<decade>[1-9]0|{_ZH}十)年代", _decade),
        (r"(?<![\d纪])'?(?P<decade>[5-9]0)(?:s\b|年代)", _decade),
        (r"(?<!纪)(?P<decade>[五六七八九]十)年代", _decade),
        (rf"\b(?P<decade>{'|'.join(_DECADES)})\b", _decade),
        (rf"{_OVER}\b(?:last|past) (?P<number>\d{{1,2}}|{'|'.join(_SMALL)}) years\b", _recent),
        (rf"{_OVER}\b(?:last|past) (?P<number>decade)\b", _recent),
        (rf"(?:最近|近|过去)(?:的)?(?P<number>\d{{1,2}}|{_ZH})年(?:以来|来|以内|之内|内|间|里)?", _recent),
        (rf"\b(?:less|fewer) than (?P<number>\d{{1,2}}|{'|'.join(_SMALL)}) years ago\b", _recent),
        (rf"(?:不到|不足|未满|不满|少于)(?P<number>\d{{1,2}}|{_ZH})年", _recent),
        (rf"(?<=[立办建])(?P<number>\d{{1,2}}|{_ZH})年(?:以内|之内|内)", _recent),
        (r"\bthis century\b|本世纪|这个世纪", _century(0)),
        (r"\bthe last century\b|上个?世纪(?!.{1,2}年代)", _century(1)),
        (r"\b(?P<number>19th|20th|21st|nineteenth|twentieth|twenty-first) century\b", _numbered_century),
        (r"(?P<number>19|20|21|十九|二十一|(?<!十)二十)世纪(?!.{1,2}年代)", _numbered_century),
    )
)
