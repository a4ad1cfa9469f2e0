"""Years, days, weights and the like that a row can do without: what people write in such cells, in one form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache

from babel import Locale

from core.ingestion.cells.column_words import folded_name, words
from core.ingestion.cells.era_years import with_common_years
from core.names.normalise import fold_characters

_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|2100)(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?)?(?!\d)")
_SHARE = re.compile(r"(\d*[.,]?\d+(?:e-?\d+)?)\s*(%)?")

_DAY = re.compile(r"(?<!\d)(1\d{3}|20\d{2})(?:\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})|(\d{2})(\d{2}))(?!\d)")
_DAY_FIRST = re.compile(r"(?<![\d.])(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(1\d{3}|20\d{2})(?![\d])")
_DAY_AND_WORD = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[.ºª])?[- ]?(?:de )?([^\W\d_]{3,})\.?,?[- ]?(?:del? )?(\d{4})(?!\d)"
)
_WORD_AND_DAY = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")
_MONTH = re.compile(r"(1\d{3}|20\d{2})\s*[-/.年]\s*(0?[1-9]|1[0-2])\s*月?")
_MONTH_AND_YEAR = re.compile(r"([^\W\d_]{3,})\.?,?[- ]?(?:de )?(1\d{3}|20\d{2})")
_TIME = re.compile(r"[\sT]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:[ap]\.?m\.?|z)?$", re.IGNORECASE)
_MONTHS = 12
_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb")
_SOURCE_KINDS = {
    "news": "news",
    "新闻": "news",
    "filing": "filing",
    "公告": "filing",
    "note": "note",
    "笔记": "note",
    "website": "website",
    "网站": "website",
}


def date_in(text: str) -> str:
    """The first day in a text such as 2024/5/1, 20240501, 2024年5月1日, 令和6年5月1日, 2024-05-01T08:30:00Z, 1.5.2024,
    31/5/2024 or 1 May 2024 as YYYY-MM-DD; 1/5/2024 may be in January or in May, and is none (``year_of_unclear_day``).

    Else YYYY-MM of a text that is a month, as 2024-05 or May 2024, else the year that ``year_in`` finds; "" if
    none is. A day that the calendar does not have is none.
    """
    folded = with_common_years(text).strip()
    for year, month, day in _days(folded):
        try:
            return date(year, month, day).isoformat()
        except ValueError:
            continue  # as 2024-13-45: perhaps another day follows
    named = _MONTH_AND_YEAR.fullmatch(folded)
    if named and (number := _month_called(named[1])):
        return f"{named[2]}-{number:02}"
    of_month = _MONTH.fullmatch(folded)
    return f"{of_month[1]}-{int(of_month[2]):02}" if of_month else year_in(text)


def _days(folded: str) -> Iterator[tuple[int, int, int]]:
    """What may be year, month and day."""
    for found in _DAY.finditer(folded):
        year, month, day = (int(part) for part in found.groups() if part)
        yield year, month, day
    for found in _DAY_FIRST.finditer(folded):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        if found[2] == "." or first > _MONTHS:
            yield year, second, first
        elif second > _MONTHS or first == second:
            yield year, first, second
    for found in _DAY_AND_WORD.finditer(folded):
        yield int(found[3]), _month_called(found[2]), int(found[1])
    for found in _WORD_AND_DAY.finditer(folded):
        yield int(found[3]), _month_called(found[1]), int(found[2])


def year_of_unclear_day(text: str) -> str:
    """The year of a day of which nothing tells the order, as of 1/5/2024, which is in that year either way; "" of any
    other text. A time of the day may stand behind it."""
    found = _DAY_FIRST.fullmatch(_TIME.sub("", with_common_years(text)).strip())
    if found is None or max(int(found[1]), int(found[3])) > _MONTHS:
        return ""
    return found[4] if date_in(text) == found[4] else ""


def _month_called(word: str) -> int:
    """Its number; 0 for a word that is no month."""
    return _months().get(folded_name(word), 0)


@cache
def _months() -> Mapping[str, int]:
    """Folded names and abbreviations in these languages, and others that are in use."""
    widths = [
        names
        for language in _LANGUAGES
        for forms in Locale(language).months.values()
        for names in (forms["wide"], forms["abbreviated"])
    ]
    told = {folded_name(name): number for names in widths for number, name in names.items()}
    return {folded_name(name): number for name, number in words()["months"].items()} | told


def source_kind_in(text: str) -> str:
    """The kind that the linking rules know a text by, as News or 新闻; any other is a kind of its own, as it stands."""
    return _SOURCE_KINDS.get(fold_characters(text).strip(), text)


def year_in(text: str) -> str:
    """The first year from 1000 to 2100 in a text such as 2021-05-12, 20210512, 12/05/2021, 令和3年 or FY2021, or ""."""
    found = _YEAR.search(with_common_years(text))
    return found[1] if found else ""


def share_in(text: str) -> str:
    """A share of at most 1, written as 0.5, 0,5 or 50 %; "" for what is no number and for more than 1.

    What is not above 0 stays: a relation of no weight is none, which the gate says.
    """
    if text.strip().startswith("-"):
        return text
    found = _SHARE.fullmatch(fold_characters(text).strip())
    if not found:
        return ""
    share = float(found[1].replace(",", ".")) / (100 if found[2] else 1)
    return repr(share) if share <= 1 else ""


_READ: Mapping[str, Callable[[str], str]] = {"weight": share_in, "confidence": share_in, "date": date_in}
_REASONS = {"founded": "was_cut", "year": "was_cut", "date": "was_dated"}


def optional_value(name: str, given: str) -> tuple[str, str]:
    """A year, a day or a share as records have it, "" where ``given`` holds none; and how a row is repaired by that, ""
    where it is not."""
    found = _READ.get(name, year_in)(given) if given else ""
    changed = _REASONS.get(name, "") if found != given else ""
    reason = "was_left_out" if given and not found else changed
    return found, reason
