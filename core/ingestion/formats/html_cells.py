"""The cells of a table in HTML in their places: one that spans several rows counts for each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

_MOST_ROWS = 65_534  # that a cell may span, as HTML has it
SUP, END_OF_SUP = "\ue000", "\ue001"
"""Stand around raised text while a cell is read; nobody sees such characters."""
_MARK = re.compile(rf"\s*{SUP}\s*(?:\[[^\]\[]{{1,20}}\]|\(?\w{{1,3}}\)|\(\w{{1,3}}|[*†‡§¶#]+|[,;]|\s)+\s*{END_OF_SUP}")
"""Raised [1], [a], [note 2], 1), (1) and *: never a part of what is said."""
_BARE_MARK = re.compile(
    rf"(?<![\d.,])\s*{SUP}\s*(?:\d{{1,2}}|[a-z])(?:\s*[,;]\s*(?:\d{{1,2}}|[a-z]))*\s*{END_OF_SUP}\s*$"
)
_UNIT = re.compile(rf"(?:^|[\s(/])[a-zµ]{{1,2}}\s*{SUP}")
"""Behind m, km or ft a raised number is a power."""


@dataclass(frozen=True)
class HtmlRow:
    """The cells of a row, and the line of the file that it begins on; where several rows begin on one line, their
    number in the table.

    ``header``: of a row of nothing but header cells what each column is called, a wide one calling all that it spans.
    ``merged``: what of rows before counts for this one for the first time. ``alone``: it is one cell over columns.
    """

    line: int
    cells: tuple[str, ...]
    header: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    alone: bool = False

    @property
    def said(self) -> tuple[str, ...]:
        """The cells that are not empty: pages use empty ones for distance."""
        return tuple(filter(None, self.cells))


@dataclass
class _Span:
    """A cell that goes on in rows below."""

    left: int
    text: str
    told: bool = False


@dataclass
class OpenTable:
    """A table that is being read, cell by cell."""

    rows: list[HtmlRow] = field(default_factory=list)
    _line: int = 0
    _cells: list[str] = field(default_factory=list)
    _own: list[tuple[int, int, int]] = field(default_factory=list)  # column, columns and rows of each cell of the row
    _heads: int = 0
    _spans: dict[int, _Span] = field(default_factory=dict)

    def begin_row(self, line: int) -> int:
        """What comes is in a row that begins here. Returns the number of cells of the row before, as ``end_row``."""
        cells = self.end_row()
        self._line = line
        return cells

    def begin_cell(self, attributes: Mapping[str, str | None], most: int, *, head: bool) -> None:
        """What comes is in a cell of the row, of at most so many columns."""
        self._pass_spanned()
        wide = min(max(_number(attributes.get("colspan")), 1), most)
        rows = _number(attributes.get("rowspan")) or _MOST_ROWS  # 0: all that follow
        self._own.append((len(self._cells), wide, min(rows, _MOST_ROWS)))
        self._cells += [""] * wide
        self._heads += head

    def add(self, text: str) -> None:
        """What a cell says."""
        if self._own:
            self._cells[self._own[-1][0]] += text

    def end_row(self) -> int:
        """The row is whole. Returns the number of its cells, with those that rows before span."""
        if not self._own:
            return 0
        self._cells = [_without_marks(each) for each in self._cells]
        own = [" ".join(self._cells[column].split()) for column, _, _ in self._own]
        before = [span for span in self._spans.values() if span.text]
        for column in sorted(self._spans):
            self._cells += [""] * (column - len(self._cells))
            self._pass_spanned()
        if any(own):
            new = [span for span in before if not span.told]
            for span in new:
                span.told = True
            cells = tuple(" ".join(each.split()) for each in self._cells)
            row = HtmlRow(self._line, cells, merged=tuple(span.text for span in new))
            alone = len(self._own) == 1 and self._own[0][1] > 1 and not before
            header = self._header(cells) if self._heads == len(self._own) else ()
            self.rows.append(replace(row, header=header, alone=alone))
        count = len(self._cells)
        self._go_on()
        return count

    def finished(self) -> tuple[HtmlRow, ...]:
        """All rows that say something."""
        self.end_row()
        if len({row.line for row in self.rows}) == len(self.rows):
            return tuple(self.rows)
        return tuple(replace(row, line=number) for number, row in enumerate(self.rows, start=1))

    def _pass_spanned(self) -> None:
        while (span := self._spans.get(len(self._cells))) is not None:
            self._cells.append(span.text)

    def _header(self, cells: Sequence[str]) -> tuple[str, ...]:
        called = list(cells)
        for column, wide, _ in self._own:
            called[column : column + wide] = [cells[column]] * wide
        return tuple(called)

    def _go_on(self) -> None:
        """Spans of the row begin, those that are over end."""
        for span in self._spans.values():
            span.left -= 1
        self._spans = {column: span for column, span in self._spans.items() if span.left > 0}
        for column, wide, rows in self._own:
            if rows > 1:
                texts = [" ".join(self._cells[column].split()), *[""] * (wide - 1)]
                self._spans |= {column + at: _Span(rows - 1, text) for at, text in enumerate(texts)}
        self._cells, self._own, self._heads = [], [], 0


def _without_marks(text: str) -> str:
    """What a cell says, without the marks of footnotes: a raised number at its end is one too, but behind a number, and
    behind a unit."""
    if SUP not in text:
        return text
    told = _MARK.sub(" ", text)
    if not _UNIT.search(told):
        told = _BARE_MARK.sub("", told)
    return told.replace(SUP, "").replace(END_OF_SUP, "")


def _number(given: str | None) -> int:
    text = (given or "1").strip()
    return int(text) if text.isdecimal() and len(text) < 9 else 1
