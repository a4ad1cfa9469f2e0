"""Where records stand in the kept files of imports, of every format that is read."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.ingestion.formats.pdf import pdf_text
from core.ingestion.records.csv_files import DataSet
from core.ingestion.records.originals import Original, TextPlace, originals
from core.ingestion.records.sources import (
    FOLDER,
    SourceDamagedError,
    check_source,
    describe,
    original_file,
    save_source,
)
from tests.read_files import PDF

COLUMNS = ("company", "city")
ROWS = [(f"Maker {number}", f"Town {number}") for number in range(5)]
NOTHING = DataSet((), (), (), ())


def as_csv() -> bytes:
    return "\n".join(map(",".join, (COLUMNS, *ROWS))).encode()


def as_workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in (COLUMNS, *ROWS):
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def as_parquet() -> bytes:
    content = io.BytesIO()
    columns = zip(COLUMNS, zip(*ROWS, strict=True), strict=True)
    pq.write_table(pa.table({name: list(values) for name, values in columns}), content)
    return content.getvalue()


def as_json() -> bytes:
    return json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in ROWS]).encode()


def as_html() -> bytes:
    rows = "\n".join(f"<tr><td>{company}</td><td>{city}</td></tr>" for company, city in (COLUMNS, *ROWS))
    return f"<html><body><table>\n{rows}\n</table></body></html>".encode()


def as_graphml() -> bytes:
    keys = "".join(f'<key id="{each}" for="node" attr.name="{each}" attr.type="string"/>' for each in COLUMNS)
    nodes = "".join(
        f'<node id="{company}"><data key="company">{company}</data><data key="city">{city}</data></node>'
        for company, city in ROWS
    )
    return f'<graphml>{keys}<graph edgedefault="directed">{nodes}</graph></graphml>'.encode()


@pytest.mark.parametrize(
    ("file", "content", "table", "first"),
    [
        ("makers.csv", as_csv, "makers.csv", 2),
        ("makers.xlsx", as_workbook, "makers.xlsx [Sheet]", 2),
        ("makers.parquet", as_parquet, "makers.parquet", 1),
        ("makers.json", as_json, "makers.json", 1),
        ("makers.html", as_html, "makers.html", 3),
        ("makers.graphml", as_graphml, "makers.graphml [nodes]", 1),
    ],
)
def test_a_row_with_those_around_it(
    tmp_path: Path, file: str, content: Callable[[], bytes], table: str, first: int
) -> None:
    path = tmp_path / "1"
    path.write_bytes(content())
    original = Original(file, path)
    found = original.row(table, first + 2, [["maker 2", "another name"], ["Town 2"]], 1)
    assert found is not None
    assert (found.table, found.columns[:2], found.cited) == (table, COLUMNS, 1)
    assert [row.cells[:2] for row in found.rows] == ROWS[1:4]
    for elsewhere in (first + 1, first + 90):
        assert original.row(table, elsewhere, [["Maker 2"]], 1) is None
    assert original.row("another table", first + 2, [["Maker 2"]], 1) is None
    assert original.text_around("Maker 2", 0, 5) is None  # a table is no text


def test_of_a_file_that_is_unchanged_one_end_tells_the_row(tmp_path: Path) -> None:
    path = tmp_path / "holdings.csv"
    path.write_text("Investee,Share\nNorma,60%\nVela,40%\n", encoding="utf-8")
    ends = (["Holder of all rows"], ["Vela"])
    assert Original("holdings.csv", path).row("holdings.csv", 3, ends, 1) is None
    found = Original("holdings.csv", path, unchanged=True).row("holdings.csv", 3, ends, 1)
    assert found is not None
    assert found.rows[found.cited].cells == ("Vela", "40%")
    assert Original("holdings.csv", path, unchanged=True).row("holdings.csv", 2, ends, 1) is None


def test_a_table_behind_another(tmp_path: Path) -> None:
    path = tmp_path / "1"
    path.write_text(json.dumps({"towns": [{"city": "A"}], "makers": [{"company": "B"}]}), encoding="utf-8")
    found = Original("all.json", path).row("all.json [makers]", 1, [["B"]], 3)
    assert found is not None
    assert [row.cells for row in found.rows] == [("B",)]


def test_a_text_with_what_stands_around_it(tmp_path: Path) -> None:
    path = tmp_path / "1"
    path.write_text("Before it. The sentence. Behind it.", encoding="utf-8")
    original = Original("note.txt", path)
    assert original.text_around("The sentence.", 11, 4) == TextPlace("note.txt", "it. ", " Beh")
    assert original.text_around("The sentence.", 12, 7) is None
    assert original.row("note.txt", 1, [], 1) is None  # a text has no rows


def test_a_text_on_pages(tmp_path: Path) -> None:
    path = tmp_path / "1"
    path.write_bytes(PDF)
    text = pdf_text(PDF, "paper.pdf")
    assert text
    assert Original("paper.pdf", path).text_around(text[1:], 1, 9) == TextPlace("paper.pdf", text[0], "")


@pytest.mark.parametrize(
    ("file", "begins"), [("a.xlsx", b"PK\x03\x04"), ("a.pdf", b"%PDF"), ("a.parquet", b"PAR1"), ("a.json", b"{")]
)
def test_a_file_that_cannot_be_read_any_more_shows_nothing(tmp_path: Path, file: str, begins: bytes) -> None:
    path = tmp_path / "1"
    path.write_bytes(begins + b" Maker 2 and no more")
    assert Original(file, path).row(file, 1, [["Maker 2"]], 1) is None
    assert Original(file, path).text_around("Maker 2", len(begins) + 1, 1) is None


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "1"
    for moment, text in ((10**9, "first said"), (2 * 10**9, "then said")):
        path.write_text(text, encoding="utf-8")
        os.utime(path, (moment, moment))
        found = Original("note.txt", path).text_around("said", text.index("said"), 20)
        assert found is not None
        assert found.before == text.removesuffix("said")


def test_kept_files_of_the_newest_source_first(tmp_path: Path) -> None:
    older = describe("older", ["makers.csv", "towns.csv"], NOTHING)
    newer = describe("newer", ["makers.csv"], NOTHING)
    damaged = describe("damaged", ["makers.csv"], NOTHING)
    for info, contents in ((older, (b"old", b"towns")), (newer, (b"new",)), (damaged, (b"damaged",))):
        save_source(tmp_path, info, NOTHING, contents)
    (tmp_path / FOLDER / damaged.id / "source.json").write_text("{", encoding="utf-8")
    ids = [older.id, newer.id, damaged.id, "removed-since"]
    found = originals(tmp_path, ids, "makers.csv [first sheet]")
    assert [(each.name, each.path.read_bytes()) for each in found] == [("makers.csv", b"new"), ("makers.csv", b"old")]
    shutil.rmtree(tmp_path / FOLDER / newer.id / "files")
    assert [each.path.read_bytes() for each in originals(tmp_path, ids, "makers.csv")] == [b"old"]
    assert originals(tmp_path, ids, "others.csv") == []


def test_an_original_that_is_changed_is_damaged_and_cited_no_more(tmp_path: Path) -> None:
    info = describe("holdings", ["holdings.csv"], NOTHING)
    save_source(tmp_path, info, NOTHING, [b"Holder,Company,Stake\nA,B,3.2%\n"])
    check_source(tmp_path, info.id)
    assert [each.name for each in originals(tmp_path, [info.id], "holdings.csv")] == ["holdings.csv"]
    kept = original_file(tmp_path, info.id, 1)
    kept.write_bytes(kept.read_bytes().replace(b"3.2%", b"9.2%"))
    assert originals(tmp_path, [info.id], "holdings.csv") == []
    with pytest.raises(SourceDamagedError, match="files/1"):
        check_source(tmp_path, info.id)
    kept.unlink()
    with pytest.raises(SourceDamagedError, match="files/1"):
        check_source(tmp_path, info.id)


def test_an_original_of_a_source_without_digests_of_it_is_cited(tmp_path: Path) -> None:
    info = describe("holdings", ["holdings.csv"], NOTHING)
    save_source(tmp_path, info, NOTHING, [b"Holder,Company\nA,B\n"])
    digests = tmp_path / FOLDER / info.id / "digests.json"
    told = {name: digest for name, digest in json.loads(digests.read_bytes()).items() if "/" not in name}
    digests.write_text(json.dumps(told), encoding="utf-8")
    assert len(originals(tmp_path, [info.id], "holdings.csv")) == 1
    check_source(tmp_path, info.id)
