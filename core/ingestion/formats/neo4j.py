"""CSV files of neo4j-admin import: their headers say what is an id, a label, an end.

Header syntax: Neo4j Operations Manual, "Import", CSV header format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.ingestion.drafts import Draft, Drafts
from core.ingestion.formats.table import Table

_FIELD = re.compile(
    r"^(?P<name>[^:]*):(?P<kind>ID|START_ID|END_ID|LABEL|TYPE|IGNORE)(?:\((?P<group>[^)]*)\))?", re.IGNORECASE
)
_NAMES = ("name", "title", "label", "caption")


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
        found = _FIELD.match(column)
        if found is None:
            properties[place] = column.split(":")[0]
            continue
        kind = found["kind"].upper()
        marked[kind] = place
        groups[place] = found["group"] or ""
        if kind == "ID" and found["name"]:
            properties.setdefault(place, found["name"])
    return _Header(marked, groups, properties)


def neo4j_drafts(table: Table) -> Drafts:
    """Nodes with their label as type and properties by name, or edges with their type as label.

    Ids are those of the file; where the header names an id space, it stands before them, as ids may repeat in another.
    """
    header = _header(table)
    node = "ID" in header.marked
    items = []
    for row in table.rows:

        def cell(kind: str, cells: tuple[str, ...] = row.cells) -> str:
            place = header.marked.get(kind)
            if place is None or not cells[place].strip():
                return ""
            group = header.groups[place] if kind.endswith("ID") else ""
            return f"{group}:{cells[place].strip()}" if group else cells[place].strip()

        others = {name.lower(): row.cells[place].strip() for place, name in header.properties.items()}
        values: dict[str, object] = {name: value for name, value in others.items() if value}
        if node:
            values |= {"id": cell("ID"), "type": cell("LABEL").split(";")[0]}
            named = next((values[name] for name in _NAMES if name in values), values["id"])
            values["name"] = named
            if code := values.pop("code", None):
                values.setdefault("tickers", (code,))
        else:
            values |= {"source": cell("START_ID"), "target": cell("END_ID"), "label": cell("TYPE")}
        items.append(Draft("entity" if node else "relation", table.name, row.line, values))
    return Drafts(tuple(items), table.problems)
