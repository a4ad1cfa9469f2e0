"""Rows of CSV and objects of JSON, one by one out of an open file, however large it is."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from itertools import chain
from json import JSONDecoder
from typing import TextIO

from core.ingestion.formats.json_texts import with_whole_characters
from core.ingestion.records.problems import RowProblem

_CHUNK = 1 << 20  # characters
_LONGEST = 4_000_000  # characters of one object
_LONGEST_CELL = 200_000  # characters: what a quote without its other half takes with it
_LIST = re.compile(r'"(?:records|relations|data)"\s*:\s*\[|^\s*\[')
_BETWEEN = re.compile(r"[\s,]*")


def csv_rows(file: TextIO, name: str) -> Iterator[tuple[int, list[str]] | RowProblem]:
    """Line number and cells of each row, the header among them; after a broken row reading goes on with the next
    line."""
    csv.field_size_limit(_LONGEST_CELL)
    before, reader = 0, csv.reader(file, strict=True)
    while True:
        line = before + reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield RowProblem(name, line, "", "not_csv")
            before, reader = before + reader.line_num, csv.reader(file, strict=True)
        else:
            yield line, cells


def json_objects(file: TextIO, name: str) -> Iterator[tuple[int, object] | RowProblem]:
    """Place, from 1, and value of what a list holds: of the file, or of its key ``records``, ``relations`` or ``data``;
    or else of every line. A break in a list is reported and ends it, as nothing says where the next value begins."""
    beginning = file.read(_CHUNK)
    found = _LIST.search(beginning)
    first = beginning.split("\n", 1)[0]
    if found is None or _is_json(first):
        yield from _lines(beginning, file, name)
    else:
        yield from _listed(beginning[found.end() :], file, name)


def _is_json(text: str) -> bool:
    """Whether a first line is an object of its own, so that the file has one on each line."""
    try:
        return isinstance(json.loads(text), dict) and _LIST.search(text) is None
    except (ValueError, RecursionError):
        return False


def _listed(text: str, file: TextIO, name: str) -> Iterator[tuple[int, object] | RowProblem]:
    decode, place, position = JSONDecoder().raw_decode, 1, 0
    while True:
        position = _end_of_gap(text, position)
        if text[position : position + 1] == "]":
            return
        try:
            value, end = decode(text, position)
        except (ValueError, RecursionError):
            more = file.read(_CHUNK) if len(text) - position < _LONGEST else ""
            if not more:
                yield RowProblem(name, place, "", "no_json", "1")
                return
            text, position = text[position:] + more, 0
        else:
            written = text[position:end]
            whole = with_whole_characters(written)
            yield place, value if whole == written else json.loads(whole)
            place, position = place + 1, end


def _end_of_gap(text: str, position: int) -> int:
    found = _BETWEEN.match(text, position)
    return found.end() if found else position


def _lines(beginning: str, file: TextIO, name: str) -> Iterator[tuple[int, object] | RowProblem]:
    held = beginning.split("\n")
    held[-1] += file.readline().rstrip("\n")
    for line, text in enumerate(chain(held, file), start=1):
        yield from _line(line, text, name)


def _line(line: int, text: str, name: str) -> Iterator[tuple[int, object] | RowProblem]:
    if not text.strip():
        return
    try:
        yield line, json.loads(with_whole_characters(text))
    except (ValueError, RecursionError) as error:
        position = error.pos + 1 if isinstance(error, json.JSONDecodeError) else 1
        yield RowProblem(name, line, "", "no_json", str(position))
