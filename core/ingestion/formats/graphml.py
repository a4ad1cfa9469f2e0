"""GraphML → a table of nodes and a table of edges, with all their attributes."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from core.errors import DataUnreadableError
from core.ingestion.cells.column_words import fields_by_name
from core.ingestion.formats.table import Table, TableRow
from core.ingestion.mapping.exported_tables import ATTRIBUTE_PREFIX
from core.ingestion.mapping.table_mapping import NAMES

GRAPH_SOURCES = "guanxi_sources"
"""The attribute of a graph in which an export lists the sources of its relations' facts, as JSON."""
_ENDS = ("source", "target")
_DRAWN = {"NodeLabel": "node label", "EdgeLabel": "edge label"}
"""Elements in which yEd writes what is seen of a node or an edge, and what their column is called."""
_LABEL = _DRAWN["NodeLabel"]
_NUMBERED = re.compile(r"(?:(?:n|v|nd|node|vertex)[-_]?\d+:*)+", re.IGNORECASE)
_NUMBERS = ("double", "float")


@dataclass(frozen=True)
class _Key:
    """What a ``<key>`` declares: an attribute of nodes, of edges or, with another ``of``, of both."""

    name: str
    of: str
    type: str
    declared: bool  # by a name of its own: the keys of drawings have none


@dataclass
class _Item:
    """A node or an edge while it is read: its own XML attributes, and its data by the id of their key."""

    kind: str
    stated: Mapping[str, str]
    data: dict[str, str] = field(default_factory=dict)


@dataclass
class _Reader:
    """Follows the elements of one file. Every graph of it is read, as are graphs within nodes."""

    keys: dict[str, _Key] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    nodes: list[_Item] = field(default_factory=list)
    edges: list[_Item] = field(default_factory=list)
    root: str = ""
    graphs: int = 0
    sources: str = ""
    _open: list[_Item] = field(default_factory=list)
    _text_of: str = ""  # the element whose text is being read: data or default
    _key: str = ""
    _text: list[str] = field(default_factory=list)
    _drawn: str = ""  # the element within data whose text is being read
    _label: list[str] = field(default_factory=list)
    _depth: int = 0  # of elements within that
    _drawn_with: set[str] = field(default_factory=set)  # keys whose data say how something is drawn

    def begin(self, tag: str, stated: dict[str, str]) -> None:
        """An element begins; within data, elements of other languages do and only their text counts."""
        tag = tag.rpartition(":")[2]
        self.root = self.root or tag
        if self._text_of:
            self._depth += bool(self._drawn)
            if not self._drawn and tag in _DRAWN:
                self._drawn, self._label, self._depth = tag, [], 0
            return
        self.graphs += tag == "graph"
        if tag == "key":
            self._key = stated.get("id", "")
            self.keys[self._key] = _Key(
                stated.get("attr.name") or self._key,
                stated.get("for", "all"),
                stated.get("attr.type", ""),
                "attr.name" in stated,
            )
        elif tag in ("data", "default"):
            self._text_of, self._text = tag, []
            self._key = stated.get("key", "") if tag == "data" else self._key
        elif tag in ("node", "edge", "port", "hyperedge"):
            item = _Item(tag, stated)
            self._open.append(item)
            {"node": self.nodes, "edge": self.edges}.get(tag, []).append(item)

    def end(self, tag: str) -> None:
        """An element ends."""
        tag = tag.rpartition(":")[2]
        if self._drawn:
            if self._depth:
                self._depth -= 1
            else:
                self._keep_drawn(" ".join("".join(self._label).split()))
        elif self._text_of:
            if tag == self._text_of:
                self._keep("".join(self._text).strip())
                self._text_of = ""
        elif self._open and tag == self._open[-1].kind:
            self._open.pop()

    def _keep(self, text: str) -> None:
        if self._text_of == "default":
            self.defaults[self._key] = text
        elif not self._open:
            key = self.keys.get(self._key)
            self.sources = text if key is not None and key.name == GRAPH_SOURCES else self.sources
        elif text or self._key not in self._drawn_with:
            self._open[-1].data[self._key] = text

    def _keep_drawn(self, text: str) -> None:
        """A label that is drawn; of several of one node or edge all that differ."""
        column, self._drawn = _DRAWN[self._drawn], ""
        self._drawn_with.add(self._key)
        if self._open and text:
            data = self._open[-1].data
            earlier = [data[column]] if column in data else []
            data[column] = " / ".join(dict.fromkeys([*earlier, text]))

    def text(self, characters: str) -> None:
        """Text between elements."""
        if self._drawn:
            if not self._depth:
                self._label.append(characters)
        elif self._text_of:
            self._text.append(characters)


def graphml_tables(text: str, name: str) -> tuple[Table, ...]:
    """Nodes with attributes and ``id`` as columns, edges with ``source``, ``target``, attributes and, where one states
    an id, ``id``. An attribute of edges that is called as an end is kept as an attribute of that name. Labels as yEd
    draws them are attributes; an edge without an end is a row without it.

    The sources of facts that an export of this program lists are a table too.

    Raises DataUnreadableError for what is no GraphML, for several graphs that share ids, and for a document type:
    entities in it could grow without end, and no program writes them.
    """
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise DataUnreadableError(file=name, fault="document_type")
    read = _read(text, name)
    own_ids = [node.stated["id"] for node in read.nodes]
    if read.graphs > 1 and len(set(own_ids)) < len(own_ids):
        raise DataUnreadableError(file=name, fault="shared_nodes")
    return (*_of_graph(read, own_ids, name), *_source_tables(read, name))


def _of_graph(read: _Reader, own_ids: Sequence[str], name: str) -> tuple[Table, ...]:
    nodes = [_values(read, node) for node in read.nodes]
    if label := _told_apart_by(read, nodes):
        return _named_tables(read, name, nodes, label)
    named = {own: node["id"] for own, node in zip(own_ids, nodes, strict=True)}
    edges = [
        _values(read, edge) | {end: named.get(given, given) for end in _ENDS for given in [edge.stated.get(end, "")]}
        for edge in read.edges
    ]
    tables = (
        _table(f"{name} [nodes]", _columns(read, "node"), nodes),
        _table(f"{name} [edges]", (*_ENDS, *_columns(read, "edge")), edges),
    )
    return tuple(table for table in tables if table.rows)


def _source_tables(read: _Reader, name: str) -> tuple[Table, ...]:
    """The sources of facts, where the graph lists any as an export does."""
    try:
        rows = json.loads(read.sources) if read.sources else []
    except (ValueError, RecursionError) as error:
        raise DataUnreadableError(file=name, fault="damaged") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DataUnreadableError(file=name, fault="damaged")
    columns = tuple(dict.fromkeys(str(column) for row in rows for column in row))
    items = [{str(column): str(value) for column, value in row.items()} for row in rows]
    return (_table(f"{name} [sources]", columns, items),) if items else ()


def _told_apart_by(read: _Reader, nodes: Sequence[Mapping[str, str]]) -> str:
    """The column that tells the nodes apart where their ids only number them (n0, n1 …; 0, 1 …): what is drawn on them,
    or else what they are called, as the ids are of this file alone. "" where the data states ids, or none tells."""
    if not _only_numbered(read):
        return ""
    called = fields_by_name("companies", _columns(read, "node"))
    for column in (_LABEL, *(column for column, kind in called.items() if kind in NAMES)):
        labels = [node.get(column) or node["id"] for node in nodes]
        if any(node.get(column) for node in nodes) and len(set(labels)) == len(labels):
            return column
    return ""


def _only_numbered(read: _Reader) -> bool:
    ids = [node.stated["id"] for node in read.nodes]
    if any(_column(read, key, "node") == "id" and text for node in read.nodes for key, text in node.data.items()):
        return False
    return all(map(_NUMBERED.fullmatch, ids)) or set(ids) == set(map(str, range(len(ids))))


def _named_tables(read: _Reader, name: str, nodes: Sequence[Mapping[str, str]], label: str) -> tuple[Table, ...]:
    """Nodes without ids, and edges between their labels."""
    nodes = [{**node, label: node.get(label) or node["id"]} for node in nodes]
    labels = {node.stated["id"]: values[label] for node, values in zip(read.nodes, nodes, strict=True)}
    edges = [
        _values(read, edge) | {end: labels.get(given, given) for end in _ENDS for given in [edge.stated.get(end, "")]}
        for edge in read.edges
    ]
    columns = (tuple(each for each in _columns(read, kind) if each != "id") for kind in ("node", "edge"))
    tables = (
        _table(f"{name} [nodes]", next(columns), nodes),
        _table(f"{name} [edges]", (*_ENDS, *next(columns)), edges),
    )
    return tuple(table for table in tables if table.rows)


def _read(text: str, name: str) -> _Reader:
    """All of the file. Says where the XML is broken, or that it is another XML."""
    reader, parser = _Reader(), expat.ParserCreate("UTF-8")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.begin, reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(_as_utf_8(text).encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        raise DataUnreadableError(file=name, fault="broken_xml", line=error.lineno, column=error.offset + 1) from error
    if reader.root != "graphml" or not reader.graphs:
        raise DataUnreadableError(file=name, fault="no_graphml")
    unnamed = next((place for place, node in enumerate(reader.nodes, start=1) if "id" not in node.stated), 0)
    if unnamed:
        raise DataUnreadableError(file=name, fault="node_without_id", number=unnamed)
    if not reader.nodes and not reader.edges:
        raise DataUnreadableError(file=name, fault="empty")
    return reader


def _as_utf_8(text: str) -> str:
    """The text was decoded already: the encoding that its declaration names is no longer true."""
    return re.sub(r"^\s*<\?xml[^>]*\?>", '<?xml version="1.0" encoding="UTF-8"?>', text, count=1)


def _of(read: _Reader, kind: str) -> list[str]:
    """Ids of the keys whose attributes nodes or edges have, in the order of their declaration; of those for more than
    one kind only the ones that are used."""
    used = {key for item in (read.nodes if kind == "node" else read.edges) for key in item.data}
    declared = [id_ for id_, key in read.keys.items() if id_ in used or (key.of == kind and key.declared)]
    return [*declared, *sorted(used - set(declared))]


def _columns(read: _Reader, kind: str) -> tuple[str, ...]:
    """Attributes, then ``id`` if it is none of them; an edge needs none."""
    items = read.nodes if kind == "node" else read.edges
    with_id = any("id" in item.stated for item in items)
    names = [_column(read, id_, kind) for id_ in _of(read, kind)]
    return tuple(dict.fromkeys([*names, *(["id"] if with_id else [])]))


def _column(read: _Reader, key: str, kind: str) -> str:
    name = read.keys[key].name if key in read.keys else key
    return f"{ATTRIBUTE_PREFIX}{name}" if kind == "edge" and name in _ENDS else name


def _values(read: _Reader, item: _Item) -> dict[str, str]:
    """What is said of it, by column. What is missing, without a default, stays missing."""
    defaults = {key: text for key, text in read.defaults.items() if read.keys[key].of in (item.kind, "all")}
    found = {
        _column(read, key, item.kind): _cell(text, read.keys[key].type if key in read.keys else "")
        for key, text in (defaults | item.data).items()
    }
    return found | {"id": found.get("id") or item.stated.get("id", "")}


def _table(name: str, columns: Sequence[str], items: Sequence[Mapping[str, str]]) -> Table:
    """One row per item; ``line`` is its place, as XML has no rows."""
    rows = (
        TableRow(place, tuple(item.get(column, "") for column in columns)) for place, item in enumerate(items, start=1)
    )
    return Table(name, tuple(columns), tuple(rows))


def _cell(text: str, kind: str) -> str:
    """A number as it would be typed; "" for one that is none."""
    if kind not in _NUMBERS:
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    if math.isnan(number):
        return ""
    return str(int(number)) if number.is_integer() else str(number)
