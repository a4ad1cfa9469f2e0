"""The data folder's CSV files → validated records. A bad row is reported and left out; the rest is loaded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.fact_sources import FactSource
from core.domain.records import Entity, Passage, Relation
from core.domain.text import clean_text
from core.errors import DataUnreadableError
from core.ingestion.formats.decoding import decode
from core.ingestion.formats.table import delimited_table
from core.ingestion.formats.unreadable import readable_table
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.record_validation import (
    AnyRecord,
    not_reserved,
    numbered,
    of_known_types,
    relation_fault,
    unique,
    validated,
    with_known_end,
    with_year_of_start,
)
from core.ontology import COMPANY, Ontology
from core.runtime.regular_files import read_regular

FILES = ("companies.csv", "concepts.csv", "relations.csv", "passages.csv")
FACT_SOURCES = "sources.csv"
"""What relations are taken from; a folder may have none."""
_REQUIRED = {
    "companies.csv": ("id", "name_zh", "name_en"),
    "concepts.csv": ("id", "type", "name_zh", "name_en"),
    "relations.csv": ("source", "type", "target"),
    "passages.csv": ("id", "language", "text"),
    FACT_SOURCES: ("id", "title"),
}
_LISTS = ("aliases", "tickers", "identifiers")


@dataclass(frozen=True)
class DataSet:
    """All valid records of a source in its order, and what was refused.

    ``stated_mentions``: (passage id, entity id) pairs that the source itself states, beside what is found by name.
    ``ends``: entities at which its relations end and that another source describes, as this one calls them. They say
    nothing of an entity that a source describes, and stand for it where none does any more. ``fact_sources``: what
    relations are taken from.
    """

    entities: tuple[Entity, ...]
    relations: Sequence[Relation]
    passages: tuple[Passage, ...]
    problems: tuple[RowProblem, ...]
    stated_mentions: tuple[tuple[str, str], ...] = ()
    ends: tuple[Entity, ...] = ()
    fact_sources: tuple[FactSource, ...] = ()


@dataclass(frozen=True)
class _Row:
    line: int
    cells: dict[str, str]


def fingerprint(folder: Path, ontology: Ontology) -> str:
    """SHA-256 over the data files and the ontology: changes when any of them does. Raises DataUnreadableError."""
    digest = hashlib.sha256(ontology.fingerprint.encode())
    for name in _files_of(folder):
        path = folder / name
        try:
            content = path.read_bytes() if path.is_file() else b""
        except OSError as error:
            raise DataUnreadableError(file=name, detail=str(error)) from error
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()


def _files_of(folder: Path) -> tuple[str, ...]:
    return (*FILES, FACT_SOURCES) if (folder / FACT_SOURCES).exists() else FILES


def read_data_set(folder: Path, ontology: Ontology) -> DataSet:
    """Read and validate the CSV files of ``folder``.

    Raises DataUnreadableError if a file is missing, is not UTF-8 CSV or lacks a required column.
    """
    problems: list[RowProblem] = []
    companies = _records(folder, "companies.csv", Entity, problems, {"type": COMPANY})
    concepts = _records(folder, "concepts.csv", Entity, problems, {})
    entities = unique(of_known_types(companies + concepts, ontology, problems), problems)
    has_sources = (folder / FACT_SOURCES).exists()
    sources = unique(_records(folder, FACT_SOURCES, FactSource, problems, {}), problems) if has_sources else []
    relations = _relations(
        folder, {entity.id for entity in entities}, {source.id for source in sources}, ontology, problems
    )
    passages = unique(not_reserved(_records(folder, "passages.csv", Passage, problems, {}), problems), problems)
    return DataSet(tuple(entities), tuple(relations), tuple(passages), tuple(problems), fact_sources=tuple(sources))


def _rows(folder: Path, name: str, problems: list[RowProblem]) -> Iterator[_Row]:
    try:
        raw = read_regular(folder / name)
    except OSError as error:
        raise DataUnreadableError(file=name, detail=str(error)) from error
    decoded = decode(raw, name)
    table = readable_table(delimited_table(decoded.text, name), decoded)
    missing = [column for column in _REQUIRED[name] if column not in table.columns]
    if missing:
        raise DataUnreadableError(file=name, fault="columns_missing", columns=", ".join(missing))
    problems += table.problems
    for row in table.rows:
        yield _Row(row.line, dict(zip(table.columns, row.cells, strict=True)))


def _records(
    folder: Path, name: str, record_type: type[AnyRecord], problems: list[RowProblem], constants: dict[str, str]
) -> list[AnyRecord]:
    records = []
    for row in _rows(folder, name, problems):
        values: dict[str, object] = {**row.cells, **constants}
        for column in _LISTS:
            if column in values:
                values[column] = tuple(part for part in str(values[column]).split("|") if part.strip())
        record = validated(record_type, name, row.line, values, problems)
        if record is not None:
            records.append(record)
    return records


def _relations(
    folder: Path, entity_ids: set[str], source_ids: set[str], ontology: Ontology, problems: list[RowProblem]
) -> list[Relation]:
    name, kept = "relations.csv", []
    for row in _rows(folder, name, problems):
        values = with_year_of_start(row.cells)
        ends = (clean_text(row.cells["source"]), clean_text(row.cells["target"]))
        described = f"{ends[0]}--{clean_text(row.cells['type'])}--{ends[1]}"
        identifier = clean_text(row.cells.get("id", "")) or described
        relation = validated(Relation, name, row.line, {**values, "id": identifier}, problems)
        if relation is None:
            continue
        fault = relation_fault(relation, entity_ids, ontology)
        if fault is None and relation.source_id and relation.source_id not in source_ids:
            fault = "source_id", "unknown_source", relation.source_id
        if fault:
            problems.append(RowProblem(name, row.line, *fault))
        else:
            kept.append(with_known_end(relation))
    return numbered(kept)
