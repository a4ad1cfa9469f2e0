"""Lists of companies, each in one row, with one column that says who supplies each of some of them, say."""

from __future__ import annotations

from core.ingestion.cells.column_words import fields_by_name
from core.ingestion.cells.end_fields import ENDS, other_end
from core.ingestion.formats.table import Table
from core.ingestion.mapping.pair_rows import most_repeat
from core.ingestion.mapping.sum_rows import rows_without_a_company
from core.ingestion.mapping.table_mapping import NAMES, TableMapping
from core.names.normalise import fold_characters


def list_with_one_other(table: Table, relations: TableMapping) -> TableMapping | None:
    """A list of companies, each in one row, that says who supplies each of some of them, say, and beside that only what
    the companies are; None of any other table.

    Rows that add up others count for nothing: the end that they leave empty is not one that a company lacks. Where a
    company stands in two rows these are its relations, of which each says something else; where most do, ``as_pairs``
    tells what is the company's.
    """
    ends = {field: column for column, field in relations.columns.items() if field in ENDS}
    if len(ends) < len(ENDS) or "label" not in relations.constants or len(relations.columns) > len(ENDS):
        return None
    sums = rows_without_a_company(table, relations.columns)
    rows = [row for place, row in enumerate(table.rows) if place not in sums]
    told = [dict(zip(table.columns, map(str.strip, row.cells), strict=True)) for row in rows]
    lacking = [end for end in ENDS if not all(row[ends[end]] for row in told)]
    columns = fields_by_name("companies", [each for each in table.columns if each not in ends.values()], NAMES)
    if len(lacking) != 1 or not columns:
        return None
    named, related = ends[other_end(lacking[0])], ends[lacking[0]]
    repeated = len({fold_characters(row[named]) for row in told}) < len(told)
    if repeated and not most_repeat(told, named, related):
        return None
    return TableMapping(kind="companies", columns={named: "name", **columns})
