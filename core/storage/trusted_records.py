"""Records of values that this program validated before: put together without validating them again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic_core import from_json

from core.domain.records import Record

AnyRecord = TypeVar("AnyRecord", bound=Record)


def trusted(record_type: type[AnyRecord]) -> Callable[[bytes], AnyRecord]:
    """What makes a record of a line of JSON, a third of the time that validating takes.

    Only for lines that a record of this type wrote. Raises ValueError for what is no JSON.
    """
    made = assembled(record_type)
    lists = [name for name, field in record_type.model_fields.items() if isinstance(field.default, tuple)]

    def read(line: bytes) -> AnyRecord:
        given = from_json(line)
        for name in lists:
            if name in given:
                given[name] = tuple(given[name])
        return made(given)

    return read


def assembled(record_type: type[AnyRecord]) -> Callable[[dict[str, Any]], AnyRecord]:
    """What makes a record of the values of its fields, those that are default left out.

    Only for values of which it is certain that the record allows them.
    """
    whole = {name: field.default for name, field in record_type.model_fields.items()}  # in the order of writing
    named: dict[tuple[str, ...], set[str]] = {}  # one set for all records that have the same fields

    def make(given: dict[str, Any]) -> AnyRecord:
        names = tuple(given)
        record = record_type.__new__(record_type)
        # as model_construct does, which looks at every field of every record and takes as long as validating
        object.__setattr__(record, "__dict__", whole | given)
        object.__setattr__(record, "__pydantic_fields_set__", named.get(names) or named.setdefault(names, set(names)))
        object.__setattr__(record, "__pydantic_extra__", None)
        object.__setattr__(record, "__pydantic_private__", None)
        return record

    return make
