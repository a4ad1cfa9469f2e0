"""Merged cells of a sheet: what stands in the first of them counts for each of their rows."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.ingestion.formats.header_rows import names_of_columns
from core.ingestion.records.problems import RowProblem

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s+ref="([A-Z]+\d+:[A-Z]+\d+)"')
_VALUE = re.compile(r"^[\d.,%\s/-]+$|\d{4}-\d\d-\d\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST = 100_000  # of a sheet
_PIECE = 1_000_000  # bytes
_LONGEST = 100  # bytes of such an element


@dataclass(frozen=True)
class _Range:
    """Rows and columns counted from 1, the last ones included."""

    name: str
    first_row: int
    last_row: int
    column: int


def ranges_of_sheet(packed: zipfile.ZipFile, member: str) -> tuple[str, ...]:
    """Such as C4:C6, read from the XML of the sheet: the reader that goes row by row does not tell them."""
    found: dict[str, None] = {}
    with packed.open(member) as sheet:
        before = b""
        while len(found) < _MOST and (piece := sheet.read(_PIECE)):
            text = before + piece
            found.update((each.decode(), None) for each in _MERGED.findall(text))
            before = text[-_LONGEST:]
    return tuple(found)


@dataclass
class MergedCells:
    """Fills the rows of one sheet, which come in their order."""

    ranges: dict[int, list[_Range]] = field(default_factory=dict)
    wide: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    _open: dict[_Range, str] = field(default_factory=dict)
    _told: set[_Range] = field(default_factory=set)

    @classmethod
    def of(cls, names: Iterable[str]) -> MergedCells:
        """``ranges`` go over several rows; within a row there is nothing to fill. ``wide`` are the first and the last
        column, counted from 1, of those within a row."""
        from openpyxl.utils import range_boundaries

        made = cls()
        for name in names:
            column, first, last_column, last = range_boundaries(name)
            if last == first and int(last_column or 0) > int(column or 0):
                made.wide.setdefault(int(first or 0), []).append((int(column or 0), int(last_column or 0)))
            if None not in (column, first, last) and int(last or 0) > int(first or 0):
                each = _Range(name, int(first or 0), int(last or 0), int(column or 0))
                made.ranges.setdefault(each.first_row, []).append(each)
        return made

    def widened(self, line: int, header: list[str]) -> list[str]:
        """A header of several cells with empty ones for all the columns that its last cell goes over."""
        last = max((last for _, last in self.wide.get(line, ())), default=0) if len(header) > 1 else 0
        return [*header, *[""] * (last - len(header))]

    def header_below(self, line: int, above: Sequence[str], below: Sequence[str]) -> list[str] | None:
        """The names of the columns where the header in ``line`` has cells over several columns, and the row ``below``
        names each of these; else None. Years name columns where the first cell is empty. A cell over all columns is a
        title."""
        groups = [(first, last) for first, last in self.wide.get(line, ()) if above[first - 1]]
        widest = max((last for _, last in groups), default=0)
        named = [*below, *[""] * (max(len(above), widest) - len(below))]
        values = any(_VALUE.search(cell) and (named[0] or not _YEAR.fullmatch(cell)) for cell in below)
        is_title = len(above) == 1 and widest >= len(below)
        if not groups or values or is_title or not all(all(named[first - 1 : last]) for first, last in groups):
            return None
        spread = list(above)
        for first, last in groups:
            spread[first - 1 : last] = [above[first - 1]] * (last - first + 1)
        return names_of_columns([spread, named])

    def filled(self, line: int, cells: list[str], columns: int, sheet: str, problems: list[RowProblem]) -> list[str]:
        """A row below a header of so many ``columns`` with what is merged into it; of every range it is said once."""
        for each in self.ranges.get(line, ()):
            if each.column <= min(columns, len(cells)) and cells[each.column - 1]:
                self._open[each] = cells[each.column - 1]
        for each in [each for each in self._open if each.last_row < line]:
            del self._open[each]
        for each, value in self._open.items():
            if line > each.first_row:
                cells = [*cells, *[""] * (each.column - len(cells))]
                cells[each.column - 1] = cells[each.column - 1] or value
                if each not in self._told:
                    self._told.add(each)
                    problems.append(RowProblem(sheet, line, "", "merged_cells", each.name, repaired=True))
        return cells
