"""Columns of goods and projects in lists of companies, which by their names alone could hold what a row is about."""

from __future__ import annotations

from core.ingestion.cells.column_words import fields_by_name, folded_name, folded_words, words
from core.ingestion.cells.end_fields import ENDS
from core.ingestion.formats.table import Table
from core.ingestion.mapping.ends_together import is_project
from core.ingestion.mapping.relation_columns import column_of_end
from core.ingestion.mapping.table_mapping import NAMES


def leave_out_goods(table: Table, columns: dict[str, str]) -> None:
    """Item, beside a column of suppliers or customers, is what these supply, and a project what a contract is about;
    alone they name what a row is about, as a project does beside investors."""
    named = [each for each, field in columns.items() if field in NAMES]
    pairs = words()["ends"]
    items = [each for each in named if folded_name(each) in folded_words("goods_too")]
    if not any(column_of_end([each], pair[end]) for each in table.columns for pair in pairs for end in ENDS):
        items = []
    contracts = [pair for pair in (*pairs, *words()["ends_together"]) if pair["label"] == "supplies"]
    others = [each for each in table.columns if not is_project(each)]
    if any(column_of_end(others, pair[end]) for pair in contracts for end in ENDS):
        items += [each for each in named if is_project(each) and each not in items]
    if items:
        for column in items:
            del columns[column]
        columns |= fields_by_name("companies", [each for each in table.columns if each not in items], columns.values())
