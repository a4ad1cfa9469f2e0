"""The SEC's list of companies that file with it: company_tickers.json, and company_tickers_exchange.json."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.ingestion.formats.json_records import JsonRecords
from core.ingestion.formats.table import cell_text, list_cell
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords

_KEYS = {"cik_str", "ticker", "title"}
_FIELDS = {"cik", "name", "ticker"}


def is_sec_companies(records: JsonRecords) -> bool:
    """Whether it is the one object that numbers the companies, or the one with a row of fields and rows of values."""
    first = records.items[0].values
    one = next(iter(first.values()), None)
    numbered = isinstance(one, dict) and one.keys() >= _KEYS and str(next(iter(first))).isdecimal()
    fields = first.get("fields")
    return numbered or (isinstance(fields, list) and set(fields) >= _FIELDS and isinstance(first.get("data"), list))


def cik(number: object) -> str:
    """A Central Index Key as EDGAR writes it, in ten digits; "" of what is none."""
    digits = cell_text(number).strip()
    return f"{digits:0>10}" if digits.isdecimal() and len(digits) <= 10 else ""


def sec_company_raw_records(records: JsonRecords) -> RawRecords:
    """Every company once, with all its tickers."""
    values: dict[str, dict[str, object]] = {}
    lines: dict[str, int] = {}
    exchanges: dict[str, dict[str, None]] = {}
    problems = list(records.problems)
    for line, row in _rows(records.items[0].values):
        number, name = cik(row.get("cik_str", row.get("cik"))), cell_text(row.get("title", row.get("name"))).strip()
        if not number or not name:
            field = "name" if number else "cik"
            problems.append(RowProblem(records.name, line, field, "missing"))
            continue
        company = values.setdefault(number, {"id": number, "name": name, "identifiers": (f"cik:{number}",)})
        lines.setdefault(number, line)
        tickers = company.get("tickers", ())
        ticker = cell_text(row.get("ticker")).strip()
        if isinstance(tickers, tuple) and ticker and ticker not in tickers:
            company["tickers"] = (*tickers, ticker)
        if exchange := cell_text(row.get("exchange")).strip():
            exchanges.setdefault(number, {})[exchange] = None
    items = tuple(
        RawRecord("entity", records.name, lines[number], company, _listed_at(tuple(exchanges.get(number, ()))))
        for number, company in values.items()
    )
    return RawRecords(items, tuple(problems))


def _listed_at(exchanges: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return (("exchange", list_cell(exchanges)),) if exchanges else ()


def _rows(whole: Mapping[str, object]) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Place, from 1, and values by name of each row."""
    fields, data = whole.get("fields"), whole.get("data")
    if isinstance(fields, list) and isinstance(data, list):
        for place, row in enumerate(data, start=1):
            yield place, dict(zip(map(str, fields), row, strict=False)) if isinstance(row, list) else {}
        return
    for place, row in enumerate(whole.values(), start=1):
        yield place, row if isinstance(row, dict) else {}
