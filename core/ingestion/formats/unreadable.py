"""Rows that hold bytes which no encoding explains: refused by their numbers, as they would say something else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.ingestion.formats.decoding import DecodedText
from core.ingestion.formats.json_records import JsonRecords
from core.ingestion.formats.odd_lines import UNREADABLE
from core.ingestion.formats.table import Table, TableRow
from core.ingestion.records.problems import RowProblem


def readable_table(table: Table, decoded: DecodedText) -> Table:
    """The table without such rows, which are problems of it, as are the lines that were read by themselves."""
    if not decoded.odd:
        return table
    kept, refused = _parted(table.rows, decoded)
    rows = tuple(row for row in table.rows if row.line in kept)
    return replace(table, rows=rows, problems=_all_problems(table.name, table.problems, refused, decoded))


def readable_records(records: JsonRecords, decoded: DecodedText) -> JsonRecords:
    """The same of objects; of several parts of a file the first tells of lines that were read by themselves."""
    if not decoded.odd:
        return records
    kept, refused = _parted([TableRow(record.line, (str(record.values),)) for record in records.items], decoded)
    items = tuple(record for record in records.items if record.line in kept)
    return replace(records, items=items, problems=_all_problems(records.name, records.problems, refused, decoded))


def _parted(rows: Iterable[TableRow], decoded: DecodedText) -> tuple[set[int], list[int]]:
    """Lines of the rows that can be read, and of those that cannot."""
    damaged = any(not each.encoding for each in decoded.odd)
    kept: set[int] = set()
    refused: list[int] = []
    for row in rows:
        if damaged and any(UNREADABLE in cell for cell in row.cells):
            refused.append(row.line)
        else:
            kept.add(row.line)
    return kept, refused


def _all_problems(
    name: str, before: Sequence[RowProblem], refused: Sequence[int], decoded: DecodedText
) -> tuple[RowProblem, ...]:
    lost = [RowProblem(name, line, "", "unreadable_bytes") for line in refused]
    told = [each for each in decoded.problems(name) if each.line not in refused]
    return tuple(sorted([*before, *lost, *told], key=lambda problem: problem.line))
