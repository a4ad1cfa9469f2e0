"""Tables of who has, or had, which office in which company: boards, directors, chief executives."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from core.ingestion.cell_kinds import cells_of
from core.ingestion.column_words import fields_by_name, folded_name, read_as
from core.ingestion.formats.table import Table
from core.ingestion.offices import folded_office_words, office_words, relations_of_office
from core.ingestion.table_mapping import TableMapping

_MOST = 0.5
"""Share of the positions of a board that are known offices."""


def board_mapping(table: Table) -> TableMapping | None:
    """Relations of the people with their companies, from the day of their appointment to that of their resignation;
    None of a table that lists something else.

    A column that is called director says what its people are, beside one of positions or of such days. One that is
    called name is of people where a column of positions holds offices that are known.
    """
    known = read_as(table.columns)
    company = _called(known, folded_office_words("companies"))
    position = _called(known, folded_office_words("positions"), company)
    start = _called(known, folded_office_words("starts"))
    end = _called(known, folded_office_words("ends"))
    person, label = _people(table, known, position)
    if not (company and person and (position or start or end)):
        return None
    if any(_record_of(each) != _record_of(person) for each in (position, start, end) if each):
        return None  # of {"ceo": …, "board": [{"name": …, "role": …}]} the roles are those of others
    fields = {person: "source", company: "target", position: "label", start: "start", end: "end"}
    columns = {column: field for column, field in fields.items() if column}
    left = [column for column in table.columns if column not in columns]
    columns |= fields_by_name("relations", left, taken=[*fields.values(), "year", "id", "weight"])
    return TableMapping(kind="relations", columns=columns, constants={"label": label} if label else {})


def board_of_one(table: Table) -> TableMapping | None:
    """Relations of the people of a table with a company that no column names: the table says who has which office in
    it, as a title above it may say. None of a table with a column of companies, or of other positions."""
    known = read_as(table.columns)
    position = _called(known, folded_office_words("positions"))
    cells = list(cells_of(table, position)) if position else []
    offices = sum(bool(relations_of_office(cell)) for cell in cells)
    if _called(known, folded_office_words("companies"), position) or not cells or offices < _MOST * len(cells):
        return None
    person, _ = _people(table, known, position)
    start, end = (_called(known, folded_office_words(each), position, person) for each in ("starts", "ends"))
    fields = {person: "source", position: "label", start: "start", end: "end"}
    columns = {column: field for column, field in fields.items() if column}
    left = [column for column in table.columns if column not in columns]
    columns |= fields_by_name("relations", left, taken=[*fields.values(), "target", "year", "id", "weight"])
    return TableMapping(kind="relations", columns=columns) if person else None


def _people(table: Table, known: Mapping[str, str], position: str) -> tuple[str, str]:
    """The column of the people, and the relation that it says they have with the companies."""
    for label, names in office_words()["people"].items():
        if column := _called(known, frozenset(map(folded_name, names)), position):
            return column, label
    offices = any(relations_of_office(cell) for cell in cells_of(table, position)) if position else False
    return (_called(known, folded_office_words("names"), position), "") if offices else ("", "")


def _record_of(column: str) -> str:
    """Which nested record a column is of: board of board.role."""
    return column.rpartition(".")[0]


def _called(known: Mapping[str, str], words: Collection[str], *taken: str) -> str:
    return next((column for column, name in known.items() if name in words and column not in taken), "")
