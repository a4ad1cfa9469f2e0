"""Names of columns below a header of several rows, of which the upper ones span several columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from core.ingestion.cells.column_words import folded_name, known_names, words


def names_of_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """The name of each column; ``rows`` from the top, each with its text for every column.

    A text above that says whose the column is comes first: Supplier Country. Any other is left out unless two columns
    would have the same name: Shares and % below one date, but 2023 % and 2024 %.
    """
    widest = max(map(len, rows), default=0)
    parts = [list(dict.fromkeys(row[at] for row in rows if at < len(row) and row[at])) for at in range(widest)]
    below = Counter(each[-1] for each in parts if each)
    return [" ".join(each if any(map(_says_whose, each[:-1])) or below[each[-1]] > 1 else each[-1:]) for each in parts]


def _says_whose(group: str) -> bool:
    return folded_name(group) in _whose()


@cache
def _whose() -> frozenset[str]:
    """What columns of companies are called: supplier, 被投企业."""
    known = words()
    ends = [
        name
        for key in ("ends", "ends_with_share")
        for pair in known[key]
        for end in pair.values()
        for name in (end if isinstance(end, list) else ())
    ]
    related = [name for sides in known["relation_columns"].values() for names in sides.values() for name in names]
    own = known_names()
    return frozenset(map(folded_name, (*ends, *related))).union(
        own["companies"]["name"], own["relations"]["source"], own["relations"]["target"]
    )
