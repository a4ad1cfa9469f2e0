"""A matrix with companies as rows and as columns → a table of relations, one for each cell that says something."""

from __future__ import annotations

import re

from core.ingestion.cells.column_words import folded_name
from core.ingestion.formats.table import Table, TableRow
from core.ingestion.records.problems import RowProblem

_FEWEST = 2  # companies
_SHARED = 0.8  # of the names of columns that are names of rows too, and the other way round
_NUMBER = re.compile(r"-?\d*[.,]?\d+")
_NOTHING = re.compile(r"-?0*[.,]?0*|-|–")


def is_matrix(table: Table) -> bool:
    """Whether the columns after the first are called as the rows are."""
    columns = {folded_name(column) for column in table.columns[1:]}
    rows = {folded_name(row.cells[0]) for row in table.rows}
    shared = len(columns & rows)
    return len(columns) >= _FEWEST and shared >= _SHARED * max(len(columns), len(rows))


def matrix_as_edges(table: Table) -> Table:
    """``source`` is what the row is called, ``target`` the column; numbers are weights, words are the relation."""
    cells = [
        (row, column, cell.strip())
        for row in table.rows
        for column, cell in zip(table.columns[1:], row.cells[1:], strict=True)
        if not _NOTHING.fullmatch(cell.strip())
    ]
    words = any(not _NUMBER.fullmatch(cell) for _, _, cell in cells)
    rows = tuple(TableRow(row.line, (row.cells[0], column, cell)) for row, column, cell in cells)
    said = RowProblem(table.name, 1, "", "adjacency_matrix", str(len(rows)), repaired=True)
    return Table(table.name, ("source", "target", "label" if words else "weight"), rows, (said, *table.problems))
