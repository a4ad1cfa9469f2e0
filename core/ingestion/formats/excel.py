"""Tables of Excel workbooks, one per sheet that is not empty."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError

from core.errors import DataUnreadableError
from core.ingestion.formats.merged_cells import MergedCells, ranges_of_sheet
from core.ingestion.formats.table import (
    MAX_COLUMNS,
    MAX_LINES,
    MOST_TITLES,
    Table,
    TableRow,
    cell_text,
    column_names,
    fitting_row,
)
from core.ingestion.formats.workbook_bounds import check_bounds
from core.ingestion.reading_progress import RowProgress, counted, no_progress
from core.ingestion.records.problems import RowProblem

if TYPE_CHECKING:
    from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell

MAX_CELLS = 20_000_000
"""Of all sheets: of every row the columns of its table, which is what it takes."""

_PERCENTS = re.compile(rb"numFmtId=\"(?:9|10)\"|formatCode=\"[^\"]*%")  # 9 and 10 are Excel's own 0% and 0.00%
_MANY_EMPTY_ROWS = 10_000  # in a row: what comes after them is not looked for
_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    ParseError,
    OSError,
    EOFError,
    RuntimeError,
    ArithmeticError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
)
"""What openpyxl raises for workbooks that are none, or broken ones."""


def workbook_tables(raw: bytes, name: str, progress: RowProgress = no_progress) -> tuple[Table, ...]:
    """Every sheet with a header as a table named ``file [sheet]``; values as they would be typed. ``progress`` hears of
    the rows of each sheet.

    Sheets are read row by row, so that one cell in the last row and column of a sheet costs nothing. Raises
    DataUnreadableError for what is no workbook, unpacks to more than MAX_UNPACKED_BYTES, or holds more rows than
    MAX_LINES or more cells than MAX_CELLS.
    """
    from openpyxl import load_workbook

    _check_size(raw, name)
    tables: list[Table] = []
    try:
        workbook = load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
        formulas = load_workbook(io.BytesIO(raw), read_only=True, keep_links=False) if _has_formulas(raw) else None
        packed = zipfile.ZipFile(io.BytesIO(raw))
        percents = _has_percents(packed)
        for sheet in workbook.worksheets:
            values = sheet.iter_rows(values_only=not percents, max_col=MAX_COLUMNS + 1)
            typed = (tuple(map(_with_percent, row)) for row in values) if percents else values
            rows = counted(typed, sheet.max_row or 0, progress)
            uncalculated: dict[int, _Formulas] = {}
            if formulas is not None:
                stated = formulas[sheet.title].iter_rows(values_only=True, max_col=MAX_COLUMNS + 1)
                rows = _noting(rows, stated, uncalculated)
            merged = MergedCells.of(ranges_of_sheet(packed, sheet._worksheet_path))
            left = MAX_CELLS - sum(len(each.columns) * len(each.rows) for each in tables)
            most = MAX_LINES - sum(len(each.rows) for each in tables)
            tables += _with_formulas(_table(rows, f"{name} [{sheet.title}]", merged, left, most), uncalculated)
    except _FAULTS as error:
        raise DataUnreadableError(file=name, fault="damaged") from error
    if not tables:
        raise DataUnreadableError(file=name, fault="empty_sheets")
    return tuple(tables)


def _has_percents(packed: zipfile.ZipFile) -> bool:
    """Whether any cell may be shown in percent: only then its format is looked at."""
    return "xl/styles.xml" in packed.namelist() and _PERCENTS.search(packed.read("xl/styles.xml")) is not None


def _with_percent(cell: ReadOnlyCell | EmptyCell) -> object:
    """The value of a cell; of one that is shown in percent what is shown: 5% of 0.05."""
    value = cell.value
    if isinstance(value, int | float) and "%" in (cell.number_format or ""):
        return f"{value * 100:.12g}%"
    return value


@dataclass
class _Formulas:
    """Those of one column that have no result: how many, and the first."""

    line: int
    count: int = 0


def _has_formulas(raw: bytes) -> bool:
    """Asked first, as all sheets are read twice if there are any."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        for member in packed.namelist():
            if member.startswith("xl/worksheets/") and member.endswith(".xml"):
                with packed.open(member) as sheet:
                    before = b""
                    while piece := sheet.read(1_000_000):
                        if re.search(rb"<f[ >/]", before + piece):
                            return True
                        before = piece[-2:]
    return False


def _noting(
    rows: Iterator[tuple[object, ...]], stated: Iterator[tuple[object, ...]], uncalculated: dict[int, _Formulas]
) -> Iterator[tuple[object, ...]]:
    """The same rows; ``uncalculated`` gets, by column counted from 0, the formulas that hold no value."""
    for line, (values, formulas) in enumerate(zip(rows, stated, strict=False), start=1):
        for place, (value, formula) in enumerate(zip(values, formulas, strict=False)):
            if value is None and formula is not None:
                uncalculated.setdefault(place, _Formulas(line)).count += 1
        yield values


def _with_formulas(tables: list[Table], uncalculated: dict[int, _Formulas]) -> list[Table]:
    """A sheet's table, which says of each such column how many cells stay empty, and which is the first."""
    from openpyxl.utils import get_column_letter

    return [
        replace(
            table,
            problems=table.problems
            + tuple(
                RowProblem(
                    table.name,
                    found.line,
                    table.columns[place] if place < len(table.columns) else "",
                    "formula_without_value",
                    f"{get_column_letter(place + 1)}{found.line} (×{found.count})",
                    repaired=True,
                )
                for place, found in sorted(uncalculated.items())
            ),
        )
        for table in tables
    ]


def _check_size(raw: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            check_bounds(packed, name)
    except _FAULTS as error:
        raise DataUnreadableError(file=name, fault="no_workbook") from error


def _table(
    rows: Iterator[tuple[object, ...]], name: str, merged: MergedCells, most_cells: int, most_rows: int
) -> list[Table]:
    """The table that begins with the first row that is not empty, or, below a few rows of one cell, with the first of
    several; none for an empty sheet. Raises DataUnreadableError for one of more rows or cells than these."""
    problems: list[RowProblem] = []
    columns: tuple[str, ...] = ()
    kept: list[TableRow] = []
    header: tuple[int, list[str]] = (0, [])
    empty = 0
    for line, values in enumerate(rows, start=1):
        cells = _typed(values)
        empty = 0 if cells else empty + 1
        if empty == _MANY_EMPTY_ROWS:
            problems.append(RowProblem(name, line, "", "many_empty_rows", str(_MANY_EMPTY_ROWS)))
            break
        if not cells:
            continue
        titles = len(columns) == 1 and len(kept) < MOST_TITLES and sum(map(bool, cells)) > 1
        if titles:
            said = " / ".join([*columns, *(row.cells[0] for row in kept)])
            problems.append(RowProblem(name, line, "", "title_row", said[:200], repaired=True))
            kept.clear()
        if titles or not columns:
            header = line, merged.widened(line, cells)
            columns = column_names(header[1], name)
            continue
        if not kept and line == header[0] + 1 and (both := merged.header_below(*header, cells)) is not None:
            columns = column_names(both, name)
            continue
        cells = merged.filled(line, cells, len(columns), name, problems)
        cells += [""] * (len(columns) - len(cells))
        if (row := fitting_row(line, cells, len(columns), name, problems)) is not None:
            kept.append(row)
            if len(kept) > most_rows:
                raise DataUnreadableError(file=name, fault="many_lines", most=f"{MAX_LINES:,}")
            if len(kept) * len(columns) > most_cells:
                raise DataUnreadableError(file=name, fault="many_cells", most=f"{MAX_CELLS:,}")
    return [Table(name, columns, tuple(kept), tuple(problems))] if columns else []


def _typed(values: tuple[object, ...]) -> list[str]:
    """The cells of a row up to the last that holds something, as a person would type them."""
    last = max((place for place, value in enumerate(values, start=1) if value is not None), default=0)
    return [cell_text(value) for value in values[:last]]
