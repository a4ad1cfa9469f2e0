"""Lists of companies with one column of other companies whose header says no relation: a distributor's brands, banks.

Where a company stands in several rows, each with another one, what a row says is of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from core.ingestion.cells.cell_names import may_be_name, names_in_cell
from core.ingestion.cells.column_words import words
from core.ingestion.formats.table import Table
from core.ingestion.mapping.pair_rows import differs, is_own, pairs_of, rows_by_column, stand_with_others
from core.ingestion.mapping.relation_columns import column_of_end
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.mapping.table_mapping import ATTRIBUTE, NAMES, RELATION, TableMapping
from core.names.normalise import normalise_name, reads_as_company_name

CompaniesCalled = Callable[[str], Collection[str]]
"""The ids of the known companies that bear a name."""
_Row = Mapping[str, str]
_LOOKED_AT = 200  # rows
_FEWEST = 0.5  # share of cells
_UNTOLD = MappedLabel("")


def nobody_called(_: str) -> Collection[str]:
    """Where no companies are known."""
    return ()


def as_unnamed_pairs(mapping: TableMapping, table: Table, called: CompaniesCalled) -> TableMapping:
    """Such a list as relations, whose label is asked for; of distributors and their brands it is told, and these may
    stand once each. A list of which several columns hold other companies stays one."""
    named = next((column for field in NAMES for column, given in mapping.columns.items() if given == field), "")
    related = any(field.startswith(RELATION) for field in mapping.columns.values())
    if mapping.kind != "companies" or not named or related:
        return mapping
    rows = rows_by_column(table, named)
    told = {column: mapped for column in table.columns if (mapped := _told_together(named, column)) is not None}
    likely = [column for column, field in mapping.columns.items() if field == ATTRIBUTE]
    found = [
        column
        for column in likely
        if (column in told or stand_with_others(rows, named, column)) and _hold_others(rows, named, column, called)
    ]
    if len(found) != 1:
        return mapping
    mapped = told.get(found[0], _UNTOLD)
    of_relations = {column for column in likely if differs(rows, named, column) or not is_own(column)}
    pairs = pairs_of(mapping, mapped, (named, found[0]), "", of_relations)
    constants = {field: value for field, value in pairs.constants.items() if value}
    return pairs.model_copy(update={"constants": constants})


def _told_together(named: str, column: str) -> MappedLabel | None:
    """What relation a row's company has with those of a column, where both headers together say it."""
    for pair in words()["ends_of_known_companies"]:
        if column_of_end([named], pair["target"]) and column_of_end([column], pair["source"]):
            return MappedLabel(pair["label"], reversed=True)
    return None


def _hold_others(rows: Sequence[_Row], named: str, column: str, called: CompaniesCalled) -> bool:
    """Whether at least half of the first cells of a column name companies, known ones or with a legal form, and not
    that of their row."""
    filled = [(row[named].strip(), cell) for row in rows[:_LOOKED_AT] if (cell := row[column].strip())]
    others = sum(_names_other(company, cell, called) for company, cell in filled)
    return bool(filled) and others >= _FEWEST * len(filled)


def _names_other(company: str, cell: str, called: CompaniesCalled) -> bool:
    own = {*called(company), normalise_name(company)}
    names = names_in_cell(cell)
    return bool(names) and all(
        may_be_name(name)
        and own.isdisjoint({*(known := called(name)), normalise_name(name)})
        and (bool(known) or reads_as_company_name(name))
        for name in names
    )
