"""What the cells of a column are like: years, sentences, words for directed edges."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator

from core.domain.text import clean_text
from core.ingestion.column_words import folded_name, folded_words
from core.ingestion.formats.table import Table
from core.ingestion.optional_values import year_in

_LOOKED_AT = 200  # rows
_EXAMPLES, _EXAMPLE = 2, 40  # values, and characters of each
_MOST = 0.8  # share of cells
_DAY = re.compile(r"[\d\s年月日./\-:TZ]{4,25}")
_WORD = re.compile(r"[(\"“„«]?[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?)\"”»]*")  # no markup, number or key
_LINK = re.compile(r"https?://\S+$", re.IGNORECASE)
_WORDS, _CHARACTERS = 4, 10
"""From which on a cell is a sentence: words, or Chinese, Japanese and Korean characters."""


def examples_shown(table: Table, column: str) -> str:
    """The first two different values of a column beside each other, long ones shortened; "" for a column whose first
    rows are empty."""
    values = dict.fromkeys(map(clean_text, _cells(table, column)))
    return " · ".join(
        each if len(each) <= _EXAMPLE else f"{each[: _EXAMPLE - 1]}…" for each in list(values)[:_EXAMPLES]
    )


def says_direction(table: Table, column: str) -> bool:
    """Whether all of its cells say of edges that they are directed or not, as Gephi's column Type does."""
    cells = [folded_name(cell) for cell in _cells(table, column)]
    return bool(cells) and set(cells) <= folded_words("directions")


def column_of_years(table: Table, taken: Container[str]) -> str:
    """The only column of years or days that is left; "" if there is none, or if it is called an end of something."""
    found = [column for column in table.columns if column not in taken and _share(table, column, _is_day) >= _MOST]
    return found[0] if len(found) == 1 and folded_name(found[0]) not in folded_words("no_beginnings") else ""


def column_of_sentences(table: Table, taken: Container[str]) -> str:
    """Of the columns of sentences that are left the one that says most; "" if there is none."""
    found = [column for column in table.columns if column not in taken and _share(table, column, _is_sentence) >= _MOST]
    return max(found, key=lambda column: sum(map(len, _cells(table, column))), default="")


def _cells(table: Table, column: str) -> Iterator[str]:
    place = table.columns.index(column)
    return (cell for row in table.rows[:_LOOKED_AT] if (cell := row.cells[place].strip()))


def _share(table: Table, column: str, is_one: Callable[[str], bool]) -> float:
    cells = list(_cells(table, column))
    return sum(map(is_one, cells)) / len(cells) if cells else 0.0


def _is_day(cell: str) -> bool:
    return _DAY.fullmatch(cell) is not None and year_in(cell) != ""


def _is_sentence(cell: str) -> bool:
    characters = len(re.findall(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]", cell))
    words = sum(_WORD.fullmatch(each) is not None for each in cell.split())
    return not _LINK.match(cell) and (characters >= _CHARACTERS or words >= _WORDS)
