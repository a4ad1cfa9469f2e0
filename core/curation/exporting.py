"""Everything a knowledge base holds, as files that other programs read and an import takes in again."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from tempfile import NamedTemporaryFile
from typing import Literal, get_args

import pandas as pd

from core.domain.fact_sources import FactSource
from core.domain.records import Entity, Passage, Record, Relation
from core.domain.spreadsheet_cells import safe_cell
from core.ingestion.formats.graphml import GRAPH_SOURCES
from core.ingestion.formats.table import list_cell
from core.ingestion.mapping.exported_tables import ATTRIBUTE_PREFIX
from core.ingestion.records.profiles import is_reserved
from core.storage.knowledge_base import KnowledgeBase
from core.storage.tables import ONLY_READ

ExportFormat = Literal["csv", "jsonl", "graphml", "parquet"]
Records = Callable[[], Iterator[Record]]
"""Reads them anew at every call: all of them at once may be more than there is room for."""
EXPORT_FORMATS: tuple[ExportFormat, ...] = get_args(ExportFormat)
_KINDS: tuple[tuple[str, type[Record]], ...] = (
    ("entities", Entity),
    ("relations", Relation),
    ("passages", Passage),
    ("sources", FactSource),
)
_NOTHING: tuple[object, ...] = ("", None, ())


def export_files(knowledge_base: KnowledgeBase, kind: ExportFormat) -> Iterator[tuple[str, bytes]]:
    """(name, content) of each file: one per kind of record, of GraphML one with entities and relations.

    GraphML carries no passages, and the sources of facts in an attribute of the graph. Of these sources, and of JSON
    lines, there is no file without rows: an import refuses it. What is exported is what the serving version holds,
    whatever it was built from; there descriptions of companies, which are passages too, are left out.
    """
    yield from record_files({name: partial(_records, knowledge_base, name) for name, _ in _KINDS}, kind)


def record_files(records: Mapping[str, Records], kind: ExportFormat) -> Iterator[tuple[str, bytes]]:
    """The same of ``records``: entities, relations, passages and sources by these names."""
    if kind == "graphml":
        yield "graph.graphml", graphml(records["entities"](), records["relations"](), records["sources"]())
        return
    write: dict[ExportFormat, Callable[[type[Record], Records], bytes]] = {
        "csv": _csv,
        "jsonl": _jsonl,
        "parquet": _parquet,
    }
    for name, record_type in _KINDS:
        content = write[kind](record_type, records[name])
        if content and (record_type is not FactSource or any(True for _ in records[name]())):
            yield f"{name}.{kind}", content


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
    elif name == "sources":
        yield from knowledge_base.fact_sources()
    else:
        passages = (knowledge_base.passage_at(counts.entities + row) for row in range(counts.passages))
        yield from (passage for passage in passages if not is_reserved(passage.id))


def _columns(record_type: type[Record], records: Iterable[Record]) -> list[str]:
    """The fields, of those that few data fill the ones that any of the records has, and so of the attributes."""
    rare = ONLY_READ.get(record_type, frozenset())
    filled: set[str] = set()
    attributes: dict[str, None] = {}
    for record in records:
        filled.update(name for name in rare - filled if getattr(record, name) not in _NOTHING)
        attributes.update(dict.fromkeys(each.name for each in getattr(record, "attributes", ())))
    fields = [name for name in record_type.model_fields if name != "attributes" and name not in rare - filled]
    return [*fields, *(f"{ATTRIBUTE_PREFIX}{name}" for name in attributes)]


def _row(record: Record) -> dict[str, object]:
    """The values of the columns that a record has."""
    rare = ONLY_READ.get(type(record), frozenset())
    fields = {name: getattr(record, name) for name in type(record).model_fields if name != "attributes"}
    row = {name: value for name, value in fields.items() if name not in rare or value not in _NOTHING}
    return row | {f"{ATTRIBUTE_PREFIX}{each.name}": each.value for each in getattr(record, "attributes", ())}


def _cell(value: object) -> str:
    """A value as text; lists as an import reads them back."""
    return list_cell(value) if isinstance(value, tuple) else "" if value is None else str(value)


def _csv(record_type: type[Record], records: Records) -> bytes:
    """UTF-8 with a byte-order mark, so that Excel shows Chinese; cells that a spreadsheet would run are made safe."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    columns = _columns(record_type, records())
    writer.writerow(columns)
    writer.writerows([safe_cell(_cell(row.get(name))) for name in columns] for row in map(_row, records()))
    return buffer.getvalue().encode("utf-8-sig")


def _jsonl(_: type[Record], records: Records) -> bytes:
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in map(_row, records()))


def _parquet(record_type: type[Record], records: Records) -> bytes:
    buffer = io.BytesIO()
    columns = _columns(record_type, records())
    pd.DataFrame(map(_row, records()), columns=columns).to_parquet(buffer)
    return buffer.getvalue()


def graphml(some_entities: Iterable[Record], some_relations: Iterable[Record], sources: Iterable[Record] = ()) -> bytes:
    """Entities, and relations between them, as a directed graph with all their fields and attributes; ``sources`` of
    the relations' facts as an attribute of the graph, in JSON."""
    import igraph

    entities, relations = list(some_entities), list(some_relations)
    graph = igraph.Graph(directed=True)
    graph.add_vertices(len(entities))
    node = {record.id: row for row, record in enumerate(entities) if isinstance(record, Entity)}
    graph.add_edges([(node[each.source], node[each.target]) for each in relations if isinstance(each, Relation)])
    for attributes, record_type, records in ((graph.vs, Entity, entities), (graph.es, Relation, relations)):
        rows = list(map(_row, records))
        for name in _columns(record_type, records):
            if name not in ("source", "target"):
                attributes[name] = [_cell(row.get(name)) for row in rows]
    if listed := list(map(_row, sources)):
        graph[GRAPH_SOURCES] = json.dumps(listed, ensure_ascii=False)
    with NamedTemporaryFile(suffix=".graphml") as file:  # igraph writes files only
        graph.write_graphml(file.name)
        return file.read()
