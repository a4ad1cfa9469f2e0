"""Rows and columns of a file, before anybody says what they mean."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from core.domain.spreadsheet_cells import original_cell
from core.errors import DataUnreadableError
from core.ingestion.cells.column_words import may_be_only_column
from core.ingestion.reading_progress import RowProgress, counted, no_progress
from core.ingestion.records.problems import RowProblem

MAX_ROW_CHARACTERS = 100_000
MAX_COLUMNS = 1_000
MAX_LINES = 5_000_000
MOST_TITLES = 3
"""Rows of one cell above the header: a title, a date, a unit."""
_MAX_CELL_CHARACTERS = 10_000_000  # that are read, to say that the row is too long
LIST_SEPARATORS = re.compile(r"[|;；、\n]")
_DELIMITERS = (",", "\t", ";", "|")
_LINES_LOOKED_AT = 20
_DECLARED = re.compile(r"^\"?sep=([^\"\r\n])\"?[\r\n]+$")  # what Excel writes and reads before the header


@dataclass(frozen=True)
class TableRow:
    """One row. ``line`` counts from 1 with the header as line 1, as an editor shows it."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table of a file: as many cells in every row as there are columns; what did not fit is in ``problems``."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    problems: tuple[RowProblem, ...] = ()


def delimited_table(text: str, name: str, progress: RowProgress = no_progress) -> Table:
    """A table of CSV, TSV or text with another usual delimiter, which is found out or declared by a
    first line such as sep=; that is none of the table; ``progress`` hears of its lines.

    Raises DataUnreadableError without a header, for one with very many columns and for a broken one, and for very many
    lines.
    """
    if text.count("\n") > MAX_LINES:
        raise DataUnreadableError(file=name, fault="many_lines", most=f"{MAX_LINES:,}")
    csv.field_size_limit(_MAX_CELL_CHARACTERS)  # other libraries set it as well
    lines = io.StringIO(text, newline="").readlines()
    declared = _DECLARED.match(lines[0]) if lines else None
    begin = 1 if declared else 0
    delimiter = declared[1] if declared else _delimiter(lines)
    problems: list[RowProblem] = []
    try:
        begin, header, titles = _header(lines[begin:], begin, delimiter)
    except csv.Error as error:
        raise DataUnreadableError(file=name, fault="broken_csv") from error
    columns = column_names(header, name)
    if titles:
        problems.append(RowProblem(name, begin + 1, "", "title_row", " / ".join(titles)[:200], repaired=True))
    rows = tuple(
        row
        for line, cells in counted(delimited_rows(lines, name, problems, delimiter), len(lines), progress)
        if line > begin + 1 and (row := fitting_row(line, cells, len(columns), name, problems)) is not None
    )
    problems.sort(key=lambda problem: problem.line)  # rows are read ahead of being looked at
    return Table(name, columns, rows, tuple(problems))


def with_original_cells(table: Table) -> Table:
    """Without the apostrophes that keep a spreadsheet from running a cell: of what spreadsheets write."""
    rows = (
        replace(row, cells=tuple(map(original_cell, row.cells))) if any(cell[:1] == "'" for cell in row.cells) else row
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def cell_text(value: object) -> str:
    """A value as a person would type it: whole numbers without a point, dates as ISO 8601 has them and without a
    midnight that nobody typed, lists as ``list_cell`` has them, other nested values as JSON."""
    if value is None:
        return ""
    if isinstance(value, list):
        return list_cell([cell_text(part) for part in value])
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else str(value)


def list_cell(values: Sequence[object]) -> str:
    """Several values in one cell: between bars, or as a JSON list where a value holds what separates them."""
    texts = ["" if value is None else str(value) for value in values]
    plain = not any(LIST_SEPARATORS.search(text) or text.startswith("[") for text in texts)
    return "|".join(texts) if plain else json.dumps(texts, ensure_ascii=False)


def list_values(cell: str) -> tuple[str, ...]:
    """The values of such a cell, and of one that separates them by ; ； or 、."""
    if cell.startswith("["):
        try:
            listed = json.loads(cell)
        except (ValueError, RecursionError):
            listed = None
        if isinstance(listed, list):
            return tuple(str(value) for value in listed if value is not None and str(value).strip())
    return tuple(part.strip() for part in LIST_SEPARATORS.split(cell) if part.strip())


def _header(lines: list[str], before: int, delimiter: str) -> tuple[int, list[str], list[str]]:
    """How many lines stand before the header, its cells, and the titles above it: up to MOST_TITLES rows of one cell
    that is not called as the only column of a table may be. ``before``: how many lines were passed already.

    Raises csv.Error.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    first = next(reader, [])
    titles: list[str] = []
    cells, above = first, 0
    while len(said := [cell.strip() for cell in cells if cell.strip()]) < 2:
        titles += said
        above = reader.line_num
        cells = next(reader, first)
        if not titles or cells is first or len(titles) > MOST_TITLES or (said and may_be_only_column(said[0])):
            return before, first, []
    return before + above, cells, titles


def _delimiter(lines: list[str]) -> str:
    """The delimiter that cuts the first lines into the most columns of which every line has as many; where none does,
    the first lines but for titles above them and remarks below."""
    return _delimiter_of(lines, 0) or _delimiter_of(lines, MOST_TITLES) or ","


def _delimiter_of(lines: list[str], most_titles: int) -> str:
    best, widest = "", 1
    for delimiter in _DELIMITERS:
        reader = csv.reader(islice(lines, _LINES_LOOKED_AT), delimiter=delimiter)
        try:
            rows = [len(cells) for cells in reader if cells]
        except csv.Error:
            continue
        titles = next((place for place, width in enumerate(rows) if width > 1 or place == most_titles), 0)
        while most_titles and rows[-1:] == [1] and len(lines) < _LINES_LOOKED_AT:  # remarks below a short table
            rows.pop()
        widths = Counter(rows[titles:])
        width, times = widths.most_common(1)[0] if widths else (1, 0)
        if width > widest and times >= 0.8 * widths.total():
            best, widest = delimiter, width
    return best


def delimited_rows(
    lines: list[str], name: str, problems: list[RowProblem], delimiter: str = ","
) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row. After a broken quote reading goes on with the next line, so that one stray
    quote costs its own row and not the rest of the file."""
    position = 0
    while position < len(lines):
        following = map(lines.__getitem__, range(position, len(lines)))  # an islice would pass over all lines before
        reader = csv.reader(following, delimiter=delimiter, strict=True)
        start = position
        try:
            for cells in reader:
                yield start + 1, cells
                start = position + reader.line_num
        except csv.Error:
            problems.append(RowProblem(name, start + 1, "", "not_csv", ""))
            position = start + 1
        else:
            return


def column_names(header: list[str], name: str) -> tuple[str, ...]:
    """The header's cells, unnamed and repeated ones told apart by their place. Raises DataUnreadableError."""
    if not any(cell.strip() for cell in header):
        raise DataUnreadableError(file=name, fault="no_header")
    if len(header) > MAX_COLUMNS:
        raise DataUnreadableError(file=name, fault="many_columns", count=len(header), most=MAX_COLUMNS)
    taken: dict[str, None] = {}
    for place, cell in enumerate(header, start=1):
        given = cell.strip()
        taken[f"{given} ({place})".strip() if not given or given in taken else given] = None
    return tuple(taken)


def fitting_row(line: int, cells: list[str], columns: int, name: str, problems: list[RowProblem]) -> TableRow | None:
    """The row if it fits the header, with empty cells at its end where it has too few; None for an empty one, and for
    one that does not fit, which is a problem: with more cells, or with one alone, as a remark below a table is."""
    if not any(cells) or not any(cell.strip() for cell in cells):  # the first by itself is many times as fast
        return None
    if 1 < len(cells) < columns:
        problems.append(RowProblem(name, line, "", "was_padded", f"{len(cells)} / {columns}", repaired=True))
        cells = [*cells, *[""] * (columns - len(cells))]
    if len(cells) != columns:
        problems.append(RowProblem(name, line, "", "cell_count", f"{len(cells)} / {columns}"))
        return None
    if sum(map(len, cells)) > MAX_ROW_CHARACTERS:
        problems.append(RowProblem(name, line, "", "too_long", str(MAX_ROW_CHARACTERS)))
        return None
    return TableRow(line, tuple(cells))
