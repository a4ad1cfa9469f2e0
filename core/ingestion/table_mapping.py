"""What the columns of a table mean, and the records that its rows become with that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from core.ingestion.column_words import TableKind, fields_by_name, known_names
from core.ingestion.drafts import Draft, DraftKind, Drafts
from core.ingestion.exported_tables import ORIGIN, attribute_name, exported_kind
from core.ingestion.formats.table import Table, list_values
from core.ingestion.offices import is_of_positions, with_offices
from core.ingestion.problems import RowProblem
from core.ingestion.sum_rows import rows_without_a_company
from core.ingestion.unclear_shares import columns_of_unclear_shares

_KINDS: dict[TableKind, DraftKind] = {"companies": "entity", "relations": "relation", "passages": "passage"}
_LISTS = ("aliases", "former_names", "tickers", "identifiers")
ATTRIBUTE = "attribute"
"""What a column becomes that is kept under its own name; several may."""
RELATION = "relation:"
"""Before the relation type that a column of other companies becomes; several columns may be of one."""
NAMES = ("name", "name_zh", "name_en")
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

    @property
    def nameless(self) -> bool:
        """Whether companies of the table would be called by their ids or tickers."""
        return (
            self.kind == "companies" and not self.missing and not {*NAMES} & {*self.columns.values(), *self.constants}
        )


def fields_of(kind: TableKind) -> tuple[str, ...]:
    """What a column of such a table can become."""
    return (*known_names()[kind], *([] if kind == "passages" else [ATTRIBUTE]))


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


def table_drafts(table: Table, mapping: TableMapping) -> Drafts:
    """Every row about a company as a record-to-be; empty cells count as not given."""
    exported = exported_kind(table.columns) == mapping.kind
    unclear = () if exported else columns_of_unclear_shares(table, mapping.columns)
    fields = mapping.columns | dict.fromkeys(unclear, ATTRIBUTE)
    places = [(place, fields[column]) for place, column in enumerate(table.columns) if column in fields]
    repairs: list[RowProblem] = []
    items: list[Draft] = []
    positions = next((column for column, field in mapping.columns.items() if field == "label"), "")
    constants = {field: field_value(field, value) for field, value in mapping.constants.items()}
    refused = {} if exported or mapping.kind == "passages" else rows_without_a_company(table, mapping.columns)
    for row in (row for number, row in enumerate(table.rows) if number not in refused):
        values: dict[str, object] = dict(constants)
        attributes = []
        read: dict[str, Any] = {}
        columns: dict[str, tuple[str, ...]] = {}
        for place, field in places:
            if not (cell := row.cells[place].strip()):
                continue
            if field == ATTRIBUTE:
                attributes.append((attribute_name(table.columns[place]), cell))
                if (column := table.columns[place]) in unclear:
                    repairs.append(RowProblem(table.name, row.line, column, "unclear_share", cell[:80], repaired=True))
            else:
                value = field_value(field, cell)
                earlier = read.get(field, ())  # several columns may hold names, say
                values[field] = read[field] = (*earlier, *value) if isinstance(value, tuple) else value
                if field.startswith(RELATION):
                    columns[field] = (*columns.get(field, ()), table.columns[place])
        draft = Draft(_KINDS[mapping.kind], table.name, row.line, values, tuple(attributes), columns, exported)
        if mapping.kind == "relations" and is_of_positions(positions):
            items += with_offices(draft, positions, read.get("label", ""), mapping.constants.get("label", ""))
        else:
            items.append(draft)
    return Drafts(tuple(items), (*table.problems, *(refused[number] for number in sorted(refused)), *repairs))
