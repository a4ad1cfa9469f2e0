"""JSON files → their records: one list, one object per line, or nodes and edges."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import DataUnreadableError
from core.ingestion.formats.table import MAX_COLUMNS, Table, TableRow, cell_text
from core.ingestion.problems import RowProblem
from core.ingestion.reading_progress import RowsTold, counted, untold

_NODES = ("nodes", "entities", "vertices")
_EDGES = ("edges", "links", "relationships", "relations")


@dataclass(frozen=True)
class JsonRecord:
    """One object and the line it stands on; in a list, its place, counted from 1."""

    line: int
    values: Mapping[str, object]


@dataclass(frozen=True)
class JsonRecords:
    """The objects of a file, or of one part of it, and what was no object."""

    name: str
    items: tuple[JsonRecord, ...]
    problems: tuple[RowProblem, ...] = ()


def json_records(text: str, name: str, told: RowsTold = untold) -> tuple[JsonRecords, ...]:
    """The records of a list or of lines, of which ``told`` hears; of an object with nodes and edges, both parts by
    themselves.

    A broken line costs itself. Raises DataUnreadableError for a file without any object.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        parts = [_lines(text, name, told)]
    else:
        parts = _parts(whole, name)
    parts = [part for part in parts if part.items]
    if not parts:
        raise _unreadable(text, name)
    return tuple(parts)


def _unreadable(text: str, name: str) -> DataUnreadableError:
    """Says where an object or a list breaks off; of anything else that it is none."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        if text.lstrip()[:1] in ("{", "["):
            return DataUnreadableError(file=name, fault="broken_json", line=error.lineno, column=error.colno)
    except (ValueError, RecursionError):
        pass
    return DataUnreadableError(file=name, fault="no_json")


def _parts(whole: object, name: str) -> list[JsonRecords]:
    if not isinstance(whole, dict):
        return [_listed(whole if isinstance(whole, list) else [whole], name)]
    lists = {key: value for key, value in whole.items() if isinstance(value, list)}
    named = [key for keys in (_NODES, _EDGES) for key in keys if key in lists]
    if named:
        return [_listed(lists[key], f"{name} [{key}]") for key in named]
    return [JsonRecords(name, (JsonRecord(1, whole),))]


def _listed(items: Sequence[object], name: str) -> JsonRecords:
    records, problems = [], []
    for place, item in enumerate(items, start=1):
        if isinstance(item, dict):
            records.append(JsonRecord(place, item))
        else:
            problems.append(RowProblem(name, place, "", "no_object"))
    return JsonRecords(name, tuple(records), tuple(problems))


def _lines(text: str, name: str, told: RowsTold) -> JsonRecords:
    records, problems = [], []
    lines = text.splitlines()
    for line, content in enumerate(counted(lines, len(lines), told), start=1):
        if not content.strip():
            continue
        try:
            item = json.loads(content)
        except (ValueError, RecursionError) as error:
            problems.append(RowProblem(name, line, "", "no_json", str(error)[:80]))
            continue
        if isinstance(item, dict):
            records.append(JsonRecord(line, item))
        else:
            problems.append(RowProblem(name, line, "", "no_object"))
    return JsonRecords(name, tuple(records), tuple(problems))


def as_table(records: JsonRecords) -> Table:
    """Flat records as rows; the columns are all keys in the order of their first appearance, lists joined by ``|``.

    Raises DataUnreadableError for very many different keys.
    """
    columns = tuple(dict.fromkeys(str(key) for record in records.items for key in record.values))
    if len(columns) > MAX_COLUMNS:
        raise DataUnreadableError(file=records.name, fault="many_keys", count=len(columns), most=MAX_COLUMNS)
    rows = tuple(
        TableRow(record.line, tuple(cell_text(record.values.get(column)) for column in columns))
        for record in records.items
    )
    return Table(records.name, columns, rows, records.problems)
