"""Dates of the precision that is known: 2024, 2024-05 or 2024-05-31, as ISO 8601 has them."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

FIRST_YEAR, LAST_YEAR = 1000, 2100
_LAST_DAY_OF_A_YEAR, _LAST_DAY_OF_A_MONTH = 1231, 31
PATTERN = "^([12][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?)?$"
"""What JSON Schema says of the form; which days a month has is checked besides."""
_FORM = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


def _partial_date(text: str) -> str:
    found = _FORM.fullmatch(text)
    if text and (found is None or not _exists(*(int(part or 1) for part in found.groups()))):
        raise PydanticCustomError("no_partial_date", "must be a year, a month or a day, such as 2024-05-31")
    return text


def is_partial_date(text: str | None) -> bool:
    """Whether a text is a date of any precision, or empty."""
    try:
        return _partial_date(text or "") is not None
    except PydanticCustomError:
        return False


def _exists(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return FIRST_YEAR <= year <= LAST_YEAR


PartialDate = Annotated[str, AfterValidator(_partial_date), WithJsonSchema({"type": "string", "pattern": PATTERN})]
"""A year from 1000 to 2100, a month or a day that the calendar has; empty where it is not known."""


def is_after(first: str, second: str) -> bool:
    """Whether ``first`` is certainly after ``second``, compared by the parts that both have: 2024-05 is not after 2024.

    An empty one is after nothing, and nothing is after it.
    """
    shared = min(len(first), len(second))
    return first[:shared] > second[:shared]


def date_number(text: str) -> int:
    """A date as eight digits, 0 for each one that is not known: 20240500 of 2024-05; 0 of an empty text."""
    return int(text.replace("-", "").ljust(8, "0"))


def today() -> int:
    """The day of this machine's clock as eight digits."""
    return int(date.today().strftime("%Y%m%d"))


def is_to_come(text: str) -> bool:
    """Whether a date is certainly after today."""
    return date_number(text) > today()


def last_day(text: str) -> int:
    """The day itself, or the last one of a year or a month, as eight digits; a month counts as having 31 days."""
    day = date_number(text)
    if not day % 10_000:
        return day + _LAST_DAY_OF_A_YEAR
    return day if day % 100 else day + _LAST_DAY_OF_A_MONTH
