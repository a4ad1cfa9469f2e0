"""When, in years: what the words around a year say."""

from __future__ import annotations

from core.questions.meanings import Condition, FilterCondition, WhenCondition


def years(first: int, last: int) -> WhenCondition | None:
    """From a year to another."""
    return WhenCondition(first, last) if first <= last else None


def after_first(_after: str, year: int) -> WhenCondition:
    """After 2015: from 2016 on."""
    return WhenCondition(first=year + 1)


def after_last(year: int, after: str) -> WhenCondition:
    """2015年以后 leaves 2015 out, 2015年以来 and 起 do not."""
    return WhenCondition(first=year if after in ("以来", "起") else year + 1)


def since_first(_since: str, year: int) -> WhenCondition:
    """Since 2015."""
    return WhenCondition(first=year)


def before_first(_before: str, year: int) -> WhenCondition:
    """Before 2015."""
    return WhenCondition(last=year - 1)


def before_last(year: int, _before: str) -> WhenCondition:
    """2015年以前."""
    return WhenCondition(last=year - 1)


def until(year: int) -> WhenCondition:
    """Before 2015, 2015 included."""
    return WhenCondition(last=year)


def in_year_first(_in: str, year: int) -> WhenCondition:
    """In 2015."""
    return WhenCondition(year, year)


def in_year_last(year: int, _in: str) -> WhenCondition:
    """2015年."""
    return WhenCondition(year, year)


def within_year(year: int) -> WhenCondition:
    """2015 alone."""
    return WhenCondition(year, year)


def dated(time: WhenCondition) -> tuple[Condition, ...]:
    """When the relation began."""
    return (time,)


def founded(time: WhenCondition) -> tuple[Condition, ...]:
    """When the company was founded."""
    if time.first is not None and time.first == time.last:
        return (FilterCondition("founded", "=", (time.first,)),)
    found: list[Condition] = []
    if time.first is not None:
        found.append(FilterCondition("founded", ">=", (time.first,)))
    if time.last is not None:
        found.append(FilterCondition("founded", "<=", (time.last,)))
    return tuple(found)
