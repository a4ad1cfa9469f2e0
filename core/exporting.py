"""Everything a knowledge base holds, as files that other programs read and an import takes in again."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from tempfile import NamedTemporaryFile
from typing import Literal, get_args

import igraph
import pandas as pd

from core.domain.records import Entity, Passage, Record, Relation
from core.domain.spreadsheet_cells import safe_cell
from core.ingestion.formats.table import list_cell
from core.ingestion.profiles import is_reserved
from core.storage.knowledge_base import KnowledgeBase

ExportFormat = Literal["csv", "jsonl", "graphml", "parquet"]
EXPORT_FORMATS: tuple[ExportFormat, ...] = get_args(ExportFormat)
_KINDS: tuple[tuple[str, type[Record]], ...] = (("entities", Entity), ("relations", Relation), ("passages", Passage))


def export_files(knowledge_base: KnowledgeBase, kind: ExportFormat) -> Iterator[tuple[str, bytes]]:
    """(name, content) of each file: one per kind of record, of GraphML one with entities and relations.

    GraphML carries no passages. What is exported is what the serving version holds, whatever it was built from; the
    descriptions of companies, which are passages too, are left out there.
    """
    if kind == "graphml":
        yield "graph.graphml", graphml(_records(knowledge_base, "entities"), _records(knowledge_base, "relations"))
        return
    write: dict[ExportFormat, Callable[[type[Record], Iterable[Record]], bytes]] = {
        "csv": _csv, "jsonl": _jsonl, "parquet": _parquet
    }  # fmt: skip
    for name, record_type in _KINDS:
        yield f"{name}.{kind}", write[kind](record_type, _records(knowledge_base, name))


def export_archive(knowledge_base: KnowledgeBase, kind: ExportFormat) -> bytes:
    """The same files in one ZIP archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in export_files(knowledge_base, kind):
            archive.writestr(name, content)
    return buffer.getvalue()


def _records(knowledge_base: KnowledgeBase, name: str) -> Iterator[Record]:
    counts = knowledge_base.manifest.counts
    if name == "entities":
        yield from (knowledge_base.entity_at(row) for row in range(counts.entities))
    elif name == "relations":
        yield from (knowledge_base.relation(row) for row in range(counts.relations))
    else:
        passages = (knowledge_base.passage_at(counts.entities + row) for row in range(counts.passages))
        yield from (passage for passage in passages if not is_reserved(passage.id))


def _fields(record_type: type[Record]) -> list[str]:
    return list(record_type.model_fields)


def _cells(record: Record) -> list[str]:
    """Values as text; lists as an import reads them back."""
    values = (getattr(record, name) for name in _fields(type(record)))
    return [list_cell(value) if isinstance(value, tuple) else "" if value is None else str(value) for value in values]


def _csv(record_type: type[Record], records: Iterable[Record]) -> bytes:
    """UTF-8 with a byte-order mark, so that Excel shows Chinese; cells that a spreadsheet would run are made safe."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(_fields(record_type))
    writer.writerows([safe_cell(cell) for cell in _cells(record)] for record in records)
    return buffer.getvalue().encode("utf-8-sig")


def _jsonl(_: type[Record], records: Iterable[Record]) -> bytes:
    return b"".join(record.model_dump_json().encode() + b"\n" for record in records)


def _parquet(record_type: type[Record], records: Iterable[Record]) -> bytes:
    buffer = io.BytesIO()
    rows = [record.model_dump() for record in records]
    pd.DataFrame(rows, columns=_fields(record_type)).to_parquet(buffer)
    return buffer.getvalue()


def graphml(some_entities: Iterable[Record], some_relations: Iterable[Record]) -> bytes:
    """Entities, and relations between them, as a directed graph with all their fields."""
    entities, relations = list(some_entities), list(some_relations)
    graph = igraph.Graph(directed=True)
    graph.add_vertices(len(entities))
    node = {record.id: row for row, record in enumerate(entities) if isinstance(record, Entity)}
    graph.add_edges([(node[each.source], node[each.target]) for each in relations if isinstance(each, Relation)])
    for attributes, record_type, records in ((graph.vs, Entity, entities), (graph.es, Relation, relations)):
        columns = list(zip(*map(_cells, records), strict=True))
        for name, column in zip(_fields(record_type), columns, strict=bool(columns)):
            if name not in ("source", "target"):
                attributes[name] = list(column)
    with NamedTemporaryFile(suffix=".graphml") as file:  # igraph writes files only
        graph.write_graphml(file.name)
        return file.read()
