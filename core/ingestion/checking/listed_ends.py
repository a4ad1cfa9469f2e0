"""Ends of relations that name several companies in one cell, such as "CATL; BYD" below Supplier."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product

from core.domain.text import clean_text
from core.ingestion.cells.cell_names import may_be_name, names_in_cell, names_nobody, names_of_list
from core.ingestion.formats.table import LIST_SEPARATORS
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord

_MOST_PAIRS = 200  # of one row
_FEWEST_KNOWN = 2
_WEAK = re.compile(r"\s*(?:[,，/&]|(?<!\w)(?:and|und|et|y)(?!\w)|[和及与])\s*", re.IGNORECASE)
_OF_ONE = ("share", "share_low", "share_high", "amount", "currency", "weight")
"""What a row says of one relation, and of which nothing says how it is divided among several."""


def with_one_name_each(
    raw_records: Iterable[RawRecord],
    is_known: Callable[[str], bool],
    is_place: Callable[[str], bool],
    repairs: list[RowProblem],
) -> Iterator[RawRecord]:
    """The relations with one name at each end; a row with a list at an end becomes one of each name.

    A cell that is as a whole ``is_known`` is no list. Between ; | 、 or line breaks all parts have to be names. Commas,
    slashes and "and" may also be part of one name: two of the parts have to be known, and of slashes and "and" all
    parts. A place behind a comma is the seat: BASF SE, Ludwigshafen. What cannot be divided among several relations,
    such as a share, is kept as it stands. ``repairs`` receives what was done.
    """
    for raw_record in raw_records:
        given = {field: str(raw_record.values.get(field) or "") for field in ("source", "target")}
        named = {field: _without_seat(cell, is_known, is_place) for field, cell in given.items()}
        for field in (field for field, name in named.items() if name != given[field]):
            repairs.append(
                RowProblem(raw_record.file, raw_record.line, field, "seat_left_out", given[field][:80], repaired=True)
            )
        listed = {field: _names(name, is_known) for field, name in named.items()}
        pairs = list(product(*listed.values()))
        repairs += [
            RowProblem(raw_record.file, raw_record.line, field, "names_nobody", part[:80], repaired=True)
            for field, names in listed.items()
            if names != (named[field],)
            for part in map(str.strip, LIST_SEPARATORS.split(named[field]))
            if part and part not in names and names_nobody(part)
        ]
        if not 1 < len(pairs) <= _MOST_PAIRS:
            alone = {field: names[0] for field, names in listed.items() if len(names) == 1 and names[0]}
            yield replace(raw_record, values={**raw_record.values, **alone}) if alone != given else raw_record
            continue
        apart = [(field, str(raw_record.values[field])) for field in _OF_ONE if raw_record.values.get(field)]
        for field in (field for field, names in listed.items() if len(names) > 1):
            cell = str(raw_record.values[field])[:80]
            repairs.append(RowProblem(raw_record.file, raw_record.line, field, "was_split", cell, repaired=True))
        repairs += [
            RowProblem(raw_record.file, raw_record.line, field, "kept_apart", value[:80], repaired=True)
            for field, value in apart
        ]
        values = {field: value for field, value in raw_record.values.items() if field not in _OF_ONE}
        for source, target in pairs:
            ends = {"source": source, "target": target}
            yield replace(raw_record, values=values | ends, attributes=(*raw_record.attributes, *apart))


def _without_seat(cell: str, is_known: Callable[[str], bool], is_place: Callable[[str], bool]) -> str:
    """The name in a cell that ends with the place of a seat; otherwise the cell."""
    name, comma, behind = cell.rpartition(",")
    if not comma or is_known(cell) or not is_place(behind.strip()) or any(map(is_place, names_in_cell(name))):
        return cell
    return name.strip()


def _names(cell: str, is_known: Callable[[str], bool]) -> tuple[str, ...]:
    """The names in a cell that is a list; otherwise the cell."""
    if not cell or is_known(cell) or is_known(clean_text(cell)):
        return (cell,)
    if names := names_of_list(cell):
        return names
    parts = names_in_cell(cell)
    if len(parts) > 1 and all(map(may_be_name, parts)) and sum(map(is_known, parts)) >= _FEWEST_KNOWN:
        return parts
    joined = tuple(dict.fromkeys(filter(None, _WEAK.split(cell))))
    return joined if len(joined) > 1 and all(map(is_known, joined)) else (cell,)
