"""Nested values → columns that are called by the path to them: data.name, Entity.LegalName.$, names.zh."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.ingestion.formats.table import MAX_COLUMNS, cell_text


def flat_rows(records: Sequence[Mapping[str, object]]) -> tuple[tuple[str, ...], list[dict[str, str]]]:
    """Columns in the order of their first appearance, and of each record its cells.

    Of a list of objects every path within them is a column, with the values of all of them. Records that would have
    more than MAX_COLUMNS such columns keep their nested values as JSON.
    """
    rows = [dict(_cells(record)) if _is_nested(record) else _flat(record) for record in records]
    columns = tuple(dict.fromkeys(column for row in rows for column in row))
    if len(columns) > MAX_COLUMNS:
        rows = list(map(_flat, records))
        columns = tuple(dict.fromkeys(column for row in rows for column in row))
    return columns, rows


def _is_nested(record: Mapping[str, object]) -> bool:
    return any(
        isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))
        for value in record.values()
    )


def _flat(record: Mapping[str, object]) -> dict[str, str]:
    return {str(key): cell_text(value) for key, value in record.items()}


def _cells(record: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    gathered: dict[str, list[object]] = {}
    alone: set[str] = set()
    for path, value, listed in _leaves("", record):
        gathered.setdefault(path, []).append(value)
        if not listed:
            alone.add(path)
    for path, values in gathered.items():
        yield path, cell_text(values[0] if path in alone and len(values) == 1 else values)


def _leaves(path: str, value: object, *, listed: bool = False) -> Iterator[tuple[str, object, bool]]:
    """Every value that is no object, with its path, and whether it is within a list of objects."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}" if path else str(key), inner, listed=listed)
    elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
        for each in value:
            yield from _leaves(path, each, listed=True)
    elif listed and isinstance(value, list):
        for each in value:
            yield path, each, True
    elif value != {}:
        yield path, value, listed
