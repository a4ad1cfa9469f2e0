"""GraphML → a table of nodes and a table of edges, with all their attributes."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence, Set
from html import unescape
from tempfile import NamedTemporaryFile
from xml.parsers import expat

import igraph

from core.errors import DataUnreadableError
from core.ingestion.formats.table import Table, TableRow

_NODE_ID = re.compile(r"<(?:\w+:)?node\b[^>]*?\sid\s*=\s*[\"']([^\"']*)[\"']")


def graphml_tables(text: str, name: str) -> tuple[Table, ...]:
    """Nodes with ``id`` and attributes as columns, edges with ``source``, ``target`` and attributes.

    Raises DataUnreadableError for what is no GraphML, and for one with a document type: entities in it could grow
    without end, and no program writes them.
    """
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise DataUnreadableError(file=name, fault="document_type")
    with NamedTemporaryFile(suffix=".graphml") as file, warnings.catch_warnings():  # igraph reads files only
        file.write(_as_utf_8(text).encode("utf-8"))
        file.flush()
        try:
            warnings.simplefilter("ignore", RuntimeWarning)  # nodes with an attribute "id" of their own keep that
            graph = igraph.Graph.Read_GraphML(file.name)
        except (igraph.InternalError, OSError, ValueError) as error:
            raise _unreadable(text, name) from error
    stated = {unescape(found) for found in _NODE_ID.findall(text)}
    ids = [_as_stated(str(vertex["id"]), stated) for vertex in graph.vs]
    vertices = [vertex.attributes() | {"id": own} for vertex, own in zip(graph.vs, ids, strict=True)]
    if stated <= set(ids):  # else nodes have an attribute "id" of their own
        vertices = [each for each in vertices if each["id"] in stated]  # igraph makes a node of every end of an edge
    nodes = _rows(graph.vs.attributes(), vertices)
    ends = [{"source": ids[edge.source], "target": ids[edge.target]} for edge in graph.es]
    edges = _rows(
        ("source", "target", *graph.es.attributes()),
        [{**edge.attributes(), **end} for edge, end in zip(graph.es, ends, strict=True)],
    )
    tables = (Table(f"{name} [nodes]", *nodes), Table(f"{name} [edges]", *edges))
    return tuple(table for table in tables if table.rows)


def _as_stated(read: str, stated: Set[str]) -> str:
    """The id as the file has it: igraph reads AT&amp;T as AT&#38;T."""
    plain = read.replace("&#38;", "&")
    return plain if plain in stated else read


def _unreadable(text: str, name: str) -> DataUnreadableError:
    """Says where the XML is broken, or that it is another XML."""
    try:
        expat.ParserCreate("UTF-8").Parse(_as_utf_8(text).encode("utf-8"), True)
    except expat.ExpatError as error:
        return DataUnreadableError(file=name, fault="broken_xml", line=error.lineno, column=error.offset + 1)
    return DataUnreadableError(file=name, fault="no_graphml")


def _as_utf_8(text: str) -> str:
    """The text was decoded already: the encoding that its declaration names is no longer true."""
    return re.sub(r"^\s*<\?xml[^>]*\?>", '<?xml version="1.0" encoding="UTF-8"?>', text, count=1)


def _rows(
    columns: Sequence[str], items: Iterable[Mapping[str, object]]
) -> tuple[tuple[str, ...], tuple[TableRow, ...]]:
    """Columns and one row per item; ``line`` is its place, as XML has no rows."""
    rows = [
        TableRow(place, tuple(_cell(item.get(column)) for column in columns))
        for place, item in enumerate(items, start=1)
    ]
    return tuple(columns), tuple(rows)


def _cell(value: object) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
