"""Amounts of money in questions: more than $10 billion, 50亿美元以上, 一百亿元."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from core.domain.plan import Money
from core.ingestion.cells.column_words import unit_called, words
from core.questions.vocabulary.comparing_words import BEFORE, BEHIND, operator_of

_NUMBERS_EN = {
    word: number + 1
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
} | {"an": 1, "a": 1, "half a": 0.5, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "a hundred": 100}
_DIGITS_ZH = {each: number for number, each in enumerate("零一二三四五六七八九")} | {"两": 2}
_TENS_ZH = {"十": 10, "百": 100, "千": 1000}
_DOLLARS = ("dollars", "dollar", "bucks")
"""In a question those of the United States; in a table of whichever country it is."""
_LARGE_ZH = "万亿|亿|万"
_LEAST, _MOST = 1e3, 1e18
"""Of deals: 3元材料 is none."""


def money_in(question: str) -> list[tuple[re.Match[str], Money]]:
    """Each amount that a question says, and where."""
    found = ((match, _money(match)) for match in _amounts().finditer(question))
    return [(match, money) for match, money in found if money is not None]


@cache
def _amounts() -> re.Pattern[str]:
    currencies, units = _any_of((*words()["currencies"], *_DOLLARS)), _any_of(words()["amount_units"])
    zh = rf"(?P<number_zh>[{''.join((*_DIGITS_ZH, *_TENS_ZH))}]+)(?={_LARGE_ZH})"
    en = rf"(?P<number>\d[\d,]*(?:\.\d+)?)|(?P<number_en>\b(?:{_any_of(_NUMBERS_EN)})\b)(?=\s)|{zh}"
    return re.compile(
        rf"(?:(?:{BEFORE})\s*(?:约|about\s+)?)?(?:(?P<sign>{currencies})\s*)?(?:{en})(?:\s*(?P<unit>{units}))?"
        rf"(?:\s*(?P<currency>{currencies}))?(?:\s*(?:{BEHIND})|(?P<plus>\+))?",
        re.IGNORECASE,
    )


def _any_of(names: Iterable[str]) -> str:
    """A pattern of the names, longer ones first; letters are no part of a longer word."""
    patterns = []
    for name in sorted(names, key=len, reverse=True):
        before = r"(?<![A-Za-z])" if name[0].isascii() and name[0].isalpha() else ""
        behind = r"(?![A-Za-z])" if name[-1].isascii() and name[-1].isalpha() else ""
        patterns.append(f"{before}{re.escape(name)}{behind}")
    return "|".join(patterns)


def _money(found: re.Match[str]) -> Money | None:
    """None of a number that is no amount of money, or of one that two words compare with."""
    currency = found["currency"] or ""
    currency = "USD" if currency.lower() in _DOLLARS else currency
    around = f"{found['sign'] or ''} {found['unit'] or ''} {currency}".strip()
    unit, operator = unit_called(around), operator_of(found)
    if unit is None or operator is None or (found["sign"] and found["currency"]):
        return None
    if found["plus"] and operator == "=":
        operator = ">="
    amount = _number(found) * unit.factor
    if not _LEAST <= amount <= _MOST:
        return None
    return Money(operator=operator, amount=amount, currency=unit.currency)


def _number(found: re.Match[str]) -> float:
    if found["number"]:
        return float(found["number"].replace(",", ""))
    if found["number_en"]:
        return _NUMBERS_EN[found["number_en"].lower()]
    total, digit = 0, 0
    for each in found["number_zh"]:
        if each in _TENS_ZH:
            total, digit = total + (digit or 1) * _TENS_ZH[each], 0
        else:
            digit = _DIGITS_ZH[each]
    return total + digit
