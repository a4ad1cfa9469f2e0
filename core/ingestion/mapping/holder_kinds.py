"""Whether who holds a company is a person: a column says so (股东性质, Holder type), or the name is clearly one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from core.ingestion.cells.cell_kinds import cells_of
from core.ingestion.cells.column_words import folded_name
from core.ingestion.formats.table import Table
from core.names.person_names import is_name_of_person
from core.ontology import COMPANY
from core.runtime.package_files import read_package_yaml

PERSON = "person"


def kind_of_holder(name: str, attributes: Iterable[tuple[str, str]], *, by_name: bool) -> str:
    """The entity type of a new one that holds shares: as its row says, else of a clear name a person; a company where
    neither tells. Only a column tells unless ``by_name``."""
    said = (_said_in(column, cell) or _of_company(column, cell) for column, cell in attributes)
    told = next(filter(None, said), "")
    return told or (PERSON if by_name and is_name_of_person(name) else COMPANY)


def is_kind_of_holder(cell: str) -> bool:
    """Whether a cell says who holds, be it a person or a company: Founder, Corporate, Pool, Investor."""
    return any(folded_name(cell) in _folded(kind) for kind in (PERSON, COMPANY, "people_of_company", "either"))


def tells_kinds(table: Table, column: str) -> bool:
    """Whether a column is called so and says of every holder which it is, of one at least that it is a person."""
    found = {_said_in(column, cell) for cell in cells_of(table, column)}
    return PERSON in found and found <= {PERSON, COMPANY}


def _said_in(column: str, cell: str) -> str:
    """What a cell says that the holder is; "" if nothing."""
    called, said = folded_name(column), folded_name(cell)
    if called not in _folded("columns"):
        return ""
    if called in _folded("asked") and said in _folded("yes") | _folded("no"):
        return PERSON if said in _folded("yes") else COMPANY
    for kind in (PERSON, COMPANY):
        if said in _folded(kind) or any(map(said.endswith, _words()["chinese_ends"][kind])):
            return kind
    return ""


def _of_company(column: str, cell: str) -> str:
    """A person of what a cell calls a founder or an employee. As labels of relations such words may stand alone, so
    they do not tell what a column is."""
    called = folded_name(column) in _folded("columns")
    return PERSON if called and folded_name(cell) in _folded("people_of_company") else ""


@cache
def _words() -> Mapping[str, Any]:
    shipped: Mapping[str, Any] = read_package_yaml("core.ingestion.mapping", "holder_kinds.yaml")
    return shipped


@cache
def _folded(key: str) -> frozenset[str]:
    return frozenset(map(folded_name, _words()[key]))
