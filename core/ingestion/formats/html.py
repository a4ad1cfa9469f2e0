"""Tables of a page in HTML, and the lines of text around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html.parser import HTMLParser

from core.errors import DataUnreadableError
from core.ingestion.formats.header_rows import names_of_columns
from core.ingestion.formats.html_cells import END_OF_SUP, SUP, HtmlRow, OpenTable
from core.ingestion.formats.table import MAX_COLUMNS, MOST_TITLES, Table, TableRow, column_names, fitting_row
from core.ingestion.records.problems import RowProblem

_BREAKS = {"p", "div", "br", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "title", "center"}
_CAPTION = "caption"
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6", _CAPTION}
_UNSEEN = {"script", "style", "noscript", "template"}
_BESIDE = {"nav", "footer", "aside", "form", "button"}
"""What stands beside the text of a page."""
MAX_TABLES = 2_000
MAX_CELLS = 2_000_000
"""Of all tables of a page, with those that other rows and columns span."""


@dataclass(frozen=True)
class HtmlPage:
    """The rows of each table, innermost ones by themselves, with the heading before or in it, and the lines of text
    that stand in no table. ``paragraphs``: of these what the page says, without what leads elsewhere."""

    tables: tuple[tuple[HtmlRow, ...], ...]
    lines: tuple[str, ...]
    headings: tuple[str, ...] = ()
    paragraphs: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What the page says, an empty line between paragraphs."""
        return "\n\n".join(self.paragraphs)


def html_page(text: str, name: str) -> HtmlPage:
    """What is seen of a page. Raises DataUnreadableError for one of more tables or cells than any page has."""
    reader = _Reader(name)
    reader.feed(text)
    reader.close()
    return reader.page()


def html_tables(page: HtmlPage, name: str) -> tuple[Table, ...]:
    """Tables of more than one row and column. The first row that is not one cell over all columns is the header; with
    header cells alone, those below it too. Raises DataUnreadableError without any."""
    found: list[Table] = []
    for rows, heading in zip(map(_without_empty_columns, page.tables), page.headings, strict=True):
        called = f"{name} [{len(found) + 1}]" if len(page.tables) > 1 else name
        titles = next((place for place, row in enumerate(rows) if not row.alone or place == MOST_TITLES), 0)
        top = titles + _rows_of_header(rows[titles:])
        if len(rows) > top and 1 < len(rows[titles].cells) <= MAX_COLUMNS:
            found.append(_table(rows, titles, top, called, heading))
    if not found:
        raise DataUnreadableError(file=name, fault="no_tables")
    return tuple(found)


def _rows_of_header(rows: Sequence[HtmlRow]) -> int:
    """How many rows of header cells are the first ones; of a table without any the first row is the header."""
    return max(1, next((place for place, row in enumerate(rows) if not row.header or row.alone), 1))


def _table(rows: Sequence[HtmlRow], titles: int, top: int, name: str, heading: str) -> Table:
    problems: list[RowProblem] = []
    said = [*([heading] if heading else []), *(row.cells[0] for row in rows[:titles])]
    if said:
        problems.append(RowProblem(name, rows[titles].line, "", "title_row", " / ".join(said)[:200], repaired=True))
    header = list(rows[titles].cells)
    if top - titles > 1:
        widest = max(len(row.cells) for row in rows[titles:top])
        header = names_of_columns([row.header[:widest] for row in rows[titles:top]])
    columns = column_names(header, name)
    kept: list[TableRow] = []
    for each in rows[top:]:
        problems += [
            RowProblem(name, each.line, "", "merged_cells", text[:80], repaired=True)
            for text in ([] if each.header else each.merged)
        ]
        cells = [each.cells[0]] if each.alone else list(each.cells)
        row = fitting_row(each.line, cells, len(columns), name, problems)
        kept += [row] if row is not None else []
    return Table(name, columns, tuple(kept), tuple(problems))


def _without_empty_columns(rows: Sequence[HtmlRow]) -> tuple[HtmlRow, ...]:
    widest = max(len(row.cells) for row in rows)
    filled = [at for at in range(widest) if any(row.cells[at : at + 1] not in ((), ("",)) for row in rows)]
    return tuple(
        replace(
            row,
            cells=tuple(row.cells[at] for at in filled if at < len(row.cells)),
            header=tuple(row.header[at] for at in filled if at < len(row.header)),
        )
        for row in rows
    )


class _Reader(HTMLParser):
    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=True)
        self._name = name
        self._cells = self._begun = 0
        self._open: list[OpenTable] = []
        self._tables: list[tuple[tuple[HtmlRow, ...], str]] = []
        self._heading, self._headings = "", list[str]()
        self._in_heading = False
        self._lines: list[str] = [""]
        self._paragraphs: list[str] = [""]
        self._unseen = self._beside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        self._beside += tag in _BESIDE
        if tag in _HEADINGS:
            self._heading, self._in_heading = "", True
        if tag == "table":
            self._open.append(OpenTable())
            self._headings.append(self._heading)
            self._heading, self._in_heading = "", False
            self._begun += 1
            if self._begun > MAX_TABLES:
                raise DataUnreadableError(file=self._name, fault="tables", most=f"{MAX_TABLES:,}")
        elif self._open and tag == "tr":
            self._count(self._open[-1].begin_row(self.getpos()[0]))
        elif self._open and tag in ("td", "th"):
            self._open[-1].begin_cell(dict(attrs), MAX_COLUMNS, head=tag == "th")
        elif self._open and (tag == "sup" or tag in _BREAKS):
            self._open[-1].add(SUP if tag == "sup" else " ")
        if tag in _BREAKS and not self._open:
            self._lines.append("")
            self._paragraphs.append("")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0
        self._beside -= tag in _BESIDE and self._beside > 0
        if tag in _HEADINGS:
            self._in_heading = False
            if tag == _CAPTION and self._headings:
                self._headings[-1], self._heading = self._heading, ""
        if tag == "table" and self._open:
            self._tables.append((self._open.pop().finished(), " ".join(self._headings.pop().split())))
        elif tag == "tr" and self._open:
            self._count(self._open[-1].end_row())
        elif self._open and (tag == "sup" or tag in _BREAKS):
            self._open[-1].add(END_OF_SUP if tag == "sup" else " ")
        if tag in _BREAKS and not self._open:
            self._lines.append("")
            self._paragraphs.append("")

    def _count(self, cells: int) -> None:
        self._cells += cells
        if self._cells > MAX_CELLS:
            raise DataUnreadableError(file=self._name, fault="spanned_cells", most=f"{MAX_CELLS:,}")

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if self._in_heading:
            self._heading += data
        if not self._open:
            self._lines[-1] += data
            self._paragraphs[-1] += "" if self._beside else data
        else:
            self._open[-1].add(data.replace(SUP, "").replace(END_OF_SUP, ""))

    def page(self) -> HtmlPage:
        while self._open:  # a table that nobody closed
            self.handle_endtag("table")
        lines = (" ".join(part.split()) for line in self._lines for part in line.split("\n"))
        tables = [each for each in self._tables if each[0]]
        paragraphs = (" ".join(each.split()) for each in self._paragraphs)
        return HtmlPage(
            tuple(rows for rows, _ in tables),
            tuple(filter(None, lines)),
            tuple(heading for _, heading in tables),
            tuple(filter(None, paragraphs)),
        )
