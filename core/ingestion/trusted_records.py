"""Records from JSON that this program wrote after validating them: put together without validating them again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pydantic_core import from_json

from core.domain.records import Record

AnyRecord = TypeVar("AnyRecord", bound=Record)


def trusted(record_type: type[AnyRecord]) -> Callable[[bytes], AnyRecord]:
    """What makes a record of a line of JSON, a third of the time that validating takes.

    Only for lines that a record of this type wrote. Raises ValueError for what is no JSON.
    """
    fields = record_type.model_fields
    whole = {name: field.default for name, field in fields.items()}  # in the order in which they are written
    lists = [name for name, default in whole.items() if isinstance(default, tuple)]

    def made(line: bytes) -> AnyRecord:
        given = from_json(line)
        for name in lists:
            if name in given:
                given[name] = tuple(given[name])
        record = record_type.__new__(record_type)
        # as model_construct does, which looks at every field of every record and takes as long as validating
        object.__setattr__(record, "__dict__", {**whole, **given})
        object.__setattr__(record, "__pydantic_fields_set__", set(given))
        object.__setattr__(record, "__pydantic_extra__", None)
        object.__setattr__(record, "__pydantic_private__", None)
        return record

    return made
