"""Tables that list sources of facts, as an export writes them: they need no mapping."""

from __future__ import annotations

from core.domain.fact_sources import FactSource
from core.ingestion.drafts import Draft, Drafts
from core.ingestion.formats.table import Table

_NEEDED = {"id", "title", "publisher", "url", "date"}


def is_source_list(table: Table) -> bool:
    """Whether it has the columns of sources of facts and no others."""
    return _NEEDED <= set(table.columns) <= FactSource.model_fields.keys()


def source_drafts(table: Table) -> Drafts:
    """Every row as a source."""
    items = []
    for row in table.rows:
        cells = zip(table.columns, row.cells, strict=True)
        items.append(Draft("source", table.name, row.line, {name: cell for name, cell in cells if cell.strip()}))
    return Drafts(tuple(items), table.problems)
