"""JSON files → their records: one list, one object per line, or lists by name, such as nodes and edges."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from core.errors import DataUnreadableError
from core.ingestion.cells.column_words import folded_name
from core.ingestion.formats.flat_records import flat_rows
from core.ingestion.formats.json_texts import with_whole_characters
from core.ingestion.formats.table import MAX_COLUMNS, Table, TableRow
from core.ingestion.mapping.offices import folded_office_words
from core.ingestion.reading_progress import RowProgress, counted, no_progress
from core.ingestion.records.problems import RowProblem

_NODES = ("nodes", "entities", "vertices")
_EDGES = ("edges", "links", "relationships", "relations")
_RECORD = {"id", "name"}
"""Keys of a record of its own, whatever it lists."""
_WRAPPERS = 3  # levels of objects around lists
_SPARQL_TYPES = ("uri", "literal", "bnode", "typed-literal")
MAX_DEPTH = 100
"""Levels of objects and lists within one record: far more than people write, far fewer than the interpreter bears."""


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


def json_records(text: str, name: str, progress: RowProgress = no_progress) -> tuple[JsonRecords, ...]:
    """The records of a list or of lines, of which ``progress`` hears; of an object with lists of objects, such as nodes
    and edges, each list by itself.

    A broken line costs itself, as does a record that is nested too deeply. Raises DataUnreadableError for a file
    without any object.
    """
    text = with_whole_characters(text)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        parts = [_lines(text, name, progress)]
    else:
        parts = _parts(whole, name)
    found = [part for part in parts if part.items]
    if not found:
        too_deep = any(problem.reason == "too_deep" for part in parts for problem in part.problems)
        raise DataUnreadableError(file=name, fault="too_deep", most=MAX_DEPTH) if too_deep else _unreadable(text, name)
    lost = tuple(problem for part in parts if not part.items for problem in part.problems)
    return (replace(found[0], problems=(*lost, *found[0].problems)), *found[1:])


def _unreadable(text: str, name: str) -> DataUnreadableError:
    """Says where an object or a list breaks off; of anything else that it is none."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        if text.lstrip()[:1] in ("{", "["):
            return DataUnreadableError(file=name, fault="broken_json", line=error.lineno, column=error.colno)
    except ValueError:
        pass
    except RecursionError:
        return DataUnreadableError(file=name, fault="too_deep", most=MAX_DEPTH)
    return DataUnreadableError(file=name, fault="no_json")


def _parts(whole: object, name: str) -> list[JsonRecords]:
    if not isinstance(whole, dict):
        return [_listed(whole if isinstance(whole, list) else [whole], name)]
    lists = _lists_of_objects(whole)
    if not lists and _RECORD.isdisjoint(whole):
        whole, lists = _nested(whole)
    graph = [key for key in (*_NODES, *_EDGES) if isinstance(whole.get(key), list) or key in lists]
    if not graph and (not lists or "id" in whole):  # a record of its own, whatever it lists
        return [_listed([whole], name)]
    keys = dict.fromkeys([*(key for key in graph if key in lists), *lists])
    parts = [_listed(lists[key], f"{name} [{key}]") for key in keys]
    company = _company_beside(whole)
    others = ", ".join(key for key, value in whole.items() if value and key not in (*lists, *company))
    for key, told in company.items():
        beside = RowProblem(name, 1, key, "named_beside", told, repaired=True)
        parts = [replace(part, problems=(*part.problems, beside)) for part in parts]
    if others:
        parts.append(JsonRecords(name, (), (RowProblem(name, 1, "", "keys_not_read", others[:300], repaired=True),)))
    return parts


def _company_beside(whole: Mapping[str, object]) -> dict[str, str]:
    """The key of the company that an object names beside its lists, and its name; nothing where it names none."""
    for key, value in whole.items():
        name = value.get("name") if isinstance(value, dict) else value
        if isinstance(name, str) and name.strip() and folded_name(key) in folded_office_words("companies"):
            return {key: name.strip()[:300]}
    return {}


def _lists_of_objects(whole: Mapping[str, object]) -> dict[str, list[object]]:
    """Those in the object, and objects by their id, as ``entities`` of Wikidata are."""
    listed = {key: list(value.values()) if _is_by_id(value) else value for key, value in whole.items()}
    return {
        key: value
        for key, value in listed.items()
        if isinstance(value, list) and any(isinstance(item, dict) for item in value)
    }


def _is_by_id(value: object) -> TypeGuard[dict[str, object]]:
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(item, dict) and item.get("id") == key for key, item in value.items())
    )


def _nested(whole: Mapping[str, object]) -> tuple[dict[str, object], dict[str, list[object]]]:
    """The same with the objects within it opened up to where there are lists of objects (``results.bindings``), and
    those; as it is where there are none."""
    level: dict[str, object] = dict(whole)
    for _ in range(_WRAPPERS):
        opened = {
            f"{key}.{inner}": value
            for key, outer in level.items()
            if isinstance(outer, dict)
            for inner, value in outer.items()
        }
        level = {key: value for key, value in level.items() if not isinstance(value, dict)} | opened
        if not _RECORD.isdisjoint(key.rpartition(".")[2] for key in level):
            break
        if lists := _lists_of_objects(level):
            return level, lists
    return dict(whole), {}


def _plain(item: Mapping[str, object]) -> Mapping[str, object]:
    """A row of the answer to a SPARQL query as the values of its variables; anything else as it is."""
    bound = {
        key: value["value"]
        for key, value in item.items()
        if isinstance(value, dict) and "value" in value and value.get("type") in _SPARQL_TYPES
    }
    return bound if len(bound) == len(item) else item


def _listed(items: Sequence[object], name: str) -> JsonRecords:
    records, problems = [], []
    for place, item in enumerate(items, start=1):
        fault = _fault(item)
        if isinstance(item, dict) and not fault:
            records.append(JsonRecord(place, _plain(item)))
        else:
            problems.append(RowProblem(name, place, "", *fault))
    return JsonRecords(name, tuple(records), tuple(problems))


def _lines(text: str, name: str, progress: RowProgress) -> JsonRecords:
    records, problems = [], []
    lines = io.StringIO(text, newline=None).readlines()  # str.splitlines would break at characters that JSON may hold
    for line, content in enumerate(counted(lines, len(lines), progress), start=1):
        if not content.strip():
            continue
        fault: tuple[str, str] | tuple[()]
        try:
            item = json.loads(content)
            fault = _fault(item)
        except json.JSONDecodeError as error:
            fault = "no_json", str(error.pos + 1)
        except RecursionError:
            fault = "too_deep", str(MAX_DEPTH)
        except ValueError:  # a number of very many digits
            fault = "no_json", "1"
        if fault:
            problems.append(RowProblem(name, line, "", *fault))
        else:
            records.append(JsonRecord(line, item))
    return JsonRecords(name, tuple(records), tuple(problems))


def _fault(item: object) -> tuple[str, str] | tuple[()]:
    """Why a value is no record; nothing if it is one."""
    if not isinstance(item, dict):
        return "no_object", ""
    level: list[object] = [item]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ())
            if isinstance(inner, dict | list)
        ]
        if not level:
            return ()
    return "too_deep", str(MAX_DEPTH)


def as_table(records: JsonRecords) -> Table:
    """Records as rows; the columns are all keys in the order of their first appearance, or paths to what is nested.

    Raises DataUnreadableError for very many different keys.
    """
    columns, found = flat_rows([record.values for record in records.items])
    if len(columns) > MAX_COLUMNS:
        raise DataUnreadableError(file=records.name, fault="many_keys", count=len(columns), most=MAX_COLUMNS)
    rows = tuple(
        TableRow(record.line, tuple(cells.get(column, "") for column in columns))
        for record, cells in zip(records.items, found, strict=True)
    )
    return Table(records.name, columns, rows, records.problems)
