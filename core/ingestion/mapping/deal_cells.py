"""Cells of deals that are read with their headers: amounts in a unit, and days on which a deal was announced."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, MutableMapping
from decimal import Decimal

from core.ingestion.cells.column_words import AmountUnit, amount_unit, unit_called
from core.ingestion.cells.optional_values import year_in
from core.ingestion.cells.stated_facts import amount_in
from core.ingestion.mapping.exported_tables import attribute_name

ANNOUNCED = "announced"
_PARTS = re.compile(r"(?P<before>[^\d+\-−(]*)(?P<number>\d[\d,.]*)(?P<behind>[^\d)\-–−]*)")


def without_unit(column: str, cell: str) -> str | None:
    """The amount of a cell that names a unit, or stands below a header that does: 48000000 of $48m, and of 48 below
    Deal value (m). None where it cannot be read: without its header it would say something else. As it stands below a
    header without a unit."""
    unit, own = amount_unit(column), _amount_with_unit(cell)
    if own is not None:
        number, said = own
        clear = unit.factor == 1 or said.factor == 1  # $48 below Deal value (m)
        return f"{Decimal(number) * said.factor * unit.factor:f}" if clear else None
    if unit == AmountUnit():
        return cell
    number = amount_in(cell) or ""
    return f"{Decimal(number) * unit.factor:f}" if number else None


def with_currency(
    values: MutableMapping[str, object], columns: Mapping[str, str], cell: str
) -> tuple[tuple[str, str], ...]:
    """Add the currency that the cell of the amount names, or its header, where the row names none. An amount whose sign
    of a currency may be any of several is left out; it is returned as it stands, with the name of its column.
    ``columns``: field → column."""
    if "amount" not in values or "amount" not in columns or values.get("currency"):
        return ()
    if has_unclear_currency(columns["amount"], cell):
        del values["amount"]
        return ((attribute_name(columns["amount"]), cell.strip()),)
    if currency := _currency_of(columns["amount"], cell):
        values["currency"] = currency
    return ()


def has_unclear_currency(column: str, cell: str) -> bool:
    """Whether an amount has the sign of a currency that neither it nor its header names: ¥ is the yuan or the yen."""
    signed = any(unicodedata.category(each) == "Sc" for each in cell)
    return signed and not _currency_of(column, cell)


def _currency_of(column: str, cell: str) -> str:
    own = _amount_with_unit(cell)
    return (own[1].currency if own else "") or amount_unit(column).currency


def _amount_with_unit(cell: str) -> tuple[str, AmountUnit] | None:
    """The number of a cell and what stands around it: $1.2bn, EUR 215.5 million, 3.2亿元. None of any other cell."""
    parts = _PARTS.fullmatch(cell.strip())
    if parts is None:
        return None
    number, said = amount_in(parts["number"]), unit_called(f"{parts['before']} {parts['behind']}")
    return (number, said) if number and said is not None else None


def with_announcement(values: MutableMapping[str, object], columns: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The day of the announcement becomes that of the start where the row has no other; what is left of it, with the
    name of its column. ``columns``: field → column."""
    day = str(values.pop(ANNOUNCED, ""))
    if not day:
        return ()
    if year_in(day) and not any(year_in(str(values.get(field, ""))) for field in ("start", "year")):
        values["start" if values.get("year") else "year"] = day
        return ()
    return ((attribute_name(columns.get(ANNOUNCED, ANNOUNCED)), day),)
