"""Columns of where companies have their seat: their country, or a place, as the cells say."""

from __future__ import annotations

from collections.abc import Mapping

from core.ingestion.cell_kinds import cells_of
from core.ingestion.column_words import fields_by_name, folded_words, read_as
from core.ingestion.end_fields import end_field
from core.ingestion.formats.table import Table
from core.ingestion.table_mapping import ATTRIBUTE, TableMapping
from core.names.territories import territory_code

_MOST = 0.8  # share of cells
_OTHERS = ("id", "name", "name_zh", "name_en", "type")


def with_seats(mapping: TableMapping, table: Table) -> TableMapping:
    """A list of companies, or of subsidiaries with their parents, with the country and the place where each of them has
    its seat, told by the first columns that are called headquarters, say, and hold such."""
    of_subsidiaries = mapping.kind == "relations" and mapping.constants.get("label") == "subsidiary_of"
    if mapping.kind != "companies" and not of_subsidiaries:
        return mapping
    left = [column for column in table.columns if mapping.columns.get(column) == ATTRIBUTE]
    of_end = {column: end_field("source", field) for column, field in _seats(table, left).items()}
    seats = of_end if of_subsidiaries else _seats(table, left, mapping.columns)
    return mapping.model_copy(update={"columns": mapping.columns | seats})


def _seats(table: Table, columns: list[str], known: Mapping[str, str] | None = None) -> dict[str, str]:
    found = {
        column: field for column, field in fields_by_name("companies", columns, _OTHERS).items() if field == "country"
    }
    for column, folded in read_as(columns).items():
        if column not in found and folded in folded_words("seats"):
            field = "country" if _are_countries(list(cells_of(table, column))) else "place"
            if field not in {*found.values(), *(known or {}).values()}:
                found[column] = field
    return found


def _are_countries(cells: list[str]) -> bool:
    codes = [territory_code(cell) for cell in cells]
    return sum(code != "" and "-" not in code for code in codes) >= _MOST * len(codes)  # us-ny is a part of one
