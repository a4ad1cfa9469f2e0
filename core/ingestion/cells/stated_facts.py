"""Dates, status, shares, amounts, sources, identifiers and coordinates as people write them in tables.

A cell that cannot be used as what its column says is kept as it stands, among the record's other facts: it costs
neither the row nor what was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from core.domain.fact_sources import FactSource
from core.domain.partial_dates import is_after, is_to_come
from core.domain.records import AGREED_END, MAX_ATTRIBUTE, Attribute
from core.domain.text import clean_text
from core.ingestion.cells.column_words import currency_called, folded_name, folded_words
from core.ingestion.cells.era_years import with_common_years
from core.ingestion.cells.optional_values import date_in, year_in, year_of_unclear_day
from core.ingestion.cells.status_words import status_in
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord
from core.ingestion.records.record_validation import unique, validated
from core.names.normalise import fold_characters

_NUMBER = r"\d+(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?"
_AMOUNT = re.compile(rf"{_NUMBER}|\d+(?:\.\d+)?e\+?\d+")
_PERCENT = re.compile(r"(\d+(?:[.,]\d+)?(?:e-?\d+)?)\s*%?")
_BETWEEN = re.compile(r"\s*(?:-|–|—|~|\bto\b|至|到)\s*")
_DIGITS = re.compile(r"\d+")
_CURRENCY = re.compile(r"[a-z]{3}")
_WORD = re.compile("[^\\W\\d_]{2,}|[\u3040-\u30ff\u4e00-\u9fff](?<![年月日号])")
_IDENTIFIER = re.compile(r"[a-z][a-z0-9 _-]*:\S.*")


@dataclass(frozen=True)
class StatedFacts:
    """``values`` of ``fields``, those that stand nowhere left out; ``unfit``: field → what cannot be used there, or of
    which only the year is certain, which is its value."""

    fields: frozenset[str]
    values: Mapping[str, object]
    unfit: Mapping[str, str]

    def unfit_reason(self, field: str) -> str:
        """Why what stands there is kept apart."""
        if field == AGREED_END:
            return "agreed_end"
        if field == "status":
            return "unknown_status"
        if year_of_unclear_day(self.unfit[field]) == self.values.get(field, "none"):
            return "unclear_day"
        return "kept_apart"

    def put_into(self, given: Mapping[str, object]) -> dict[str, object]:
        """The values of a row with these; what cannot be used stands among its attributes."""
        others = {name: value for name, value in given.items() if name not in self.fields}
        if self.unfit:
            kept = (Attribute(field, stands[:MAX_ATTRIBUTE]) for field, stands in self.unfit.items())
            others["attributes"] = (*cast("tuple[Attribute, ...]", given.get("attributes", ())), *kept)
        return {**others, **self.values}


def relation_facts_in(
    given: Mapping[str, object], source_ids: Container[str], relation_type: str = "", *, exported: bool = False
) -> StatedFacts:
    """What the values of a row say of a relation of this type; sources of facts that are there have one of
    ``source_ids``.

    Of a ``share`` written as 5, 5 % or 25–50 % both bounds. The year is that of the start; a month or a day that stands
    where the year is asked for is the start. Of a day such as 1/5/2024, of which nothing tells the order, the year is
    kept, beside the text. What holds no word is no evidence, but for what an export says is. The end of what has ended
    already is no day to come: that was agreed, and is kept beside.
    """
    if _OF_RELATIONS.isdisjoint(given):
        return _NOTHING
    fields = _OF_RELATIONS - _EVIDENCE if exported else _OF_RELATIONS
    found, unfit = _read(
        given,
        {
            **{field: read for field, read in _RELATION_FIELDS.items() if field in fields},
            "source_id": lambda text: text if text in source_ids else None,
            "status": lambda text: status_in(text, relation_type),
        },
    )
    share = _text(given, "share")
    if share and (bounds := share_between(share)) is not None:
        found |= {"share_low": bounds[0], "share_high": bounds[1]}
        if beside := [unfit.pop(bound) for bound in ("share_low", "share_high") if bound in unfit]:
            unfit["share"] = "; ".join(beside)  # words in the columns of the bounds
    elif share:
        unfit["share"] = share
    said = _text(given, "year")
    year = year_of_unclear_day(said) or said
    if not _text(given, "start") and (day := _date(year)) and day != year_in(year):
        found["start"] = day
    start, end = str(found.get("start", "")), str(found.get("end", ""))
    if is_after(start or year_in(year), end):
        unfit = {"end": str(found.pop("end")), **unfit}
    elif found.get("status") == "ended" and is_to_come(end):
        unfit = {AGREED_END: str(found.pop("end")), **unfit}
    if (start and year and year_in(year) != start[:4]) or (not start and year != said):
        unfit["year"] = said
    low, high = found.get("share_low"), found.get("share_high")
    if isinstance(low, float) and isinstance(high, float) and high < low:
        unfit |= {name: str(found.pop(name)) for name in ("share_low", "share_high")}
    return StatedFacts(fields, found | ({"year": start[:4] if start else year} if start or year else {}), unfit)


def entity_facts_in(given: Mapping[str, object]) -> StatedFacts:
    """What the values of a row say of where a company is and how it is identified."""
    if _OF_COMPANIES.isdisjoint(given):
        return _NOTHING
    found, unfit = _read(given, {"lat": _degrees(90.0), "lon": _degrees(180.0)})
    if len(found) == 1:
        unfit |= {name: str(found.pop(name)) for name in tuple(found)}
    listed = given.get("identifiers")
    identifiers = tuple(map(str, listed)) if isinstance(listed, tuple) else ()
    typed = tuple(each for each in identifiers if _IDENTIFIER.fullmatch(each))
    others = [each for each in identifiers if each not in typed]
    if others:
        unfit["identifiers"] = "|".join(others)
    return StatedFacts(_OF_COMPANIES, found | ({"identifiers": typed} if typed else {}), unfit)


def fact_sources_in(raw_records: Iterable[RawRecord], problems: list[RowProblem]) -> tuple[FactSource, ...]:
    """The sources of facts that are valid, the first of every id."""
    found = []
    for raw_record in raw_records:
        values = {**raw_record.values, "date": date_in(_text(raw_record.values, "date"))}
        source = validated(FactSource, raw_record.file, raw_record.line, values, problems)
        if source is not None:
            found.append(source)
    return tuple(unique(found, problems))


def share_between(text: str) -> tuple[float, float] | None:
    """Percent from–to: of 5, 5 %, 5,5 and of 25–50 %; None of anything else."""
    bounds = [_percent(part) for part in _BETWEEN.split(text)]
    whole = [each for each in bounds if each is not None]
    if len(whole) != len(bounds) or len(whole) > 2 or whole[0] > whole[-1]:
        return None
    return whole[0], whole[-1]


def _read(
    given: Mapping[str, object], readers: Mapping[str, Callable[[str], object | None]]
) -> tuple[dict[str, object], dict[str, str]]:
    found: dict[str, object] = {}
    unfit: dict[str, str] = {}
    for field, read in readers.items():
        if not (text := _text(given, field)):
            continue
        value = read(text)
        if value is None:
            unfit[field] = text
            value = (year_of_unclear_day(text) or None) if read is _date else None
        if value is not None:
            found[field] = value
    return found, unfit


def _text(given: Mapping[str, object], field: str) -> str:
    value = given.get(field)
    return "" if value is None else clean_text(str(value))


def _date(text: str) -> str | None:
    """None too where only a year was found of what says more: 2024-02-30, 12/05/2021, 2019-2021."""
    found = date_in(text)
    only_a_year = len(found) == len("2024") and _DIGITS.findall(with_common_years(text)) != [found]
    return None if only_a_year else found or None


def _percent(text: str) -> float | None:
    found = _PERCENT.fullmatch(fold_characters(text).strip())
    percent = float(found[1].replace(",", ".")) if found else -1.0
    return percent if 0.0 <= percent <= 100.0 else None


def amount_in(text: str) -> str | None:
    """A number as Python reads it, of one that is written with or without commas between thousands; None of others."""
    folded = fold_characters(text).strip()
    return folded.replace(",", "") if _AMOUNT.fullmatch(folded) and len(folded) < 300 else None


def _amount(text: str) -> float | None:
    number = amount_in(text)
    return None if number is None else float(number)


def _evidence(text: str) -> str | None:
    """None of numbers, days, marks such as (a), and of what answers a question or says that there is nothing."""
    folded = folded_name(text)
    nothing = folded_words("no_names") | folded_words("yes_and_no")
    return text if _WORD.search(text) and folded not in nothing else None


def _currency(text: str) -> str | None:
    folded = fold_characters(text).strip()
    return currency_called(text) or (folded.upper() if _CURRENCY.fullmatch(folded) else None)


def _degrees(most: float) -> Callable[[str], float | None]:
    def read(text: str) -> float | None:
        try:
            degrees = float(text)
        except ValueError:
            return None
        return degrees if -most <= degrees <= most else None

    return read


_EVIDENCE = frozenset(("evidence", "evidence_zh", "evidence_en"))
_RELATION_FIELDS: Mapping[str, Callable[[str], object | None]] = {
    "start": _date,
    "end": _date,
    "as_of": _date,
    "status": lambda _: None,  # its words depend on the type
    "share_low": _percent,
    "share_high": _percent,
    "amount": _amount,
    "currency": _currency,
    "url": lambda _: None,  # a link would be a source by now
    **dict.fromkeys(_EVIDENCE, _evidence),
}
_OF_RELATIONS = frozenset({*_RELATION_FIELDS, "source_id", "share", "year"})
_OF_COMPANIES = frozenset({"identifiers", "lat", "lon"})
_NOTHING = StatedFacts(frozenset(), {}, {})
