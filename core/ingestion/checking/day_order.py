"""Days such as 3/4/2024, which other cells of their column show to be in April or in March."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from core.ingestion.records.raw_records import RawRecord
from core.names.normalise import fold_characters

_FIELDS = ("start", "end", "as_of", "date", "year")
_DAY = re.compile(r"(?<![\d./-])(\d{1,2})\s*([/-])\s*(\d{1,2})\s*\2\s*(\d{4})(?!\d)")
_MONTHS = 12
_Column = tuple[str, str]


def with_days_in_order(raw_records: Iterable[RawRecord]) -> list[RawRecord]:
    """The raw records with such days as 3.4.2024, which is in April, where a cell of the same field and file has a
    number above 12 first, or second, and none has one at the other place. Others stay as they stand."""
    items = list(raw_records)
    above: dict[_Column, set[int]] = defaultdict(set)
    places: dict[int, list[tuple[str, str]]] = {}
    for place, raw_record in enumerate(items):
        for field in _FIELDS:
            text = raw_record.values.get(field)
            if isinstance(text, str) and (found := _DAY.search(folded := fold_characters(text))):
                places.setdefault(place, []).append((field, folded))
                above[raw_record.file, field].update(each for each in (1, 3) if int(found[each]) > _MONTHS)
    for place, texts in places.items():
        raw_record = items[place]
        told = {
            field: _DAY.sub(partial(_written_out, day=next(iter(days))), text)
            for field, text in texts
            if len(days := above[raw_record.file, field]) == 1
        }
        items[place] = replace(raw_record, values={**raw_record.values, **told}) if told else raw_record
    return items


def _written_out(found: re.Match[str], day: int) -> str:
    """``day``: the group that holds it. What has one reading only stays."""
    if max(int(found[1]), int(found[3])) > _MONTHS:
        return found[0]
    return f"{found[day]}.{found[4 - day]}.{found[4]}"
