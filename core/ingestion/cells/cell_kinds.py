"""What the cells of a column are like: years, sentences, words for directed edges."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Literal

from core.domain.fact_sources import is_link
from core.domain.text import clean_text
from core.ingestion.cells.column_words import folded_name, folded_words, known_names
from core.ingestion.cells.era_years import with_common_years
from core.ingestion.cells.optional_values import year_in
from core.ingestion.cells.stated_facts import share_between
from core.ingestion.formats.table import Table

_LOOKED_AT = 200  # rows
_EXAMPLES, _EXAMPLE = 2, 40  # values, and characters of each
_MOST = 0.8  # share of cells
_DAY = re.compile(r"[\d\s年月日./\-:TZ]{4,25}")
_FEWEST_YEARS, _OUR_TIME = 3, range(1950, 2036)
_WORD = re.compile(r"[(\"“„«]?[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?)\"”»]*")  # no markup, number or key
_CHARACTER = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_PARTICLE = re.compile("[，。；！？的了将於于向为為をがはにへで을를에]")
_PER_CENT = re.compile(r"\d\s*[%％]")
_LINK = re.compile(r"https?://\S+$", re.IGNORECASE)
_WORDS, _CHARACTERS = 4, 10
"""From which on a cell is a sentence: words, or Chinese, Japanese and Korean characters."""


def examples_shown(table: Table, column: str) -> str:
    """The first two different values of a column beside each other, long ones shortened; "" for a column whose first
    rows are empty."""
    values = dict.fromkeys(map(clean_text, cells_of(table, column)))
    return " · ".join(
        each if len(each) <= _EXAMPLE else f"{each[: _EXAMPLE - 1]}…" for each in list(values)[:_EXAMPLES]
    )


def says_direction(table: Table, column: str) -> bool:
    """Whether all of its cells say of edges that they are directed or not, as Gephi's column Type does."""
    cells = [folded_name(cell) for cell in cells_of(table, column)]
    return bool(cells) and set(cells) <= folded_words("directions")


def column_of_shares(table: Table, called: Literal["shares", "percentages", "voting_shares"]) -> str:
    """The first column that is called so and holds per cents; "" if there is none."""
    return next((column for column in table.columns if _is_of_shares(table, column, folded_words(called))), "")


def holds_shares(table: Table, column: str) -> bool:
    """Whether a column is called as one of shares may be, and holds per cents."""
    called = {*known_names()["relations"]["share"], *folded_words("shares"), *folded_words("percentages")}
    called |= folded_words("voting_shares")
    return _is_of_shares(table, column, called)


def _is_of_shares(table: Table, column: str, called: Container[str]) -> bool:
    return folded_name(column) in called and holds_per_cents(table, column)


def holds_per_cents(table: Table, column: str) -> bool:
    """At least half of its cells are per cents, and the others say more of such (< 20%) or that there is none."""
    cells = list(cells_of(table, column))
    others = [cell for cell in cells if share_between(cell) is None]
    return len(cells) >= 2 * len(others) and bool(cells) and all(map(_is_about_a_share, others))


def _is_about_a_share(cell: str) -> bool:
    return _PER_CENT.search(cell) is not None or folded_name(cell) in {"", *folded_words("no_names")}


def column_of_links(table: Table) -> str:
    """The first column that is called as what rows are taken from may be, and holds nothing but links; "" for none."""
    named = (column for column in table.columns if folded_name(column) in folded_words("link_columns"))
    return next((each for each in named if all(map(is_link, found := list(cells_of(table, each)))) and found), "")


def column_of_years(table: Table, taken: Container[str]) -> str:
    """The only column of days or of years of our time that is left; "" if there is none, or if it is called an end of
    something. A few plain numbers may as well be quantities."""
    found = [column for column in table.columns if column not in taken and _is_of_years(list(cells_of(table, column)))]
    return found[0] if len(found) == 1 and folded_name(found[0]) not in folded_words("no_beginnings") else ""


def columns_of_a_time(table: Table) -> dict[str, str]:
    """Columns called From and To whose cells are days or years: column → what they become. Elsewhere they are ends."""
    called = {field: folded_words(f"{field}_of_a_time") for field in ("start", "end")}
    return {
        column: field
        for field, names in called.items()
        for column in table.columns
        if folded_name(column) in names and _is_of_years(list(cells_of(table, column)), fewest=1)
    }


def _is_of_years(cells: list[str], fewest: int = _FEWEST_YEARS) -> bool:
    numbers = [cell for cell in cells if cell.isdecimal()]
    beside_days = len(numbers) < len(cells)  # a year among months is one
    enough = beside_days or len(numbers) >= fewest
    likely = not numbers or (enough and all(int(each) in _OUR_TIME for each in numbers))
    days = sum(_DAY.fullmatch(with_common_years(cell)) is not None and year_in(cell) != "" for cell in cells)
    return likely and bool(cells) and days >= _MOST * len(cells)


def column_of_sentences(table: Table, taken: Container[str]) -> str:
    """Of the columns of sentences that are left the one that says most; "" if there is none."""
    found = [column for column in table.columns if column not in taken and _is_of_sentences(table, column)]
    return max(found, key=lambda column: sum(map(len, cells_of(table, column))), default="")


def cells_of(table: Table, column: str) -> Iterator[str]:
    """Of the first rows those that are not empty."""
    place = table.columns.index(column)
    return (cell for row in table.rows[:_LOOKED_AT] if (cell := row.cells[place].strip()))


def _is_of_sentences(table: Table, column: str) -> bool:
    cells = list(cells_of(table, column))
    return bool(cells) and sum(map(is_sentence, cells)) >= _MOST * len(cells)


def is_sentence(cell: str) -> bool:
    """Whether it is one. Names and addresses are none, however long: they have neither small words nor particles."""
    if _LINK.match(cell):
        return False
    words = [each for each in cell.split() if _WORD.fullmatch(each)]
    small = sum(each.lstrip('("“„«')[0].islower() for each in words)
    written = len(words) >= _WORDS and 2 * small >= len(words)
    return written or (len(_CHARACTER.findall(cell)) >= _CHARACTERS and _PARTICLE.search(cell) is not None)
