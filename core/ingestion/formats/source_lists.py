"""Tables that list sources of facts, as an export writes them: they need no mapping."""

from __future__ import annotations

from core.domain.fact_sources import FactSource
from core.ingestion.formats.table import Table
from core.ingestion.records.raw_records import RawRecord, RawRecords

_NEEDED = {"id", "title", "publisher", "url", "date"}


def is_source_list(table: Table) -> bool:
    """Whether it has the columns of sources of facts and no others."""
    return _NEEDED <= set(table.columns) <= FactSource.model_fields.keys()


def source_raw_records(table: Table) -> RawRecords:
    """Every row as a source."""
    items = []
    for row in table.rows:
        cells = zip(table.columns, row.cells, strict=True)
        items.append(RawRecord("source", table.name, row.line, {name: cell for name, cell in cells if cell.strip()}))
    return RawRecords(tuple(items), table.problems)
