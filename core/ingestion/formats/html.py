"""Tables of a page in HTML, and the lines of text around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

from core.errors import DataUnreadableError
from core.ingestion.formats.table import MAX_COLUMNS, Table, TableRow, column_names, fitting_row
from core.ingestion.problems import RowProblem

_BREAKS = {"p", "div", "br", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "title", "center"}
_UNSEEN = {"script", "style"}


@dataclass(frozen=True)
class HtmlRow:
    """The cells of a row, and the line of the file that it begins on."""

    line: int
    cells: tuple[str, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """The cells that are not empty: pages use empty ones for distance."""
        return tuple(filter(None, self.cells))


@dataclass(frozen=True)
class HtmlPage:
    """The rows of each table, innermost ones by themselves, and the lines of text that stand in none."""

    tables: tuple[tuple[HtmlRow, ...], ...]
    lines: tuple[str, ...]


def html_page(text: str) -> HtmlPage:
    """What is seen of a page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.page()


def html_tables(page: HtmlPage, name: str) -> tuple[Table, ...]:
    """Tables of more than one row and column, the first row as the header. Raises DataUnreadableError without any."""
    found: list[Table] = []
    for rows in map(_without_empty_columns, page.tables):
        if len(rows) > 1 and 1 < len(rows[0].cells) <= MAX_COLUMNS:
            problems: list[RowProblem] = []
            columns = column_names(list(rows[0].cells), name)
            called = f"{name} [{len(found) + 1}]" if len(page.tables) > 1 else name
            kept: list[TableRow] = []
            for each in rows[1:]:
                row = fitting_row(each.line, list(each.cells), len(columns), called, problems)
                kept += [row] if row is not None else []
            found.append(Table(called, columns, tuple(kept), tuple(problems)))
    if not found:
        raise DataUnreadableError(file=name, fault="no_tables")
    return tuple(found)


def _without_empty_columns(rows: Sequence[HtmlRow]) -> tuple[HtmlRow, ...]:
    widest = max(len(row.cells) for row in rows)
    filled = [at for at in range(widest) if any(row.cells[at : at + 1] not in ((), ("",)) for row in rows)]
    return tuple(HtmlRow(row.line, tuple(row.cells[at] for at in filled if at < len(row.cells))) for row in rows)


@dataclass
class _Open:
    """A table that is being read."""

    rows: list[HtmlRow] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    line: int = 0
    at: int = 0


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[_Open] = []
        self._tables: list[tuple[HtmlRow, ...]] = []
        self._lines: list[str] = [""]
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        if tag == "table":
            self._open.append(_Open())
        elif self._open and tag == "tr":
            self._end_row()
            self._open[-1].cells, self._open[-1].line = [], self.getpos()[0]
        elif self._open and tag in ("td", "th"):
            span = dict(attrs).get("colspan") or "1"
            wide = min(int(span), MAX_COLUMNS) if span.isdecimal() else 1
            self._open[-1].at = len(self._open[-1].cells)
            self._open[-1].cells += [""] * max(wide, 1)
        if tag in _BREAKS and not self._open:
            self._lines.append("")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0
        if tag == "table" and self._open:
            self._end_row()
            self._tables.append(tuple(self._open.pop().rows))
        elif tag == "tr" and self._open:
            self._end_row()
        if tag in _BREAKS and not self._open:
            self._lines.append("")

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if not self._open:
            self._lines[-1] += data
        elif self._open[-1].cells:
            self._open[-1].cells[self._open[-1].at] += data

    def page(self) -> HtmlPage:
        while self._open:  # a table that nobody closed
            self.handle_endtag("table")
        lines = (" ".join(part.split()) for line in self._lines for part in line.split("\n"))
        return HtmlPage(tuple(rows for rows in self._tables if rows), tuple(filter(None, lines)))

    def _end_row(self) -> None:
        table = self._open[-1]
        cells = tuple(" ".join(each.split()) for each in table.cells)
        if any(cells):
            table.rows.append(HtmlRow(table.line, cells))
        table.cells = []
