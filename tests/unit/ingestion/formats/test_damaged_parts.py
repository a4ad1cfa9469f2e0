"""What cannot be read of a file costs itself, not the rest: a line in another encoding, one part of several, and files
of too many lines; of a workbook no part can be left out."""

from __future__ import annotations

import io
import zipfile

import pytest

from core.errors import DataUnreadableError
from core.ingestion.formats.reading import read_file
from core.ingestion.formats.table import MAX_LINES
from core.messages import LANGUAGES
from tests.unit.ingestion.mapping.test_tables import workbook

COMPANIES = ("宁德时代新能源", "比亚迪股份公司", "赣锋锂业集团", "天齐锂业公司", "亿纬锂能公司", "国轩高科公司")
JAPANESE = "会社名,都市\n日本製鉄,東京\nソニーグループ,東京\nトヨタ自動車,豊田\nパナソニック,門真\n"


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_a_line_in_another_japanese_encoding_is_read(encoding: str) -> None:
    raw = JAPANESE.encode() + "キヤノン株式会社,東京\n".encode(encoding) + "任天堂,京都\n".encode()
    table = read_file(raw, "x.csv", max_bytes=len(raw)).tables[0]
    assert [row.cells[0] for row in table.rows][-2:] == ["キヤノン株式会社", "任天堂"]
    assert [(each.line, each.reason, each.detail) for each in table.problems] == [(6, "in_another_encoding", encoding)]


def test_a_part_of_which_nothing_can_be_read_says_so_and_the_others_come_in() -> None:
    names = ",\n".join(f'{{"name": "{name}"}}' for name in COMPANIES)
    raw = f'{{"companies": [\n{names}\n],\n"brands": [\n'.encode() + b'{"name": "\xe5\xae\x81\xe5\xbe \xb7"}\n]}\n'
    companies, brands = read_file(raw, "x.json", max_bytes=len(raw)).tables
    assert tuple(row.cells[0] for row in companies.rows) == COMPANIES
    assert brands.rows == ()
    assert [each.reason for each in brands.problems if not each.repaired] == ["unreadable_bytes"]


def test_a_file_of_too_many_lines_is_refused_with_the_limit() -> None:
    raw = b"a,b\n" + b"\n" * MAX_LINES
    with pytest.raises(DataUnreadableError, match=f"more than {MAX_LINES:,} lines"):
        read_file(raw, "x.csv", max_bytes=len(raw))


def with_part(name: str, content: bytes | None) -> bytes:
    """A small workbook that holds this in place of one of its parts, or nothing."""
    whole, file = zipfile.ZipFile(io.BytesIO(workbook([["name"], ["Acme"]]))), io.BytesIO()
    parts = {each: whole.read(each) for each in whole.namelist()} | {name: content}
    with zipfile.ZipFile(file, "w") as packed:
        for each, held in parts.items():
            if held is not None:
                packed.writestr(each, held)
    return file.getvalue()


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row>"),
        ("xl/workbook.xml", b"no workbook"),
        ("xl/workbook.xml", None),
        ("[Content_Types].xml", None),
    ],
)
def test_a_workbook_with_a_part_that_is_broken_or_not_there_is_refused(part: str, content: bytes | None) -> None:
    raw = with_part(part, content)
    with pytest.raises(DataUnreadableError) as refused:
        read_file(raw, "list.xlsx", max_bytes=len(raw))
    assert refused.value.parameters == {"file": "list.xlsx", "fault": "damaged"}
    assert all("list.xlsx" in refused.value.message(language) for language in LANGUAGES)
