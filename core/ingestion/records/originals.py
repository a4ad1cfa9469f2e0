"""Original files of imports, kept beside the records that were read from them, and where in a file a record stands.

<knowledge base folder>/sources/<id>/files/1, 2 …   in the order of ``files`` in source.json; a file that was too
                                                    large to be kept is missing
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self

from core.errors import DataUnreadableError, RefusedError
from core.ingestion.formats.decoding import decode
from core.ingestion.formats.excel import workbook_tables
from core.ingestion.formats.graphml import graphml_tables
from core.ingestion.formats.html import html_page, html_tables
from core.ingestion.formats.json_records import as_table, json_records
from core.ingestion.formats.parquet import parquet_table
from core.ingestion.formats.pdf import pdf_text
from core.ingestion.formats.sniffing import FileFormat, sniff
from core.ingestion.formats.table import Table, TableRow, delimited_table
from core.ingestion.formats.word import word_text
from core.ingestion.records.sources import SourceDamagedError, is_as_it_came, original_file, source_info


@dataclass(frozen=True)
class RowPlace:
    """A row of a table with the rows around it; ``cited`` is the place of the row among ``rows``."""

    table: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    cited: int


@dataclass(frozen=True)
class TextPlace:
    """A piece of a text, with the characters before and after it."""

    file: str
    before: str
    after: str


class _Version(NamedTuple):
    """A file as it is now: what was read of it holds until it changes."""

    path: Path
    changed: int

    @classmethod
    def now(cls, path: Path) -> Self:
        """As of its last change."""
        return cls(path, path.stat().st_mtime_ns)


@dataclass(frozen=True)
class Original:
    """A kept file, or one of the data folder; ``name`` as the origin of records calls it. ``unchanged``: it is what the
    records were read from."""

    name: str
    path: Path
    unchanged: bool = False

    def row(self, table: str, line: int, names: Sequence[Collection[str]], around: int) -> RowPlace | None:
        """The row ``line`` of a table of the file, if it holds one of each of the ``names``, with ``around`` rows
        before and after it; None where there is no such row: what the file says now need not be what was read. Of one
        that is unchanged any of the names will do: others may stand in the title, or be said of all rows."""
        for each in _tables(_Version.now(self.path), self.name):
            if each.name != table:
                continue
            found = next((place for place, row in enumerate(each.rows) if row.line == line), None)
            if found is None or not _holds(each.rows[found], names, any_will_do=self.unchanged):
                continue
            first = max(0, found - around)
            return RowPlace(table, each.columns, each.rows[first : found + around + 1], found - first)
        return None

    def text_around(self, text: str, start: int, around: int) -> TextPlace | None:
        """``text`` in the file, of which it begins at character ``start``; None where something else stands there."""
        whole = _text(_Version.now(self.path), self.name)
        end = start + len(text)
        if whole[start:end] != text:
            return None
        return TextPlace(self.name, whole[max(0, start - around) : start], whole[end : end + around])


def originals(folder: Path, source_ids: Sequence[str], origin_file: str) -> list[Original]:
    """Kept files in which a record whose origin names ``origin_file`` may stand, of the newest source first."""
    found = []
    for source_id in reversed(source_ids):
        try:
            files = source_info(folder, source_id).files
        except (SourceDamagedError, RefusedError):
            continue  # the records that serve are whole without it
        for number, name in enumerate(files, start=1):
            path = original_file(folder, source_id, number)
            if origin_file.startswith(name) and is_as_it_came(path):
                found.append(Original(name, path, unchanged=True))
    return found


@lru_cache(maxsize=4)
def _tables(version: _Version, name: str) -> tuple[Table, ...]:
    """Every table of a file under the name that origins have; none of a text."""
    raw = version.path.read_bytes()
    kind = sniff(raw, name)
    try:
        if kind in _BINARY:
            return _BINARY[kind](raw, name)
        return _TEXTUAL[kind](decode(raw, name).text, name) if kind in _TEXTUAL else ()
    except DataUnreadableError:
        return ()


_BINARY: dict[FileFormat, Callable[[bytes, str], tuple[Table, ...]]] = {
    "workbook": workbook_tables,
    "parquet": lambda raw, name: (parquet_table(raw, name),),
}
_TEXTUAL: dict[FileFormat, Callable[[str, str], tuple[Table, ...]]] = {
    "json": lambda text, name: tuple(as_table(part) for part in json_records(text, name)),
    "graphml": graphml_tables,
    "html": lambda text, name: html_tables(html_page(text, name), name),
    "delimited": lambda text, name: (delimited_table(text, name),),
}


@lru_cache(maxsize=4)
def _text(version: _Version, name: str) -> str:
    """The text of a file as passages are cut from it; empty where it is none."""
    raw = version.path.read_bytes()
    kind = sniff(raw, name)
    try:
        if kind in _UNPACKED:
            return _UNPACKED[kind](raw, name)
        return _READ[kind](decode(raw, name).text, name) if kind in _READ else ""
    except DataUnreadableError:
        return ""


_UNPACKED: dict[FileFormat, Callable[[bytes, str], str]] = {"pdf": pdf_text, "word": word_text}
_READ: dict[FileFormat, Callable[[str, str], str]] = {
    "text": lambda text, _: text,
    "html": lambda text, name: html_page(text, name).text,
}


def _holds(row: TableRow, names: Sequence[Collection[str]], *, any_will_do: bool) -> bool:
    cells = "\n".join(row.cells).casefold()
    held = [any(name.casefold() in cells for name in each) for each in names]
    return any(held) if any_will_do and held else all(held)
