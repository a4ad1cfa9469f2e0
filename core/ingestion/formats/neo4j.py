"""CSV files of neo4j-admin import: their headers say what is an id, a label, an end.

Header syntax: Neo4j Operations Manual, "Import", CSV header format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from core.ingestion.cells.column_words import TableKind, fields_by_name
from core.ingestion.formats.table import Table, list_cell
from core.ingestion.mapping.exported_tables import is_attribute
from core.ingestion.mapping.table_mapping import field_value
from core.ingestion.records.raw_records import RawRecord, RawRecords
from core.names.normalise import fold_characters
from core.ontology import default_entity_types

_FIELD = re.compile(
    r"^(?P<name>[^:]*):(?P<kind>ID|START_ID|END_ID|LABEL|TYPE|IGNORE)(?:\((?P<group>[^)]*)\))?(?:\{[^}]*\})?$",
    re.IGNORECASE,
)
_MARKED = ("id", "type", "source", "target", "label")
"""Fields that the header marks; no property becomes one."""


@dataclass(frozen=True)
class _Header:
    """Places of what the header marks; ``groups`` are the id spaces by place."""

    marked: dict[str, int]
    groups: dict[int, str]
    properties: dict[int, str]


def is_neo4j(table: Table) -> bool:
    """Whether the header marks an id or both ends."""
    marked = _header(table).marked
    return "ID" in marked or {"START_ID", "END_ID"} <= set(marked)


def _header(table: Table) -> _Header:
    marked, groups, properties = {}, {}, {}
    for place, column in enumerate(table.columns):
        found = None if is_attribute(column) else _FIELD.match(column)
        if found is None:
            properties[place] = column.partition(":")[0]
            continue
        kind = found["kind"].upper()
        marked[kind] = place
        groups[place] = found["group"] or ""
        if kind == "ID" and found["name"]:
            properties.setdefault(place, found["name"])
    return _Header(marked, groups, properties)


def _labels(cell: str) -> tuple[str, str]:
    """The label that is a type which is known here, else the first; and all others, as a cell has several values."""
    labels = [label.strip() for label in cell.split(";") if label.strip()]
    known = _words_of_types()
    chosen = next((label for label in labels if fold_characters(label) in known), labels[0] if labels else "")
    return chosen, list_cell([label for label in labels if label != chosen])


@cache
def _words_of_types() -> frozenset[str]:
    """What data may call the types that every knowledge base has."""
    return frozenset(
        fold_characters(word)
        for kind in default_entity_types().values()
        for word in (kind.id, kind.label.zh, kind.label.en, *kind.words)
    )


def neo4j_raw_records(table: Table) -> RawRecords:
    """Nodes with their label as type, or edges with their type as label; properties as columns of those names would be
    read, attributes where they would not; further labels are an attribute.

    Ids are those of the file; where the header names an id space, it stands before them, as ids may repeat in another.
    """
    header = _header(table)
    node = "ID" in header.marked
    kind: TableKind = "companies" if node else "relations"
    known = {
        name: field
        for name, field in fields_by_name(kind, tuple(header.properties.values())).items()
        if field not in _MARKED
    }
    items = []
    for row in table.rows:

        def cell(kind: str, cells: tuple[str, ...] = row.cells) -> str:
            place = header.marked.get(kind)
            if place is None or not cells[place].strip():
                return ""
            group = header.groups[place] if kind.endswith("ID") else ""
            return f"{group}:{cells[place].strip()}" if group else cells[place].strip()

        values: dict[str, object] = {
            known[name]: field_value(known[name], value)
            for place, name in header.properties.items()
            if name in known and (value := row.cells[place].strip())
        }
        if node:
            kind_of_node, other_labels = _labels(cell("LABEL"))
            values |= {"id": cell("ID"), "type": kind_of_node}
            if not {"name", "name_zh", "name_en"} & set(values):
                values["name"] = values["id"]
        else:
            values |= {"source": cell("START_ID"), "target": cell("END_ID"), "label": cell("TYPE")}
        attributes = tuple(
            (name, value)
            for place, name in header.properties.items()
            if name not in known and place not in header.groups and (value := row.cells[place].strip())
        )
        if node and other_labels:
            attributes += (("label", other_labels),)
        items.append(RawRecord("entity" if node else "relation", table.name, row.line, values, attributes))
    return RawRecords(tuple(items), table.problems)
