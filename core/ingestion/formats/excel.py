"""Tables of Excel workbooks, one per sheet that is not empty."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook

from core.errors import DataUnreadableError
from core.ingestion.formats.table import MAX_COLUMNS, Table, TableRow, cell_text, column_names, fitting_row
from core.ingestion.problems import RowProblem
from core.ingestion.reading_progress import RowsTold, counted, untold

MAX_UNPACKED_BYTES = 1_000_000_000
_MANY_EMPTY_ROWS = 10_000  # in a row: what comes after them is not looked for
_FAULTS = (
    zipfile.BadZipFile, zlib.error, struct.error, ParseError, OSError, EOFError, RuntimeError, ArithmeticError,
    LookupError, ValueError, TypeError, AttributeError, AssertionError,
)  # fmt: skip
"""What openpyxl raises for workbooks that are none, or broken ones."""


def workbook_tables(raw: bytes, name: str, told: RowsTold = untold) -> tuple[Table, ...]:
    """Every sheet with a header as a table named ``file [sheet]``; values as they would be typed. ``told`` hears of the
    rows of each sheet.

    Sheets are read row by row, so that one cell in the last row and column of a sheet costs nothing. Raises
    DataUnreadableError for what is no workbook, or unpacks to more than MAX_UNPACKED_BYTES.
    """
    _check_size(raw, name)
    tables = []
    try:
        workbook = load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        for sheet in workbook.worksheets:
            rows = sheet.iter_rows(values_only=True, max_col=MAX_COLUMNS + 1)
            tables += _table(counted(rows, sheet.max_row or 0, told), f"{name} [{sheet.title}]")
    except _FAULTS as error:
        raise DataUnreadableError(file=name, detail=str(error)[:120] or type(error).__name__) from error
    if not tables:
        raise DataUnreadableError(file=name, fault="empty_sheets")
    return tuple(tables)


def _check_size(raw: bytes, name: str) -> None:
    """What a packed file says that it unpacks to: asked before anything is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            size = sum(member.file_size for member in packed.infolist())
    except _FAULTS as error:
        raise DataUnreadableError(file=name, fault="no_workbook") from error
    if size > MAX_UNPACKED_BYTES:
        raise DataUnreadableError(file=name, fault="unpacks_to", size=f"{size:,}", most=f"{MAX_UNPACKED_BYTES:,}")


def _table(rows: Iterator[tuple[object, ...]], name: str) -> list[Table]:
    """The table that begins with the first row that is not empty; none for an empty sheet."""
    problems: list[RowProblem] = []
    columns: tuple[str, ...] = ()
    kept: list[TableRow] = []
    empty = 0
    for line, values in enumerate(rows, start=1):
        cells = _typed(values)
        empty = 0 if cells else empty + 1
        if empty == _MANY_EMPTY_ROWS:
            problems.append(RowProblem(name, line, "", "many_empty_rows", str(_MANY_EMPTY_ROWS)))
            break
        if not cells:
            continue
        if not columns:
            columns = column_names(cells, name)
            continue
        cells += [""] * (len(columns) - len(cells))
        if (row := fitting_row(line, cells, len(columns), name, problems)) is not None:
            kept.append(row)
    return [Table(name, columns, tuple(kept), tuple(problems))] if columns else []


def _typed(values: tuple[object, ...]) -> list[str]:
    """The cells of a row up to the last that holds something, as a person would type them."""
    last = max((place for place, value in enumerate(values, start=1) if value is not None), default=0)
    return [cell_text(value) for value in values[:last]]
