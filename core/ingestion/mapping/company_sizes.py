"""How large companies are by what their own columns say: market value, revenue, staff, or a class such as "Mid Cap".

Only for telling well-known companies from others: orders of magnitude within one knowledge base, not figures to show.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.domain.records import Attribute, Entity
from core.ingestion.cells.column_words import folded_name
from core.names.normalise import fold_characters
from core.runtime.package_files import read_package_yaml

_SMALLEST = 0.01  # 0 says that nothing is known
_TELLING_SHARE = 0.5
_OUTERMOST = (1, 99)  # percentiles between which amounts are told apart: one typing error must not squeeze the others
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(\d{1,3}(?:\.\d{3})*|\d+),(\d{1,2})(?![\d.,])")  # 1.412,5
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3})\.(\d{3})(?![\d.,])")  # 1.850 people
_AMOUNT = re.compile(
    r"[^\d\-−]*"
    r"(?P<number>(?P<grouped>\d{1,3}(?:(?:[ '’]\d{3})+|(?:\.\d{3}){2,})(?!\d))|\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?)"
    r"\s*(?P<unit>[a-z]+|[十百千万亿]+)?"
)
_YEAR = re.compile(r"(?:fy)?(?:19|20)\d\d(?:年度?)?|fy\d\d(?!\d)")
CLASS = "class"  # the measure of what is said in words


def company_sizes(entities: Sequence[Entity], is_company: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How large each entity is, shape (entities,), in [0.01, 1]; 0 for what is no company.

    A class counts by its place among the classes; an amount by its logarithm between those of the smallest and the
    largest amount of its measure, the outermost percentiles left out. Of several columns of one measure the largest
    counts, of several measures the mean. A company of which nothing is said is as large as the mean of the others: that
    speaks neither for nor against it. All are 0 where less than half of the companies say it: a few tell nothing of how
    large they are among all.
    """
    found: dict[str, dict[int, float]] = defaultdict(dict)
    columns = _Columns()
    for row in np.flatnonzero(is_company).tolist():
        for measure, value in _measured(entities[row].attributes, columns):
            found[measure][row] = max(value, found[measure].get(row, value))
    places: dict[int, list[float]] = defaultdict(list)
    for measure, by_row in found.items():
        said = list(by_row.values())
        for row, place in zip(by_row, said if measure == CLASS else _between_outermost(said), strict=True):
            places[row].append(place)
    sizes = np.zeros(len(entities), dtype=np.float32)
    if places and len(places) >= _TELLING_SHARE * np.count_nonzero(is_company):
        known = {row: max(_SMALLEST, fmean(of_row)) for row, of_row in places.items()}
        sizes[is_company] = fmean(known.values())
        sizes[list(known)] = list(known.values())
    return sizes


class SizeReader:
    """Reads what the attributes of companies say of how large these are."""

    def __init__(self) -> None:
        self._columns = _Columns()

    def read(self, attributes: Iterable[Attribute]) -> Iterator[tuple[str, float]]:
        """Measures of one company and the figure of each: people, US dollars, or the place of a class in [0, 1]."""
        for measure, value in _measured(attributes, self._columns):
            yield measure, value if measure == CLASS else float(f"{math.exp(value):.12g}")


def class_place(word: str) -> float | None:
    """The place in [0, 1] of a class of size that a word says, such as "Mid Cap"; None where it says none."""
    return _known_words().classes.get(folded_name(word))


def tells_size(column: str) -> bool:
    """Whether a column of this name tells how large a company is."""
    return bool(_Columns()[column].measure)


class Trade(Enum):
    """Whom a list of companies lists: those who buy from whoever keeps it, or those who supply it."""

    CUSTOMERS = "customers"
    SUPPLIERS = "suppliers"


def says_trade(column: str, listed: Trade) -> bool:
    """Whether a column of a list of customers or suppliers tells how much business is done with each: 销售额, Spend.
    Annual revenue is theirs in any list, Revenue alone in one of suppliers."""
    folded = _YEAR.sub("", folded_name(column))
    return any(pattern.fullmatch(folded) for pattern in _known_words().trade[listed])


def _between_outermost(logarithms: Sequence[float]) -> list[float]:
    """Where each lies between the outermost percentiles, in [0, 1]; all 0 where they are alike, which says nothing."""
    low, high = np.percentile(logarithms, _OUTERMOST)
    if high <= low:
        return [0.0] * len(logarithms)
    places: list[float] = np.clip((np.array(logarithms) - low) / (high - low), 0.0, 1.0).tolist()
    return places


def _measured(attributes: Iterable[Attribute], columns: _Columns) -> Iterator[tuple[str, float]]:
    """Measures of one company with what each says: the place of a class, or the logarithm of an amount."""
    known = [(columns[name], value) for name, value in attributes if columns[name].measure]
    if not known:
        return
    words = _known_words()
    own = next((value for name, value in attributes if columns[name].is_currency), "")
    for column, value in known:
        place = words.classes.get(folded_name(value))
        if place is not None:
            yield CLASS, place
        elif amount := _amount(value, column, own):
            yield column.measure, math.log(amount)


def _amount(value: str, column: _Column, own_currency: str) -> float:
    """People, or US dollars; 0 where the text begins with no positive number. Of a range what it begins with.

    The currency is the one the text names, else the one of the column's name, else the row's own.
    """
    words, folded = _known_words(), fold_characters(value)
    folded = _DECIMAL_COMMA.sub(lambda each: f"{each[1].replace('.', '')}.{each[2]}", folded)
    found = _AMOUNT.match(folded if column.is_money else _THOUSANDS.sub(r"\1\2", folded))
    if found is None:
        return 0.0
    plain = re.sub(r"\D" if found["grouped"] else ",", "", found["number"])
    amount = float(plain) * words.units.get(found["unit"] or "", 1.0) * column.unit
    if column.is_money:
        named = words.currency_in.search(folded)
        told = named[0] if named else column.currency or fold_characters(own_currency).strip()
        amount /= words.per_dollar.get(told, 1.0)
    return amount if math.isfinite(amount) else 0.0


@dataclass(frozen=True)
class _Column:
    """What a column tells: a ``measure``, in the unit and currency its name says; or the currency of the others."""

    measure: str = ""
    is_money: bool = False
    unit: float = 1.0
    currency: str = ""
    is_currency: bool = False


class _Columns(dict[str, _Column]):
    """Column name → what it tells, found when it is first asked for: there are few names and millions of values."""

    def __missing__(self, name: str) -> _Column:
        words, folded = _known_words(), _YEAR.sub("", folded_name(name))
        found = words.column.fullmatch(folded)
        if found is None:
            self[name] = _Column(is_currency=folded in words.currency_columns)
        else:
            measure = words.measures[found["measure"]]
            self[name] = _Column(
                measure,
                measure in words.money,
                words.units.get(found["unit"] or found["last_unit"] or "", 1.0),
                found["currency"] or "",
            )
        return self[name]


@dataclass(frozen=True)
class _Words:
    """What ships: folded column name → measure, word → place in [0, 1], unit → factor, currency → worth of a dollar."""

    measures: Mapping[str, str]
    money: frozenset[str]
    classes: Mapping[str, float]
    units: Mapping[str, float]
    currency_columns: frozenset[str]
    per_dollar: Mapping[str, float]
    column: re.Pattern[str]
    """A measure and, in this order or the other, the unit and the currency."""
    currency_in: re.Pattern[str]
    trade: Mapping[Trade, Sequence[re.Pattern[str]]]
    """How columns of the business with the companies of a list are called, likewise."""


@cache
def size_words() -> Mapping[str, Any]:
    """company_sizes.yaml."""
    shipped: Mapping[str, Any] = read_package_yaml("core.ingestion.mapping", "company_sizes.yaml")
    return shipped


@cache
def _known_words() -> _Words:
    told = size_words()
    last = len(told["classes"]) - 1
    measures = {
        folded_name(name): measure
        for kind in ("money", "others")
        for measure, names in told[kind].items()
        for name in names
    }
    per_dollar = {fold_characters(name): worth for name, worth in told["per_dollar"].items()}
    unit, currency = _any_of(told["units"]), _any_of(each for each in per_dollar if folded_name(each))
    behind = rf"(?:in)?(?P<unit>{unit})?(?P<currency>{currency})?(?P<last_unit>{unit})?"
    names = {each: _any_of(map(folded_name, listed)) for each, listed in told["trade"].items()}
    traded = {each: re.compile(f"(?:{any_name}){behind}") for each, any_name in names.items()}
    return _Words(
        measures=measures,
        money=frozenset(told["money"]),
        classes={folded_name(word): place / last for place, words in enumerate(told["classes"]) for word in words},
        units=told["units"],
        currency_columns=frozenset(map(folded_name, told["currency"])),
        per_dollar=per_dollar,
        column=re.compile(rf"(?P<measure>{_any_of(measures)}){behind}"),
        currency_in=re.compile(rf"(?<![a-z])(?:{_any_of(per_dollar)})(?![a-z])"),
        trade={each: (traded["either"], traded[each.value]) for each in Trade},
    )


def _any_of(words: Iterable[str]) -> str:
    """A pattern of the words, longer ones first: 万亿 before 万."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
