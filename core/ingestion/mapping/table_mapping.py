"""What the columns of a table mean, and the records that its rows become with that."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from core.ingestion.cells.cell_names import names_of_list, says_nothing, with_listed_ends
from core.ingestion.cells.column_words import TableKind, fields_by_name, known_names
from core.ingestion.cells.end_fields import ENDS, end_fields, is_of_end, names_nobody, other_end, said_of_end
from core.ingestion.formats.table import Table, TableRow, list_values
from core.ingestion.mapping.deal_cells import has_unclear_currency, with_announcement, with_currency, without_unit
from core.ingestion.mapping.exported_tables import ORIGIN, exported_kind
from core.ingestion.mapping.kept_columns import KEPT_OTHERWISE, kept_name
from core.ingestion.mapping.names_in_parts import with_whole_names
from core.ingestion.mapping.offices import is_of_positions, with_offices
from core.ingestion.mapping.sum_rows import rows_without_a_company
from core.ingestion.mapping.unclear_shares import columns_of_unclear_shares
from core.ingestion.mapping.venture_rows import ventures_of_partners, with_a_row_for_each_holder
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecordKind, RawRecords

_KINDS: dict[TableKind, RawRecordKind] = {"companies": "entity", "relations": "relation", "passages": "passage"}
_LISTS = ("aliases", "former_names", "tickers", "identifiers")
_OF_IDENTIFIERS = ("id", "tickers", "identifiers")
_LEFT_OPEN = (*_LISTS, "id", "name_zh", "name_en", "place", "industry")
"""Fields of companies in which N/A and dashes say that there is nothing."""
ATTRIBUTE = "attribute"
"""What a column becomes that is kept under its own name; several may."""
RELATION = "relation:"
"""Before the relation type that a column of other companies becomes; several columns may be of one."""
NAMES = ("name", "name_zh", "name_en")
_OF_TWO = (*ENDS, "label", "share", "share_low", "share_high")
"""What says nothing of a company without another one."""
_NEEDED: dict[TableKind, tuple[tuple[str, ...], ...]] = {
    "relations": (("source",), ("target",)),
    "passages": (("text",),),
    "companies": ((*NAMES, "id", "tickers"),),
}


class TableMapping(BaseModel):
    """What a table lists, and which field each column becomes; columns that are not there are not read.

    ``constants`` are values of fields for all rows, such as the ``label`` of relations of one type, or the ``type`` of
    entities.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: TableKind
    columns: dict[str, str]
    constants: dict[str, str] = Field(default_factory=dict)

    @property
    def missing(self) -> tuple[str, ...]:
        """Fields without which nothing of the table can be read; of alternatives the first."""
        given = set(self.columns.values()) | set(self.constants)
        lacking = tuple(any_of[0] for any_of in _NEEDED[self.kind] if not given & set(any_of))
        return lacking if self.kind != "relations" or "label" in given else (*lacking, "label")

    def of_end(self, end: str) -> TableMapping | None:
        """Of relations, the companies at one end as a table of their own; None where no column says what they are."""
        told = {column: said for column, field in self.columns.items() if (said := said_of_end(field, end))}
        constants = {said: value for field, value in self.constants.items() if (said := said_of_end(field, end))}
        named = {column: "name" for column, field in self.columns.items() if field == end}
        return TableMapping(kind="companies", columns=told | named, constants=constants) if told or constants else None

    def without_ends(self) -> TableMapping:
        """Of relations, what is said of these alone."""
        columns = {column: field for column, field in self.columns.items() if not is_of_end(field)}
        constants = {field: value for field, value in self.constants.items() if not is_of_end(field)}
        return self.model_copy(update={"columns": columns, "constants": constants})

    @property
    def nameless(self) -> bool:
        """Whether companies of the table would be called by their ids or tickers."""
        return (
            self.kind == "companies" and not self.missing and not {*NAMES} & {*self.columns.values(), *self.constants}
        )


def fields_of(kind: TableKind) -> tuple[str, ...]:
    """What a column of such a table can become."""
    kept = {"companies": (ATTRIBUTE, *KEPT_OTHERWISE), "relations": (ATTRIBUTE,)}
    return (*known_names()[kind], *kept.get(kind, ()))


def fields_of_all_rows(kind: TableKind) -> tuple[str, ...]:
    """What all rows of such a table can have alike."""
    fields = (*known_names()[kind], *(end_fields() if kind == "relations" else ()))
    return tuple(field for field in fields if not field.endswith(ATTRIBUTE))


def with_attributes(mapping: TableMapping, columns: Sequence[str]) -> TableMapping:
    """The mapping with all other columns as attributes; of passages none are kept."""
    if mapping.kind == "passages":
        return mapping
    others = {column: ATTRIBUTE for column in columns if column not in mapping.columns and column != ORIGIN}
    return mapping.model_copy(update={"columns": mapping.columns | others})


def usual_mapping(kind: TableKind, columns: Sequence[str]) -> TableMapping:
    """Of a table that is known to list this: every column by its name."""
    return with_attributes(TableMapping(kind=kind, columns=fields_by_name(kind, columns)), columns)


def field_value(field: str, cell: str) -> object:
    """What a cell that is not empty says of a field: one text, or several; of relations what it is as it stands."""
    if field.startswith(RELATION):
        return (cell,)
    return list_values(cell) if field in _LISTS else cell


def _told(field: str, cell: str, *, exported: bool) -> object:
    """The same without words for nothing among several; an export of this program has none."""
    value = field_value(field, cell)
    if exported or field not in _LISTS or not isinstance(value, tuple):
        return value
    of_identifiers = field in _OF_IDENTIFIERS
    return tuple(each for each in value if not says_nothing(each, of_identifiers=of_identifiers))


def table_raw_records(table: Table, mapping: TableMapping) -> RawRecords:
    """Every row about a company as a record-to-be; empty cells count as not given.

    A row of a relation is also one about a company at an end that columns say something of, and only that where it
    names nobody at the other end: what else it says is then said of the company, but for how much is held. Where
    columns say something of both, an end that is not told (TBD) is one of a relation nevertheless, which is refused.
    """
    exported = exported_kind(table.columns) == mapping.kind
    refused = {} if exported or mapping.kind == "passages" else rows_without_a_company(table, mapping.columns)
    unclear = () if exported else columns_of_unclear_shares(table, mapping.columns)
    without = {table.rows[number].line for number in refused}
    if not exported:
        each_alone = with_a_row_for_each_holder(table, mapping.columns)
        table = with_listed_ends(with_whole_names(each_alone, mapping.columns), mapping.columns)
    rows = [row for row in table.rows if row.line not in without]
    at_ends = {end: mapping.of_end(end) for end in ENDS if mapping.kind == "relations"}
    described = {end: each for end, each in at_ends.items() if each is not None}
    own = mapping.without_ends() if described else mapping
    columns = own.columns | dict.fromkeys(unclear, ATTRIBUTE)
    items: list[RawRecord] = []
    alone: set[int] = set()
    for raw_record in _drafts(table, rows, own.model_copy(update={"columns": columns})):
        none = [end for end in ENDS if names_nobody(raw_record.values, end)]
        told = len(described) == len(ENDS) and any(raw_record.values.get(end) for end in none)
        if not told and any(other_end(end) in described for end in none):
            alone.add(raw_record.line)
        else:
            items.append(raw_record)
    items += [*ventures_of_partners(items, table, mapping.columns, mapping.constants.get("label", ""))]
    facts = {column: ATTRIBUTE for column, field in columns.items() if field not in _OF_TWO}
    companies: dict[object, RawRecord] = {}
    for each in described.values():
        of_alone = each.model_copy(update={"columns": facts | each.columns})
        of_pairs = _drafts(table, [row for row in rows if row.line not in alone], each)
        for raw_record in chain(of_pairs, _drafts(table, [row for row in rows if row.line in alone], of_alone)):
            for company in _one_each(raw_record):
                companies.setdefault((tuple(company.values.items()), company.attributes), company)
    repairs = _unclear_cells(table, rows, columns, unclear, currency=mapping.constants.get("currency", ""))
    problems = (*table.problems, *(refused[number] for number in sorted(refused)), *repairs)
    return RawRecords((*items, *companies.values()), problems)


def _one_each(raw_record: RawRecord) -> Iterator[RawRecord]:
    """The companies at an end that a row describes, each by its name; of several, what identifies one is nobody's."""
    cell = str(raw_record.values.get("name") or "")
    names = names_of_list(cell)
    if cell and not names:
        yield raw_record
    common = {field: value for field, value in raw_record.values.items() if field not in _OF_IDENTIFIERS}
    for name in names:
        yield replace(raw_record, values={**common, "name": name})


def _unclear_cells(
    table: Table, rows: Sequence[TableRow], columns: Mapping[str, str], unclear: Container[str], currency: str
) -> Iterator[RowProblem]:
    """Cells that are kept as they stand under the names of their columns: shares that may be fractions, amounts that
    cannot be read below a header with a unit, or are in a currency that nothing names, be it the ``currency`` of all
    rows."""
    places = [(at, column, columns.get(column)) for at, column in enumerate(table.columns)]
    for row in rows:
        told = currency or any(row.cells[at].strip() for at, _, field in places if field == "currency")
        for at, column, field in places:
            cell = row.cells[at].strip()
            if cell and column in unclear:
                yield RowProblem(table.name, row.line, column, "unclear_share", cell[:80], repaired=True)
            elif cell and field == "amount" and not told and has_unclear_currency(column, cell):
                yield RowProblem(table.name, row.line, column, "unclear_currency", cell[:80], repaired=True)
            elif cell and field == "amount" and without_unit(column, cell) is None:
                yield RowProblem(table.name, row.line, column, "kept_apart", cell[:80], repaired=True)


def _drafts(table: Table, rows: Sequence[TableRow], mapping: TableMapping) -> Iterator[RawRecord]:
    columns, exported = table.columns, exported_kind(table.columns) == mapping.kind
    places = [(place, mapping.columns[column]) for place, column in enumerate(columns) if column in mapping.columns]
    positions = next((column for column, field in mapping.columns.items() if field == "label"), "")
    constants = {field: field_value(field, value) for field, value in mapping.constants.items()}
    named = {field: columns[place] for place, field in places}
    for row in rows:
        values: dict[str, object] = dict(constants)
        attributes = []
        read: dict[str, Any] = {}
        others: dict[str, tuple[str, ...]] = {}
        for place, field in places:
            cell = row.cells[place].strip()
            left_open = mapping.kind == "companies" and field in _LEFT_OPEN and not exported
            if not cell or (left_open and says_nothing(cell, of_identifiers=field in _OF_IDENTIFIERS)):
                continue
            amount = without_unit(columns[place], cell) if field == "amount" else cell
            if field in (ATTRIBUTE, *KEPT_OTHERWISE) or amount is None:
                attributes.append((kept_name(field, columns[place]), cell))
            else:
                value = _told(field, amount, exported=exported)
                earlier = read.get(field, ())  # several columns may hold names, say
                values[field] = read[field] = (*earlier, *value) if isinstance(value, tuple) else value
                if field.startswith(RELATION):
                    others[field] = (*others.get(field, ()), columns[place])
        if mapping.kind == "relations":
            amount_cell = next((row.cells[place] for place, field in places if field == "amount"), "")
            attributes += with_currency(values, named, amount_cell)
            attributes += with_announcement(values, named)
        raw_record = RawRecord(_KINDS[mapping.kind], table.name, row.line, values, tuple(attributes), others, exported)
        if mapping.kind == "relations" and is_of_positions(positions):
            yield from with_offices(raw_record, positions, read.get("label", ""), mapping.constants.get("label", ""))
        else:
            yield raw_record
