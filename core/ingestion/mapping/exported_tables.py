"""Tables that an export of this program wrote: told by their columns, and read as they were written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from core.domain.records import Entity, Passage, Record, Relation
from core.ingestion.cells.column_words import TableKind
from core.storage.tables import ONLY_READ

ATTRIBUTE_PREFIX = "attribute:"
"""Before the names of columns of attributes in an export, so that none of them is taken for a field."""
ORIGIN = "origin"
"""Of an export: an import says anew where its rows come from."""
_RECORDS: Mapping[TableKind, type[Record]] = {"companies": Entity, "relations": Relation, "passages": Passage}


def is_attribute(column: str) -> bool:
    """Whether an export calls an attribute so."""
    return column.startswith(ATTRIBUTE_PREFIX)


def attribute_name(column: str) -> str:
    """What an attribute is called whose column is called so."""
    return column.removeprefix(ATTRIBUTE_PREFIX)


def exported_kind(columns: Sequence[str]) -> TableKind | None:
    """What an export lists below these columns: all fields that it always writes of such records, with others of them
    and attributes; None of any other table."""
    fields = {column for column in columns if not is_attribute(column)}
    return next((kind for kind in _RECORDS if _always(kind) <= fields <= _RECORDS[kind].model_fields.keys()), None)


@cache
def _always(kind: TableKind) -> frozenset[str]:
    record = _RECORDS[kind]
    return frozenset(record.model_fields) - ONLY_READ.get(record, frozenset())
