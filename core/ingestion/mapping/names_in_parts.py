"""Names of people in two columns or three, as lists of contacts have them: First Name and Last Name, 姓 and 名."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache

from core.ingestion.cells.column_words import folded_name, read_as
from core.ingestion.cells.end_fields import ENDS
from core.ingestion.formats.table import Table
from core.ingestion.mapping.offices import office_words

_WITHOUT_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff]+")


def columns_of_parts(known: Mapping[str, str], left_out: Collection[str] = ()) -> tuple[str, ...]:
    """The columns of given, further and family names, in this order; none of a table without both of the first and the
    last. ``known``: column → the folded name it is known by."""
    for given, middle, family in _parts():
        found = [_called(known, words, left_out) for words in (given, middle, family)]
        if found[0] and found[2] and found[0] != found[2]:
            return tuple(filter(None, found))
    return ()


def with_whole_names(table: Table, columns: Mapping[str, str]) -> Table:
    """The table with whole names in the first of such columns, where all of them are one end of relations."""
    of_end = {column: name for column, name in read_as(table.columns).items() if columns.get(column) in ENDS}
    parts = columns_of_parts(of_end)
    if not parts or len({columns[column] for column in parts}) > 1:
        return table
    places = [table.columns.index(column) for column in parts]

    def joined(cells: tuple[str, ...]) -> tuple[str, ...]:
        whole = _whole([cells[at].strip() for at in places])
        return tuple(whole if at == min(places) else "" if at in places else cell for at, cell in enumerate(cells))

    return replace(table, rows=tuple(replace(row, cells=joined(row.cells)) for row in table.rows))


def _whole(parts: list[str]) -> str:
    """Given names before the family name; the family name first where names are written without spaces."""
    said = [part for part in parts if part]
    if all(map(_WITHOUT_SPACES.fullmatch, said)):
        return "".join([*said[-1:], *said[:-1]])
    return " ".join(said)


def _called(known: Mapping[str, str], words: Collection[str], left_out: Collection[str]) -> str:
    return next((column for column, name in known.items() if name in words and column not in left_out), "")


@cache
def _parts() -> tuple[tuple[frozenset[str], frozenset[str], frozenset[str]], ...]:
    listed = office_words()["names_in_parts"]
    return tuple(
        (
            frozenset(map(folded_name, each["given"])),
            frozenset(map(folded_name, each["middle"])),
            frozenset(map(folded_name, each["family"])),
        )
        for each in listed
    )
