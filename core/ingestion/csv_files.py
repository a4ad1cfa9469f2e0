"""The data folder's CSV files → validated records. A bad row is reported and left out; the rest is loaded."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from core.domain.records import Entity, Passage, Record, Relation
from core.domain.text import clean_text
from core.errors import DataUnreadableError
from core.ingestion.problems import RowProblem
from core.ingestion.profiles import is_reserved
from core.ontology import Ontology

FILES = ("companies.csv", "concepts.csv", "relations.csv", "passages.csv")
_REQUIRED = {
    "companies.csv": ("id", "name_zh", "name_en"),
    "concepts.csv": ("id", "type", "name_zh", "name_en"),
    "relations.csv": ("source", "type", "target"),
    "passages.csv": ("id", "language", "text"),
}
_LISTS = ("aliases", "tickers")
MAX_ROW_CHARACTERS = 100_000
AnyRecord = TypeVar("AnyRecord", bound=Record)
Identified = TypeVar("Identified", Entity, Passage)


@dataclass(frozen=True)
class DataSet:
    """All valid records of a source in its order, and what was refused.

    ``stated_mentions``: (passage id, entity id) pairs that the source itself states, beside what is found by name.
    """

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    passages: tuple[Passage, ...]
    problems: tuple[RowProblem, ...]
    stated_mentions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class _Row:
    line: int
    cells: dict[str, str]


def fingerprint(folder: Path) -> str:
    """SHA-256 over the data files: changes when any of them changes. Raises DataUnreadableError."""
    digest = hashlib.sha256()
    for name in FILES:
        path = folder / name
        try:
            content = path.read_bytes() if path.is_file() else b""
        except OSError as error:
            raise DataUnreadableError(file=name, detail=str(error)) from error
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()


def read_data_set(folder: Path, ontology: Ontology) -> DataSet:
    """Read and validate the CSV files of ``folder``.

    Raises DataUnreadableError if a file is missing, is not UTF-8 CSV or lacks a required column.
    """
    problems: list[RowProblem] = []
    companies = _records(folder, "companies.csv", Entity, problems, {"type": "company"})
    concepts = _records(folder, "concepts.csv", Entity, problems, {})
    entities = _unique(companies + concepts, problems)
    relations = _relations(folder, {entity.id for entity in entities}, ontology, problems)
    passages = _unique(_not_reserved(_records(folder, "passages.csv", Passage, problems, {}), problems), problems)
    return DataSet(tuple(entities), tuple(relations), tuple(passages), tuple(problems))


def _rows(folder: Path, name: str, problems: list[RowProblem]) -> Iterator[_Row]:
    try:
        text = (folder / name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnreadableError(file=name, detail=str(error)) from error
    lines = io.StringIO(text, newline="").readlines()
    try:
        header = next(csv.reader(lines, strict=True), [])
    except csv.Error as error:
        raise DataUnreadableError(file=name, detail=str(error)) from error
    missing = [column for column in _REQUIRED[name] if column not in header]
    if missing:
        raise DataUnreadableError(file=name, detail=f"columns missing: {', '.join(missing)}")
    for line, cells in _cells(lines, name, problems):
        if line == 1:
            continue
        if not any(cells):
            continue
        if len(cells) != len(header):
            detail = f"{len(cells)} / {len(header)}"
            problems.append(RowProblem(name, line, "", "cell_count", detail))
        elif sum(map(len, cells)) > MAX_ROW_CHARACTERS:
            problems.append(RowProblem(name, line, "", "too_long", str(MAX_ROW_CHARACTERS)))
        else:
            yield _Row(line, dict(zip(header, cells, strict=True)))


def _cells(lines: list[str], name: str, problems: list[RowProblem]) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row. After a broken quote reading goes on with the next line, so that one stray
    quote costs its own row and not the rest of the file."""
    position = 0
    while position < len(lines):
        reader = csv.reader(islice(lines, position, None), strict=True)
        start = position
        try:
            for cells in reader:
                yield start + 1, cells
                start = position + reader.line_num
        except csv.Error as error:
            problems.append(RowProblem(name, start + 1, "", "not_csv", str(error)))
            position = start + 1
        else:
            return


def _validated(
    record_type: type[AnyRecord], name: str, row: _Row, values: dict[str, object], problems: list[RowProblem]
) -> AnyRecord | None:
    given = {key: value for key, value in values.items() if not (isinstance(value, str) and not value.strip())}
    known = {key: value for key, value in given.items() if key in record_type.model_fields}
    try:
        return record_type.model_validate({**known, "origin": f"{name}:{row.line}"})
    except ValidationError as error:
        for detail in error.errors():
            field = ".".join(str(part) for part in detail["loc"])
            problems.append(RowProblem(name, row.line, field, *_reason(detail)))
        return None


_REASONS = {
    "missing": "missing",
    "int_parsing": "no_number",
    "int_from_float": "no_number",
    "float_parsing": "no_number",
    "finite_number": "no_number",
    "string_too_long": "text_too_long",
    "string_too_short": "missing",
    "literal_error": "not_one_of",
}


def _reason(detail: ErrorDetails) -> tuple[str, str]:
    """Message key and detail for a fault that Pydantic found."""
    limits = detail.get("ctx", {})
    if detail["type"] in ("greater_than", "greater_than_equal", "less_than", "less_than_equal"):
        return "out_of_range", str(detail["input"])
    reason = _REASONS.get(detail["type"], "invalid")
    shown = {
        "missing": "",
        "text_too_long": str(limits.get("max_length", "")),
        "not_one_of": str(limits.get("expected", "")),
    }
    return reason, shown.get(reason, str(detail["input"])[:80])


def _records(
    folder: Path, name: str, record_type: type[AnyRecord], problems: list[RowProblem], constants: dict[str, str]
) -> list[AnyRecord]:
    records = []
    for row in _rows(folder, name, problems):
        values: dict[str, object] = {**row.cells, **constants}
        for column in _LISTS:
            if column in values:
                values[column] = tuple(part for part in str(values[column]).split("|") if part.strip())
        record = _validated(record_type, name, row, values, problems)
        if record is not None:
            records.append(record)
    return records


def _not_reserved(passages: Iterable[Passage], problems: list[RowProblem]) -> Iterator[Passage]:
    """Passages whose ids cannot be those of company descriptions, which become passages too."""
    for passage in passages:
        if is_reserved(passage.id):
            file, line = passage.origin.rsplit(":", 1)
            problems.append(RowProblem(file, int(line), "id", "reserved_id", passage.id))
        else:
            yield passage


def _unique(records: Iterable[Identified], problems: list[RowProblem]) -> list[Identified]:
    kept: dict[str, Identified] = {}
    for record in records:
        if record.id in kept:
            file, line = record.origin.rsplit(":", 1)
            problems.append(RowProblem(file, int(line), "id", "duplicate_id", record.id))
        else:
            kept[record.id] = record
    return list(kept.values())


def _relations(folder: Path, entity_ids: set[str], ontology: Ontology, problems: list[RowProblem]) -> list[Relation]:
    name, kept, last_number = "relations.csv", dict[str, Relation](), dict[str, int]()
    for row in _rows(folder, name, problems):
        values: dict[str, object] = dict(row.cells)
        ends = (clean_text(row.cells["source"]), clean_text(row.cells["target"]))
        described = f"{ends[0]}--{clean_text(row.cells['type'])}--{ends[1]}"
        base = identifier = clean_text(row.cells.get("id", "")) or described
        number = last_number.get(base, 1)  # not from 1 again: one triplet may stand in very many rows
        while identifier in kept:
            number += 1
            identifier = f"{base}--{number}"
        relation = _validated(Relation, name, row, {**values, "id": identifier}, problems)
        if relation is None:
            continue
        fault = _relation_fault(relation, entity_ids, ontology)
        if fault:
            problems.append(RowProblem(name, row.line, *fault))
        else:
            kept[identifier] = relation
            last_number[base] = number
    return list(kept.values())


def _relation_fault(relation: Relation, entity_ids: set[str], ontology: Ontology) -> tuple[str, str, str] | None:
    """Field, reason and detail of what makes a well-formed relation unusable; None if nothing does."""
    if relation.type not in ontology:
        return "type", "unknown_type", relation.type
    for field, end in (("source", relation.source), ("target", relation.target)):
        if end not in entity_ids:
            return field, "unknown_entity", end
    if relation.source == relation.target:
        return "target", "self_relation", relation.target
    return None
