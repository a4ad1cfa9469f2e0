"""Names of companies in cells, also several in one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.ingestion.cells.cell_kinds import cells_of, is_sentence
from core.ingestion.cells.column_words import folded_name, folded_words, known_names
from core.ingestion.cells.end_fields import ENDS
from core.ingestion.formats.table import LIST_SEPARATORS, Table
from core.names.normalise import is_legal_form
from core.names.person_names import is_last_name_first

_LONGEST = 120  # characters of a name
_COMMA = re.compile(r"[,，](?![^()（）]*[)）])")
_AND = re.compile(r"^(?:and|und|et|y|e)\s+|^[和及]", re.IGNORECASE)
_AND_OTHERS = re.compile(r"等(?:公司|企业)?$")
_NO_NAME = re.compile(r"[\W\d_]*|https?://\S+|[\[{].*", re.IGNORECASE | re.DOTALL)
_FEWEST, _FEWEST_NAMES = 3, 3  # one cell in three lists names, and one of them so many


def may_be_name(text: str) -> bool:
    """Whether it is no number, day, address, sentence, yes or no."""
    folded = folded_name(text)
    return (
        len(text) <= _LONGEST
        and _NO_NAME.fullmatch(text) is None
        and folded not in folded_words("yes_and_no")
        and not is_sentence(text)
    )


def says_nothing(cell: str, *, of_identifiers: bool = False) -> bool:
    """Whether a cell is a dash or words for nothing: N/A, 无; of identifiers also private, 未上市."""
    folded = folded_name(cell)
    nothing = folded in folded_words("no_names") - folded_words("untold_names") or not any(map(str.isalnum, cell))
    return nothing or (of_identifiers and folded in folded_words("no_identifiers"))


def names_nobody(cell: str) -> bool:
    """Whether a cell that should name somebody says that nobody is told: n/a, TBD, undisclosed investors, 未披露."""
    return says_nothing(cell) or folded_name(cell) in folded_words("no_names") | folded_words("undisclosed")


def names_in_cell(cell: str) -> tuple[str, ...]:
    """The names in a cell, each once: a JSON list of names or of objects with a name, or names between ; | 、 and line
    breaks, or else between commas, which legal forms may follow too, and given names: Müller, Hans."""
    listed = _listed(cell)
    if listed is None:
        listed = LIST_SEPARATORS.split(cell)
        if len(listed) == 1:
            listed = _between_commas(cell)
        if len(listed) > 1:
            listed[-1] = _AND_OTHERS.sub("", _AND.sub("", listed[-1].strip()))
    names = dict.fromkeys(name.strip() for name in listed)
    return tuple(name for name in names if folded_name(name) not in folded_words("no_names") | {""})


def names_of_list(cell: str) -> tuple[str, ...]:
    """The names in a cell that is a list of names whatever they are, by what stands between them; none of others. Of
    such a list one may be left: TBD; BASF."""
    names = names_in_cell(cell)
    apart = cell.startswith("[") or sum(map(bool, map(str.strip, LIST_SEPARATORS.split(cell)))) > 1
    return names if apart and names != (cell,) and all(map(may_be_name, names)) else ()


def lists_names(table: Table, column: str) -> bool:
    """Whether cells of a column list names between commas, as investors of rounds stand: two cells at least, or all,
    and one in three, of which one has three names, or one that stands alone in another cell. One alone may be a name
    with commas, but for columns that are called Investors, say. None where most such cells are people, the last name
    first."""
    cells = list(cells_of(table, column))
    listed = [names for cell in cells if _COMMA.search(cell) and len(names := names_in_cell(cell)) > 1]
    if sum(map(is_last_name_first, cells)) > len(listed):
        return False
    several = len(listed) >= min(2, len(cells)) and _FEWEST * len(listed) >= len(cells)
    alone = {cell for cell in cells if _COMMA.search(cell) is None}
    clear = any(len(names) >= _FEWEST_NAMES or not alone.isdisjoint(names) for names in listed)
    called = bool(listed) and folded_name(column) in folded_words("lists_of_names")
    return ((several and clear) or called) and all(map(_may_be_names, listed))


def lists_several(table: Table, column: str, *, clearly: bool) -> bool:
    """Whether any cell of a column names several; ``clearly``: commas alone count only in a column of which the cells
    list names."""
    cells = [cell for cell in cells_of(table, column) if len(names_in_cell(cell)) > 1]
    apart = any(LIST_SEPARATORS.search(cell) or cell.startswith("[") for cell in cells)
    return bool(cells) and (apart or not clearly or lists_names(table, column))


def with_listed_ends(table: Table, columns: Mapping[str, str]) -> Table:
    """The table with semicolons between the names of such columns, where they are ends of relations; those of several
    columns for one end stand in the first of these."""
    ends = [at for at, column in enumerate(table.columns) if columns.get(column) in ENDS]
    listed = {at for at in ends if lists_names(table, table.columns[at])}
    if listed:
        rows = (
            replace(row, cells=tuple(_apart(cell) if at in listed else cell for at, cell in enumerate(row.cells)))
            for row in table.rows
        )
        table = replace(table, rows=tuple(rows))
    for end in ENDS:
        places = [at for at in ends if columns[table.columns[at]] == end]
        table = _in_one(table, places) if len(places) > 1 else table
    return table


def _in_one(table: Table, places: Sequence[int]) -> Table:
    def joined(cells: Sequence[str]) -> tuple[str, ...]:
        names = "; ".join(dict.fromkeys(name for at in places for name in names_in_cell(cells[at])))
        return tuple(names if at == places[0] else "" if at in places else cell for at, cell in enumerate(cells))

    return replace(table, rows=tuple(replace(row, cells=joined(row.cells)) for row in table.rows))


def _apart(cell: str) -> str:
    return "; ".join(names_in_cell(cell)) or cell


def _may_be_names(names: tuple[str, ...]) -> bool:
    return all(map(may_be_name, names))


def _between_commas(cell: str) -> list[str]:
    if is_last_name_first(cell):
        return [cell]
    names: list[str] = []
    for part in _COMMA.split(cell):
        if names and part.strip() and is_legal_form(part):
            names[-1] += f", {part.strip()}"  # Tesla, Inc.
        else:
            names.append(part)
    return names


def _listed(cell: str) -> list[str] | None:
    if not cell.startswith("["):
        return None
    try:
        values = json.loads(cell)
    except (ValueError, RecursionError):
        return None
    return [_name_of(value) for value in values if value] if isinstance(values, list) else None


def _name_of(value: object) -> str:
    if not isinstance(value, dict):
        return str(value)
    called = known_names()["companies"]
    fields = {folded_name(str(key)): inner for key, inner in value.items()}
    keys = (*called["name"], *called["name_en"], *called["name_zh"])
    return str(next((fields[key] for key in keys if fields.get(key)), ""))
