"""Columns of a table of relations that say where a company at one end is, or what it does: Supplier, Country, Buyer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from core.ingestion.cells.cell_kinds import cells_of
from core.ingestion.cells.column_words import folded_name, folded_words, known_names, words
from core.ingestion.cells.end_fields import ENDS, end_field
from core.ingestion.formats.table import Table
from core.ingestion.mapping.seats import are_countries
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping

_DESCRIBING = ("country", "place", "industry")
_SEATS = frozenset(
    (
        "city",
        "headquarters",
        "hq",
        "城市",
        "所在城市",
        "所在地",
        "总部",
        "总部所在地",
        "ville",
        "stadt",
        "ort",
        "standort",
        "sitz",
        "firmensitz",
        "lieu",
        "siège",
        "ciudad",
        "sede",
    )
)
_PARTS = ("companyname", "name", "company", "公司名称", "企业名称", "公司", "企业", "名称", "方")
"""What the name of a column of companies ends in, beside what they are called by in others: Target company, Target
country."""

_JOINTS = ("ofthe", "of", "dela", "della", "dell", "delos", "delas", "del", "des", "der", "du", "de", "von", "")
"""What may stand between what a column says and the end of which it says it, folded."""


def with_described_ends(mapping: TableMapping, table: Table) -> TableMapping:
    """Relations with such columns said of the company that they are called by (Target country), or else of the one
    whose column stands right before, if that of the other stands behind or there is none: a country behind both may be
    that of either. Where only one end has a column, it is said of that one."""
    if mapping.kind != "relations":
        return mapping
    ends = {field: column for column, field in mapping.columns.items() if field in ENDS}
    found: dict[str, str] = {}
    for column, field in mapping.columns.items():
        if field == ATTRIBUTE:
            called = [end_field(end, each) for end, name in ends.items() if (each := _called_by(name, column))]
            fields = called or _of_the_one_before(column, ends, mapping, table.columns)
            found |= {column: fields[0]} if fields else {}
    taken = [*mapping.columns.values()]
    found |= {column: _as_cells_say(field, column, table) for column, field in found.items()}
    fits = {
        column: field for column, field in found.items() if field not in taken and [*found.values()].count(field) == 1
    }
    return mapping.model_copy(update={"columns": mapping.columns | fits})


def _as_cells_say(field: str, column: str, table: Table) -> str:
    """The field of a seat, which is a country where the cells are countries: HQ, Germany."""
    is_seat = field.endswith(":place") and folded_name(column) in folded_words("seats")
    is_country = is_seat and are_countries(list(cells_of(table, column)))
    return f"{field.removesuffix('place')}country" if is_country else field


def _called_by(end: str, column: str) -> str:
    """What a column says of the companies of another, by whose name it is called: Target country, or behind what it
    says, where others of its names count too: Country of subsidiary, Land der Tochter."""
    whole, folded = folded_name(end), folded_name(column)
    bare = [name for part in _PARTS if whole.endswith(part) and (name := whole.removesuffix(part))]
    for name in (whole, *bare):
        if folded.startswith(name) and (said := _describes(folded[len(name) :].lstrip("の的"))):
            return said
    names = {whole, *bare, *(name for each in _names_of_ends() if not each.isdisjoint({whole, *bare}) for name in each)}
    for name in sorted(names, key=len, reverse=True):
        before = folded.removesuffix(name) if folded.endswith(name) else ""
        if said := next(filter(None, (_describes(before.removesuffix(each)) for each in _JOINTS)), ""):
            return said
    return ""


@cache
def _names_of_ends() -> Sequence[frozenset[str]]:
    """What the companies at each end of known relations are called, folded."""
    return [frozenset(map(folded_name, pair[end])) for pair in words()["ends"] for end in ENDS]


def _of_the_one_before(column: str, ends: dict[str, str], mapping: TableMapping, columns: Sequence[str]) -> list[str]:
    said = _describes(folded_name(column))
    if said and len(ends) == 1 and "label" in mapping.constants:  # of companies, not of people with posts
        return [end_field(next(iter(ends)), said)]
    before = columns[: columns.index(column)]
    place = next((at for at in reversed(range(len(before))) if not _describes(folded_name(before[at]))), -1)
    end = mapping.columns.get(before[place], "") if place >= 0 else ""
    others = [columns.index(name) for field, name in ends.items() if field != end]
    behind = all(at > columns.index(column) for at in others)
    return [end_field(end, said)] if said and end in ENDS and behind else []


def _describes(folded: str) -> str:
    names = known_names()["companies"]
    found = next((field for field in _DESCRIBING if folded in names[field]), "")
    return found or ("place" if folded in _SEATS or folded in folded_words("seats") else "")
