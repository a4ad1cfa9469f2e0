"""Two columns that are the ends of a relation only beside each other: contractor and client, buyer and unit sold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.ingestion.cells.cell_kinds import cells_of
from core.ingestion.cells.column_words import fields_by_name, folded_name, folded_words, words
from core.ingestion.cells.end_fields import ENDS
from core.ingestion.formats.table import Table
from core.ingestion.mapping.relation_columns import column_of_end, holds_names
from core.ingestion.mapping.table_mapping import ATTRIBUTE, NAMES, RELATION, TableMapping
from core.names.normalise import fold_characters

_NOT_LATIN = re.compile(r"[^a-z]+")
_ACQUIRED = "acquired"
_LICENSES = "licenses_to"


def ends_together(table: Table, columns: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """The pairs among some columns that hold names, where none beside them holds those of further companies; what the
    pair needs beside it is there. The label of a transfer of which nothing tells what it is, is empty."""
    for ends in words()["ends_together"]:
        found = {column_of_end(columns, ends[end]) for end in ENDS} - {""}
        left = [column for column in columns if column not in found and not is_project(column)]
        if (
            len(found) == len(ENDS)
            and not {*NAMES} & {*fields_by_name("companies", left).values()}
            and ("beside" not in ends or column_of_end(left, ends["beside"]))
            and all(holds_names(table, each) for each in found)
        ):
            yield ends
    if transferred_between(columns):
        transfers = words()["transfers"]
        yield {**transfers, "label": _LICENSES if _is_of_licences(table) else ""}


def is_project(column: str) -> bool:
    """Whether a column is called as one of projects and contracts."""
    return folded_name(column) in folded_words("projects")


def transferred_between(columns: Sequence[str]) -> tuple[str, ...]:
    """The columns of who hands over and who gets what no column names; none if there are not both."""
    found = tuple(column_of_end(columns, words()["transfers"][end]) for end in ENDS)
    pairs = (*words()["ends"], *words()["ends_together"])
    told = any(column_of_end(columns, pair["target"]) for pair in pairs if pair["label"] == _ACQUIRED)
    return found if all(found) and not told else ()


def without_transfers(mapping: TableMapping, table: Table) -> TableMapping:
    """A list of companies in which two others hand over and get something: that is no relation of the listed one."""
    between = transferred_between(table.columns) if mapping.kind == "companies" else ()
    found = [column for column in between if mapping.columns.get(column, "").startswith(RELATION)]
    return mapping.model_copy(update={"columns": mapping.columns | dict.fromkeys(found, ATTRIBUTE)})


def _is_of_licences(table: Table) -> bool:
    """Whether a column, what stands above the table, its name or the cells of a column of types say that licences are
    transferred."""
    types = (column for column in table.columns if folded_name(column).endswith(tuple(folded_words("types"))))
    cells = (cell for column in types for cell in cells_of(table, column))
    titles = (problem.detail for problem in table.problems if problem.reason in ("title_row", "named_beside"))
    return any(map(_says_licence, (*table.columns, *titles, table.name, *cells)))


def _says_licence(text: str) -> bool:
    """Whether a text has a word for licences that is no part of one for something else; Latin ones as whole words."""
    folded = fold_characters(text)
    latin = f" {_NOT_LATIN.sub(' ', folded)} "
    for other in words()["transfers"]["but"]:
        folded, latin = folded.replace(other, " "), latin.replace(f" {other} ", " ")
    return any(f" {word} " in latin if word.isascii() else word in folded for word in words()["transfers"]["licences"])
