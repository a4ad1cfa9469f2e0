"""Cells of deals that are read with their headers: amounts in a unit, and days on which a deal was announced."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from decimal import Decimal

from core.ingestion.column_words import AmountUnit, amount_unit
from core.ingestion.exported_tables import attribute_name
from core.ingestion.optional_values import year_in
from core.ingestion.stated_facts import amount_in

ANNOUNCED = "announced"


def without_unit(column: str, cell: str) -> str | None:
    """The amount of a cell below a header that may name a unit: 48000000 of 48 below Deal value (m). None where it
    cannot be read: without its header it would say something else. As it stands below a header without a unit."""
    unit = amount_unit(column)
    number = amount_in(cell)
    if unit == AmountUnit():
        return cell
    return None if number is None else f"{Decimal(number) * unit.factor:f}"


def with_currency(values: MutableMapping[str, object], columns: Mapping[str, str]) -> None:
    """Add the currency that the header of the amount names, where the row names none. ``columns``: field → column."""
    currency = amount_unit(columns["amount"]).currency if "amount" in values and "amount" in columns else ""
    if currency and not values.get("currency"):
        values["currency"] = currency


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
