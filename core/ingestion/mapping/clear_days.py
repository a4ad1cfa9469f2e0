"""Columns of days that say of a relation what their names alone do not: what the others and the cells tell."""

from __future__ import annotations

from collections.abc import Collection

from core.ingestion.cells.cell_kinds import cells_of
from core.ingestion.cells.column_words import fields_by_name, folded_name, folded_words, words
from core.ingestion.cells.days_of_terms import days_of_terms
from core.ingestion.formats.table import Table
from core.ingestion.mapping.pair_rows import OF_OWNERSHIP
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping

_STARTS = ("year", "start")
_OF_CONTRACTS = "supplies"
_OF_DAYS = (*_STARTS, "end", "announced")


def with_clear_days(mapping: TableMapping, table: Table) -> TableMapping:
    """Relations with the days that their columns hold; anything else as it is."""
    if mapping.kind != "relations":
        return mapping
    no_days = dict.fromkeys(_columns_of_no_days(mapping, table), ATTRIBUTE)
    columns = mapping.columns | no_days
    label = mapping.constants.get("label")
    columns |= _ends_of_holdings(columns) if label in OF_OWNERSHIP else {}
    columns |= _ends_of_contracts(columns, no_days) if label == _OF_CONTRACTS else {}
    return mapping.model_copy(update={"columns": columns | _ends_beside_starts(columns)})


def _columns_of_no_days(mapping: TableMapping, table: Table) -> list[str]:
    """The columns that are called as days are and say whether: of Completed (yes, no) the cells are other facts."""
    no_days = folded_words("yes_and_no") | folded_words("no_names")
    of_days = [column for column, field in mapping.columns.items() if field in _OF_DAYS]
    told = {column: {*map(folded_name, cells_of(table, column))} for column in of_days}
    return [column for column, cells in told.items() if cells and cells <= no_days]


def _ends_of_holdings(columns: dict[str, str]) -> dict[str, str]:
    """The day of a sale as the end of a holding, and so that of a transfer beside a day on which it began."""
    names = {column: folded_name(column) for column, field in columns.items() if field in (*_STARTS, ATTRIBUTE)}
    sales, transfers = days_of_terms(names, ("sold",)), days_of_terms(names, ("transferred",))
    left = {column: name for column, name in names.items() if column not in {*sales, *transfers}}
    started = [column for column in left if columns[column] in _STARTS] or [*days_of_terms(left, ("year",))]
    ended = [*sales, *(transfers if started else ())][:1]
    if not ended or "end" in columns.values():
        return {}
    begun = {column: "year" for column in started if columns[column] == ATTRIBUTE}
    return begun | {ended[0]: "end"}


def _ends_of_contracts(columns: dict[str, str], no_days: Collection[str]) -> dict[str, str]:
    """The day on which a contract was completed as its end, and the day left that may be its beginning."""
    likely = [column for column, field in columns.items() if field in (*_STARTS, ATTRIBUTE) and column not in no_days]
    names = {column: folded_name(column) for column in likely}
    finished = [*days_of_terms(names, ("finished",))]
    if not finished or "end" in columns.values():
        return {}
    left = [column for column in likely if column not in finished]
    told = {} if any(columns[column] in _STARTS for column in left) else fields_by_name("relations", left)
    return {column: field for column, field in told.items() if field == "year"} | {finished[0]: "end"}


def _ends_beside_starts(columns: dict[str, str]) -> dict[str, str]:
    """What is called 截止日期 as the end, beside what is called 开始日期; elsewhere it is the day of the figures."""
    starts = {folded_name(column) for column, field in columns.items() if field in _STARTS}
    found = [column for column, field in columns.items() if field == "as_of" and folded_name(column) in _bounds("ends")]
    return {} if "end" in columns.values() or starts.isdisjoint(_bounds("starts")) else dict.fromkeys(found, "end")


def _bounds(key: str) -> frozenset[str]:
    return frozenset(map(folded_name, words()["bounds"][key]))
