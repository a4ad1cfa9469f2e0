"""Equities of FinanceDatabase: a row for each listing, so that a company stands in as many rows as it has listings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.ingestion.formats.table import Table, list_cell
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords
from core.names.normalise import fold_characters

_NEEDED = {"symbol", "name", "summary", "exchange", "market", "industry_group", "country", "market_cap"}
_FIELDS = {"name": "name", "summary": "description", "country": "country", "city": "place"}
_EVERY = ("exchange", "mic", "market", "currency", "cusip")
"""Of a company, kept of each listing."""
_ONCE = ("sector", "industry_group", "state", "website", "market_cap", "delisted")
"""Kept as the first listing has it that says it."""
_NOT_READ = "zipcode, figi, composite_figi, shareclass_figi"
_MOST = 4_000  # characters of a description


def is_finance_database(table: Table) -> bool:
    """Whether it has the columns of the equities."""
    return set(table.columns) >= _NEEDED


def finance_database_raw_records(table: Table) -> RawRecords:
    """Every company once, with the tickers and ISINs of its listings: rows of one name and one country are one."""
    problems = [RowProblem(table.name, 1, "", "keys_not_read", _NOT_READ, repaired=True), *table.problems]
    companies: dict[tuple[str, str], list[tuple[int, Mapping[str, str]]]] = {}
    for row in table.rows:
        said = {column: cell.strip() for column, cell in zip(table.columns, row.cells, strict=True) if cell.strip()}
        lacking = next((each for each in ("name", "symbol") if each not in said), "")
        if lacking:
            problems.append(RowProblem(table.name, row.line, lacking, "missing"))
        else:
            key = fold_characters(said["name"]), said.get("country", "")
            companies.setdefault(key, []).append((row.line, said))
    items = tuple(_company(table.name, listings) for listings in companies.values())
    return RawRecords(items, tuple(problems))


def _company(file: str, listings: Sequence[tuple[int, Mapping[str, str]]]) -> RawRecord:
    rows = [said for _, said in listings]
    values: dict[str, object] = {field: found for column, field in _FIELDS.items() if (found := _first(rows, column))}
    values["description"] = str(values.get("description", ""))[:_MOST]
    values["industry"] = _first(rows, "industry") or _first(rows, "industry_group") or _first(rows, "sector")
    values["tickers"] = _all(rows, "symbol")
    values["identifiers"] = tuple(f"isin:{each}" for each in _all(rows, "isin"))
    return RawRecord("entity", file, listings[0][0], values, tuple(_attributes(rows)))


def _attributes(rows: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    for column in _ONCE:
        if found := _first(rows, column):
            yield column, found
    for column in _EVERY:
        if several := _all(rows, column):
            yield column, list_cell(several)


def _first(rows: Sequence[Mapping[str, str]], column: str) -> str:
    return next((said[column] for said in rows if column in said), "")


def _all(rows: Sequence[Mapping[str, str]], column: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(said[column] for said in rows if column in said))
