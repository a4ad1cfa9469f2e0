"""Columns of where companies have their seat: their country, or a place, as the cells say; and what else lists of
subsidiaries say of each of these."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.ingestion.cells.cell_kinds import cells_of
from core.ingestion.cells.column_words import fields_by_name, folded_words, is_ultimate, read_as
from core.ingestion.cells.end_fields import end_field
from core.ingestion.formats.table import Table
from core.ingestion.mapping.identifiers import is_of_jurisdictions
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping
from core.names.places import is_subdivision
from core.names.regions import country_code
from core.names.territories import territory_code

_MOST = 0.8  # share of cells
_LAST_PART = re.compile(r"[,，]\s*([^,，]+)$")
_SHORT = frozenset(("UK", "USA", "US", "UAE", "PRC"))
_OF_SEVERAL = frozenset(("georgia",))  # a country, and a state of another one
_LEAST_NAME = 4  # letters: CA is California, or Canada
_OTHERS = ("id", "name", "name_zh", "name_en", "type")
_OF_SUBSIDIARIES = ("country", "industry", "founded", "description", "description_zh", "description_en")
"""What columns beside those of subsidiaries and parents say of the subsidiary."""


def with_seats(mapping: TableMapping, table: Table) -> TableMapping:
    """A list of companies, or of subsidiaries with their parents, with the country and the place where each of them has
    its seat, told by the first columns that are called headquarters, say, and hold such. Of a subsidiary also its
    jurisdiction, industry, founding and activity."""
    left = [column for column in table.columns if mapping.columns.get(column) == ATTRIBUTE]
    if mapping.kind == "companies":
        return mapping.model_copy(update={"columns": mapping.columns | _seats(table, left, mapping.columns)})
    said = of_subsidiaries(mapping, left)
    said |= _seats(table, left) if _lists_subsidiaries(mapping) else {}
    of_source = {column: end_field("source", field) for column, field in said.items()}
    return mapping.model_copy(update={"columns": mapping.columns | of_source})


def of_subsidiaries(mapping: TableMapping, columns: Sequence[str]) -> dict[str, str]:
    """Which of these columns of a list of subsidiaries with their parents say what the subsidiary is, and what; none of
    any other table."""
    if not _lists_subsidiaries(mapping):
        return {}
    told = fields_by_name("companies", columns, _OTHERS)
    kept = dict.fromkeys((each for each in columns if is_of_jurisdictions(each) or is_ultimate(each)), ATTRIBUTE)
    return kept | {column: field for column, field in told.items() if field in _OF_SUBSIDIARIES}


def _lists_subsidiaries(mapping: TableMapping) -> bool:
    return mapping.kind == "relations" and mapping.constants.get("label") == "subsidiary_of"


def _seats(table: Table, columns: list[str], known: Mapping[str, str] | None = None) -> dict[str, str]:
    found = {
        column: field for column, field in fields_by_name("companies", columns, _OTHERS).items() if field == "country"
    }
    for column, folded in read_as(columns).items():
        if column not in found and folded in folded_words("seats"):
            field = "country" if are_countries(list(cells_of(table, column))) else "place"
            if field not in {*found.values(), *(known or {}).values()}:
                found[column] = field
    return found


def are_countries(cells: list[str]) -> bool:
    """Whether most of some cells name a country; parts of one do not."""
    codes = [territory_code(cell) for cell in cells]
    return sum(code != "" and "-" not in code for code in codes) >= _MOST * len(codes)  # us-ny is a part of one


def country_of_seat(place: str) -> str:
    """The country that stands behind the last comma of a seat, as in Dublin, Ireland; "" where it may be another part
    of a country: Austin, TX and Atlanta, Georgia."""
    behind = _LAST_PART.search(place)
    said = behind[1].strip() if behind else ""
    short = said.replace(".", "").upper() in _SHORT
    long = (len(said) >= _LEAST_NAME or not said.isascii()) and said.lower() not in _OF_SEVERAL
    return said if (short or (long and not is_subdivision(said))) and country_code(said) else ""
