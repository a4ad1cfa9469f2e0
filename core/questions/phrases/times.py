"""When, in years: what the words around a year say."""

from __future__ import annotations

from core.questions.parsing.meanings import Condition, FilterCondition, WhenCondition
from core.questions.vocabulary.periods import Period

_FROM_ON = ("以来", "起", "onwards", "onward")


def years(first: int, last: int) -> WhenCondition | None:
    """From a year to another."""
    return WhenCondition(first, last) if first <= last else None


def after_first(_after: str, year: int) -> WhenCondition:
    """After 2015: from 2016 on."""
    return WhenCondition(first=year + 1)


def after_last(year: int, after: str) -> WhenCondition:
    """2015年以后 leaves 2015 out, 2015年以来, 起 and "2015 onwards" do not."""
    return WhenCondition(first=year if after in _FROM_ON else year + 1)


def since_first(_since: str, year: int) -> WhenCondition:
    """Since 2015."""
    return WhenCondition(first=year)


def before_first(_before: str, year: int) -> WhenCondition:
    """Before 2015."""
    return WhenCondition(last=year - 1)


def before_last(year: int, _before: str) -> WhenCondition:
    """2015年以前."""
    return WhenCondition(last=year - 1)


def from_on(year: int) -> WhenCondition:
    """2015年及以后, 2015 or later."""
    return WhenCondition(first=year)


def both(one: WhenCondition, other: WhenCondition) -> WhenCondition | None:
    """After 2015 and before 2020."""
    for first, last in ((one, other), (other, one)):
        if first.first is not None and first.last is None and last.first is None and last.last is not None:
            return years(first.first, last.last)
    return None


def until(year: int) -> WhenCondition:
    """2015年及以前, 2015 or earlier."""
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


def within(period: Period) -> WhenCondition:
    """In the nineties."""
    return WhenCondition(period.first, period.last)


def since_period(period: Period) -> WhenCondition:
    """Since the nineties."""
    return WhenCondition(first=period.first)


def after_period(period: Period, after: str) -> WhenCondition:
    """90年代以后 leaves them out, 90年代以来 does not."""
    return since_period(period) if after in _FROM_ON else WhenCondition(first=period.last + 1)


def before_period(period: Period) -> WhenCondition:
    """Before the nineties."""
    return WhenCondition(last=period.first - 1)
