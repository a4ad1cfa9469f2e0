"""Columns of shares that may be fractions or per cent: 0.25, 0.5, none above 1 and no % sign anywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.ingestion.cells.stated_facts import share_between
from core.ingestion.formats.table import Table

_PER_CENT = re.compile(
    r"%|％|percent|per cent|pct|prozent|pourcent|porcent|percentuale|procent|百分|パーセント", re.IGNORECASE
)


def columns_of_unclear_shares(table: Table, columns: Mapping[str, str]) -> frozenset[str]:
    """Those of the columns that become shares of which neither the header nor any cell says what their numbers are."""
    found = set()
    for place, column in enumerate(table.columns):
        if columns.get(column) != "share" or _PER_CENT.search(column):
            continue
        cells = [cell for row in table.rows if (cell := row.cells[place].strip())]
        bounds = [share_between(cell) for cell in cells]
        if (
            any(bounds)
            and all(each is None or each[1] <= 1 for each in bounds)
            and not _PER_CENT.search("".join(cells))
        ):
            found.add(column)
    return frozenset(found)
