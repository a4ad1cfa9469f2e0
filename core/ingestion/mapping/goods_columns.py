"""Columns of goods in lists of companies, which by their names alone could hold what a row is about."""

from __future__ import annotations

from core.ingestion.cells.column_words import fields_by_name, folded_name, folded_words, words
from core.ingestion.cells.end_fields import ENDS
from core.ingestion.formats.table import Table
from core.ingestion.mapping.table_mapping import NAMES


def leave_out_goods(table: Table, columns: dict[str, str]) -> None:
    """Item, beside a column of suppliers or customers, is what these supply; alone it names what a row is about."""
    items = [
        each for each, field in columns.items() if field in NAMES and folded_name(each) in folded_words("goods_too")
    ]
    ends = {folded_name(name) for pair in words()["ends"] for end in ENDS for name in pair[end]}
    if items and any(folded_name(each) in ends for each in table.columns):
        for column in items:
            del columns[column]
        columns |= fields_by_name("companies", [each for each in table.columns if each not in items], columns.values())
