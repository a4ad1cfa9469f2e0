"""What columns of a table of relations say of the companies at its ends: ``target:tickers``, ``source:attribute``."""

from __future__ import annotations

from collections.abc import Mapping

from core.ingestion.cells.column_words import folded_name, folded_words, known_names

ENDS = ("source", "target")
_LEFT_OUT = ("name", "lat", "lon")  # the end itself is the name; both of a place would have to be given


def end_field(end: str, field: str) -> str:
    """What a column becomes that says this of an end."""
    return f"{end}:{field}"


def end_fields() -> tuple[str, ...]:
    """All that a column can say of an end. What is kept under a name of its own may be several columns."""
    fields = (*(field for field in known_names()["companies"] if field not in _LEFT_OUT), "attribute")
    return tuple(end_field(end, field) for end in ENDS for field in fields)


def is_of_end(field: str) -> bool:
    """Whether a column that becomes this says something of an end."""
    return any(said_of_end(field, end) for end in ENDS)


def said_of_end(field: str, end: str) -> str:
    """What a column that becomes this says of an end; "" where it says nothing of it."""
    told, _, said = field.partition(":")
    return said if told == end else ""


def plain_field(field: str) -> str:
    """What is said, of whichever end."""
    return field.partition(":")[2] if is_of_end(field) else field


def other_end(end: str) -> str:
    """The other of both."""
    return ENDS[end == ENDS[0]]


def names_nobody(values: Mapping[str, object], end: str) -> bool:
    """Whether a row has nothing at an end, or says that there is nobody."""
    return folded_name(str(values.get(end) or "")) in {"", *folded_words("no_names")}
