"""Columns that are called as the size of a company is, and say something else: what is sold to the customers of a list,
or bought from its suppliers, and how large the nodes of a graph are drawn."""

from __future__ import annotations

import re

from core.ingestion.cells.column_words import folded_name
from core.ingestion.formats.table import Table
from core.ingestion.mapping.company_sizes import Trade, says_trade, size_words
from core.ingestion.mapping.kept_columns import DRAWN, TRADED
from core.ingestion.mapping.table_mapping import ATTRIBUTE, NAMES, TableMapping
from core.ingestion.mapping.titled_lists import titles_above
from core.names.normalise import fold_characters

_WORDS = re.compile(r"[A-ZÀ-Þ]?[a-zß-ÿ]+|[A-ZÀ-Þ]+(?![a-zß-ÿ])")
"""Also of CustomerList2025 and KUNDEN_2025."""


def with_figures_of_others(mapping: TableMapping, table: Table) -> TableMapping:
    """A list of companies with such columns as what they are: sales in one whose title, sheet, file or column of names
    is called as one of customers or suppliers, and the size of nodes beside their colours."""
    if mapping.kind != "companies":
        return mapping
    kept = [column for column, field in mapping.columns.items() if field == ATTRIBUTE]
    names = [column for column, field in mapping.columns.items() if field in NAMES]
    listed = _whom_it_lists([*names, *titles_above(table), table.name])
    traded = [column for column in kept if listed is not None and says_trade(column, listed)]
    drawn = [column for column in kept if folded_name(column) == "size"] if _is_drawn(table) else []
    found = dict.fromkeys(traded, TRADED) | dict.fromkeys(drawn, DRAWN)
    return mapping.model_copy(update={"columns": mapping.columns | found}) if found else mapping


def _whom_it_lists(called: list[str]) -> Trade | None:
    """Whether these say that a list is one of customers or of suppliers; None where they say neither."""
    for text in called:
        words = [fold_characters(word) for word in _WORDS.findall(text)]
        folded = fold_characters(text)
        for kind in (Trade.CUSTOMERS, Trade.SUPPLIERS):
            known = size_words()["lists"][kind.value]
            if any(word.startswith(stem) for word in words for stem in known["stems"]):
                return kind
            if any(part in folded for part in known["parts"]):
                return kind
    return None


def _is_drawn(table: Table) -> bool:
    """Whether columns say how the nodes of a graph look, and another one too."""
    columns = {*map(folded_name, table.columns)}
    looks, places = ({*map(folded_name, size_words()["drawings"][each])} for each in ("looks", "places"))
    return bool(columns & looks) and len(columns & (looks | places)) > 1
