"""Small files that unpack to far more than a table takes are refused before the reader of workbooks builds anything."""

from __future__ import annotations

import io
import tracemalloc
import zipfile

import pytest
from openpyxl import Workbook

from core.errors import DataUnreadableError
from core.ingestion.formats import workbook_bounds
from core.ingestion.formats.excel import workbook_tables
from tests.unit.ingestion.mapping.test_tables import workbook

SHEET, STYLES, STRINGS = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/sharedStrings.xml"
TEXT = b'<row r="9"><c r="A9" t="inlineStr"><is><t>%s</t></is></c></row>'


def changed(member: str, before: bytes, added: bytes) -> bytes:
    """A small workbook into one part of which something is written, before what stands there; or a part of its own."""
    source = zipfile.ZipFile(io.BytesIO(workbook([["name", "country"], ["Acme", "DE"]])))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in source.namelist():
            part = source.read(name)
            packed.writestr(name, part.replace(before, added + before, 1) if name == member else part)
        if member not in source.namelist():
            packed.writestr(member, added)
    return file.getvalue()


BOMBS = {
    "a text of 30 MB in a cell": (SHEET, b"</sheetData>", TEXT % (b"a" * 30_000_000)),
    "cells of a row without end": (SHEET, b"</sheetData>", b"<row>" + b"<c/>" * 2_000_000 + b"</row>"),
    "rows without anything": (SHEET, b"</sheetData>", b"<row/>" * 4_000_000),
    "a row of texts in pieces": (
        SHEET,
        b"</sheetData>",
        TEXT % (b"</t></is></c><c t='inlineStr'><is><t>x" * 300_000),
    ),
    "columns before the rows": (SHEET, b"<sheetData>", b"<cols>" + b'<col min="1"/>' * 2_000_000 + b"</cols>"),
    "merged cells without end": (SHEET, b"</worksheet>", b'<mergeCell ref="A3:B9"/>' * 2_000_000),
    "formats without end": (STYLES, b"</cellXfs>", b"<xf/>" * 900_000),
    "a theme of 30 MB": ("xl/theme/theme1.xml", b"</a:theme>", b"<!--" + b"a" * 30_000_000 + b"-->"),
    "parts without end": ("[Content_Types].xml", b"</Types>", b"<Default/>" * 900_000),
    "a shared text in pieces": (STRINGS, b"</sst>", b"<si>" + b"<r><t>a</t></r>" * 400_000 + b"</si>"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_small_file_that_unpacks_to_much_is_refused_before_it_takes_memory(bomb: str) -> None:
    raw = changed(*BOMBS[bomb])
    assert len(raw) < 200_000
    tracemalloc.start()
    try:
        with pytest.raises(DataUnreadableError) as refused:
            workbook_tables(raw, "bomb.xlsx")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused.value.parameters["fault"] == "workbook_bomb"
    assert peak < 30_000_000


def test_what_is_not_read_may_be_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_bounds, "MAX_HELD_BYTES", 200_000)
    file = io.BytesIO(workbook([["name"], ["Acme"]]))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_STORED) as packed:
        packed.writestr("xl/media/image1.png", b"\x89PNG" * 100_000)
    (table,) = workbook_tables(file.getvalue(), "w.xlsx")
    assert table.columns == ("name",)


@pytest.mark.thorough
def test_rows_that_say_much_the_same_are_read() -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for _ in range(50_000):
        sheet.append(["Acme", "DE", 1, "", None, "the same"])
    file = io.BytesIO()
    book.save(file)
    with zipfile.ZipFile(file) as packed:
        sizes = packed.getinfo(SHEET)
    assert 5 * sizes.file_size / sizes.compress_size < workbook_bounds.MAX_RATIO
    assert len(workbook_tables(file.getvalue(), "w.xlsx")[0].rows) == 49_999
