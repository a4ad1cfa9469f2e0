"""Years of the Japanese eras and of the Republic of China as years of the common calendar."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import icu

from core.names.normalise import fold_characters

_CALENDARS = {"ja_JP@calendar=japanese": 5, "zh_CN@calendar=roc": 1}
"""Calendar → how many of its last eras are read: those since 1868, and 民国."""
_FIRST = "元"


def with_common_years(text: str) -> str:
    """The text, its characters folded, with 令和6年 as 2024年 and 民國113年 likewise."""
    folded = fold_characters(text)
    return _era_year().sub(_common_year, folded) if "年" in folded else folded


def _common_year(found: re.Match[str]) -> str:
    return f"{_first_years()[found[1]] + (0 if found[2] == _FIRST else int(found[2]) - 1)}年"


@cache
def _era_year() -> re.Pattern[str]:
    return re.compile(rf"({'|'.join(_first_years())})\s*({_FIRST}|[1-9]\d{{0,2}})\s*年")


@cache
def _first_years() -> Mapping[str, int]:
    return {
        fold_characters(name): year for calendar, last in _CALENDARS.items() for name, year in _eras(calendar, last)
    }


def _eras(locale: str, last: int) -> Iterator[tuple[str, int]]:
    """Names and first years of the last eras of the calendar of a locale."""
    where, field = icu.Locale(locale), icu.UCalendarDateFields
    calendar = icu.Calendar.createInstance(icu.TimeZone.getGMT(), where)
    names = icu.SimpleDateFormat("G", where).getDateFormatSymbols().getEras()
    for era, name in list(enumerate(names))[-last:]:
        calendar.clear()
        for part, value in ((field.ERA, era), (field.YEAR, 1), (field.MONTH, 11), (field.DATE, 31)):
            calendar.set(part, value)
        yield name, calendar.get(field.EXTENDED_YEAR)
