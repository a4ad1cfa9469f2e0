"""Statements of Wikidata items: their values, qualifiers and references, as plain values.

Structure: https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Snaks = Mapping[str, tuple[Any, ...]]
_DAY = 11
_PRECISIONS: Mapping[object, int] = {9: 4, 10: 7, _DAY: 10}
"""How many characters of a time are said: the year, the month, the day."""
_PERCENT = "Q11229"


@dataclass(frozen=True)
class Claim:
    """One statement: ``value`` as text, and of each property of its qualifiers and of its first reference the values
    as they stand."""

    property_id: str
    value: str
    rank: str
    qualifiers: Snaks
    reference: Snaks

    def day(self, property_id: str) -> str:
        """A day, month or year that a qualifier says."""
        return next(map(time_in, self.qualifiers.get(property_id, ())), "")

    def share(self, property_id: str) -> float | None:
        """Percent that a qualifier says, as a part of 1 or in percent; None for none and for more than all."""
        for value in self.qualifiers.get(property_id, ()):
            percent = _percent(value)
            if percent is not None:
                return percent
        return None


def claims_of(item: Mapping[str, object]) -> Iterator[Claim]:
    """Every statement that has a value, deprecated ones among them."""
    claims = item.get("claims")
    for property_id, listed in claims.items() if isinstance(claims, dict) else ():
        for claim in listed if isinstance(listed, list) else ():
            if isinstance(claim, dict) and (value := text_of(_value(claim.get("mainsnak")))):
                references = claim.get("references")
                first = references[0] if isinstance(references, list) and references else {}
                yield Claim(
                    str(property_id),
                    value,
                    str(claim.get("rank") or "normal"),
                    _snaks(claim.get("qualifiers")),
                    _snaks(first.get("snaks") if isinstance(first, dict) else None),
                )


def text_of(value: object) -> str:
    """The id of an item, a time, a number or a text; "" of a value that there is not."""
    if not isinstance(value, dict):
        return str(value or "")
    return str(next((value[key] for key in ("id", "time", "amount", "text") if key in value), value))


def time_in(value: object) -> str:
    """What is said of a time: its year, month or day; "" before our era and of what is no time."""
    if not isinstance(value, dict) or not str(value.get("time", "")).startswith("+"):
        return ""
    said = str(value["time"])[1 : 1 + _PRECISIONS.get(value.get("precision", _DAY), 0)]
    return said.removesuffix("-00").removesuffix("-00")


def coordinates_in(values: tuple[Any, ...]) -> tuple[float, float] | None:
    """Degrees north and east of the first place on earth."""
    for value in values:
        on_earth = isinstance(value, dict) and str(value.get("globe", "/Q2")).endswith("/Q2")
        if (
            on_earth
            and isinstance(value.get("latitude"), int | float)
            and isinstance(value.get("longitude"), int | float)
        ):
            return float(value["latitude"]), float(value["longitude"])
    return None


def values_of(item: Mapping[str, object], property_id: str) -> tuple[Any, ...]:
    """The values of a property as they stand."""
    claims = item.get("claims")
    listed = claims.get(property_id) if isinstance(claims, dict) else None
    found = (_value(claim.get("mainsnak")) for claim in listed or () if isinstance(claim, dict))
    return tuple(each for each in found if each is not None)


def _percent(value: object) -> float | None:
    if not isinstance(value, dict):
        return None
    try:
        amount = float(value.get("amount", ""))
    except ValueError:
        return None
    percent = amount if str(value.get("unit", "")).endswith(_PERCENT) else amount * 100
    return round(percent, 6) if 0 <= percent <= 100 else None


def _snaks(held: object) -> Snaks:
    if not isinstance(held, dict):
        return {}
    listed = {str(key): [_value(each) for each in some] for key, some in held.items() if isinstance(some, list)}
    return {key: tuple(each for each in some if each is not None) for key, some in listed.items()}


def _value(snak: object) -> object:
    data = snak.get("datavalue") if isinstance(snak, dict) else None
    return data.get("value") if isinstance(data, dict) else None
