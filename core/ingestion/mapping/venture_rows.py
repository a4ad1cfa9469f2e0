"""Rows of joint ventures whose partners stand beside each other, each with its share, and what they say of two."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from core.ingestion.cells.cell_names import names_nobody, names_of_list
from core.ingestion.cells.column_words import folded_name, folded_words, known_names
from core.ingestion.cells.end_fields import end_field
from core.ingestion.formats.table import Table, TableRow
from core.ingestion.mapping.held_in_part import HOLDERS
from core.ingestion.records.raw_records import RawRecord
from core.runtime.package_files import read_package_yaml

VENTURE = "joint_venture"
_MOST_PARTNERS = 6  # of one venture; with more nobody asks for each pair
OF_VENTURES = ("year", "start", "end", "as_of", "status", "url", "source_id")
"""What a row says of the venture as well as of who holds it."""


@dataclass(frozen=True)
class Holder:
    """A column of holders. ``which``: 中方 of 中方股东, a of Partner A; "" of one that stands alone."""

    column: str
    word: str
    which: str = ""


def shares_of_holders(columns: Sequence[str], holders: Sequence[str], shares: Sequence[str]) -> dict[str, str]:
    """Column of holders → that of their shares: by what both are called, or else in their order; nothing where one is
    not told."""
    called = [called_share_of(holder) for each in holders if (holder := holder_called(each)) is not None]
    named = [next((each for each in shares if form.fullmatch(folded_name(each))), "") for form in called]
    if len(named) == len(holders) == len({*named} - {""}):
        return dict(zip(holders, named, strict=True))
    ordered = [sorted(each, key=columns.index) for each in (holders, shares)]
    return dict(zip(*ordered, strict=True)) if len(holders) == len(shares) else {}


def with_a_row_for_each_holder(table: Table, columns: Mapping[str, str]) -> Table:
    """The table with a row for each of several holders that stand beside each other, where each has its share."""
    sources, shares = ([each for each in table.columns if columns.get(each) == field] for field in ("source", "share"))
    beside = shares_of_holders(table.columns, sources, shares) if len(sources) > 1 else {}
    if not beside:
        return table
    pairs = [(table.columns.index(holder), table.columns.index(share)) for holder, share in beside.items()]
    return replace(table, rows=tuple(each for row in table.rows for each in _rows_of(row, pairs)))


def _rows_of(row: TableRow, pairs: Sequence[tuple[int, int]]) -> Iterator[TableRow]:
    named = [pair for pair in pairs if row.cells[pair[0]].strip()] or pairs[:1]
    for own in named:
        others = {at for pair in pairs if pair != own for at in pair}
        yield replace(row, cells=tuple("" if at in others else cell for at, cell in enumerate(row.cells)))


def ventures_of_partners(
    items: Iterable[RawRecord], table: Table, columns: Mapping[str, str], label: str
) -> Iterator[RawRecord]:
    """That those who hold one of the ventures of such a list have it together, since it was founded."""
    venture = next((column for column, field in columns.items() if field == "target"), "")
    sources = [column for column, field in columns.items() if field == "source"]
    if label != HOLDERS or not is_of_ventures(venture, sources):
        return
    founded = next((column for column, field in columns.items() if field == end_field("target", "founded")), "")
    days = {row.line: row.cells[table.columns.index(founded)].strip() for row in table.rows} if founded else {}
    partners: dict[str, dict[str, RawRecord]] = defaultdict(dict)
    for each in items:
        source, target = (str(each.values.get(end) or "") for end in ("source", "target"))
        for name in names_of_list(source) or (source,):
            if target and not names_nobody(name):
                partners[target].setdefault(name, each)
    for target, rows in partners.items():
        for first, second in combinations(rows, 2) if len(rows) <= _MOST_PARTNERS else ():
            said = rows[second]
            values = {field: value for field, value in said.values.items() if field in OF_VENTURES}
            if day := "" if {"year", "start"} & values.keys() else days.get(said.line, ""):
                values["year"] = day
            ends = {"label": VENTURE, "source": first, "target": second}
            yield RawRecord("relation", said.file, said.line, {**ends, **values}, ((venture, target),))


def is_of_ventures(venture: str, holders: Sequence[str]) -> bool:
    """Whether the companies of a column are joint ventures, as it is called or as there is one partner of each side."""
    found = [each for each in map(holder_called, holders) if each is not None]
    sides = {each.which for each in found if each.word in venture_words("of_a_side")} & venture_words("two_sides")
    return folded_name(venture) in venture_words("ventures") or len(sides) > 1


def holder_called(column: str) -> Holder | None:
    """What a column of holders is called; None of other columns."""
    found = _called().fullmatch(folded_name(column))
    if found is None or (found["before"] and found["behind"]):
        return None
    return Holder(column, found["word"], found["before"] or found["behind"] or "")


@cache
def _called() -> re.Pattern[str]:
    which = _any_of(venture_words("sides") | venture_words("numbers"))
    word = _any_of(venture_words("holders") | venture_words("partners"))
    return re.compile(rf"(?P<before>{which})?(?P<word>{word})(?P<behind>{which})?")


def called_share_of(holder: Holder) -> re.Pattern[str]:
    """What the column of the shares of such holders is called: 中方持股比例, Partner A stake, Stake of partner A."""
    word, which, share = re.escape(holder.word), re.escape(holder.which), _any_of(words_of_shares())
    if not which:
        return re.compile(rf"(?:{word})?{share}|{word}")
    own = rf"(?:{which}{word}|{word}{which})"
    return re.compile(rf"{own}s?(?:{share})?|{which}{share}|{share}(?:of|heldby)?(?:{own}|{which})")


@cache
def words_of_shares() -> frozenset[str]:
    """What a share may be called, folded."""
    own = known_names()["relations"]["share"]
    return (venture_words("shares") | frozenset(own) | folded_words("shares") | folded_words("percentages")) - {""}


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


@cache
def venture_words(key: str) -> frozenset[str]:
    """One of the lists of joint_ventures.yaml, folded."""
    words: Mapping[str, list[str]] = read_package_yaml("core.ingestion.mapping", "joint_ventures.yaml")
    return frozenset(map(folded_name, words[key]))
