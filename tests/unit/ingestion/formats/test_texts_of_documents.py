"""Texts of Word documents and of pages without tables: what they say, and what is refused."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import DataUnreadableError
from core.ingestion.formats.html import html_page
from core.ingestion.formats.reading import ReadFile, read_file
from core.ingestion.formats.word import word_text

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def word(body: str, part: str = "word/document.xml", head: str = "") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(part, f"{head}<w:document {W}><w:body>{body}</w:body></w:document>")
    return file.getvalue()


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def texts(file: ReadFile) -> list[str]:
    return [str(each.values["text"]) for records in file.raw_records for each in records.items]


def read(raw: bytes, name: str) -> ReadFile:
    return read_file(raw, name, max_bytes=10_000_000)


def test_a_word_document_is_its_paragraphs() -> None:
    body = (
        '<w:p><w:r><w:t xml:space="preserve">Geely </w:t></w:r><w:r><w:t>acquired Volvo&amp;Co</w:t></w:r></w:p>'
        "<w:p><w:del><w:r><w:delText>never</w:delText><w:t>gone</w:t></w:r></w:del><w:r><w:t>in</w:t><w:tab/>"
        "<w:t>2010</w:t><w:br/><w:t>for cash</w:t></w:r></w:p><w:p/>"
        f"<w:tbl><w:tr><w:tc>{paragraph('吉利')}</w:tc></w:tr></w:tbl>"
    )
    found = read(word(body), "news.docx")
    assert found.format == "word"
    assert texts(found) == ["Geely acquired Volvo&Co", "in\t2010\nfor cash\n\n吉利"]
    assert {each.values["title"] for each in found.raw_records[0].items} == {"Geely acquired Volvo&Co"}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (word(paragraph("x"), part="word/other.xml"), "damaged"),
        (word(paragraph("x"))[:-30], "damaged"),
        (word("<w:p><w:r>"), "damaged"),
        (word(""), "no text"),
        (word(paragraph("&a;"), head='<!DOCTYPE d [<!ENTITY a "b">]>'), "damaged"),
        (word(paragraph("a" * 20_000_000)), "unpacks"),
        (b"PK\x03\x04 and then nothing", "damaged"),
    ],
)
def test_what_is_no_document_of_word_is_refused_with_its_reason(raw: bytes, said: str) -> None:
    with pytest.raises(DataUnreadableError, match=said):
        word_text(raw, "x.docx")


@given(st.binary(max_size=300), st.integers(0, len(word(paragraph("Geely acquired Volvo")))))
@settings(deadline=None, max_examples=400)
def test_damaged_bytes_are_refused_or_read_and_never_an_error_of_their_own(noise: bytes, at: int) -> None:
    whole = word(paragraph("Geely acquired Volvo"))
    damaged = whole[:at] + noise + whole[at + len(noise) :]
    try:
        word_text(damaged, "x.docx")
    except DataUnreadableError as error:
        assert error.message("zh") != error.message("en")


PAGE = (
    "<html><head><title>Deal</title><style>p{}</style><script>var t='Tesla'</script></head><body><nav><a>Home</a></nav>"
    "<h1>Geely buys Volvo</h1><p>Geely acquired\n  Volvo Cars in 2010.</p><noscript>Turn it on</noscript>"
    "<p>It was <b>large</b>.</p><footer>Imprint</footer></body></html>"
)


def test_a_page_without_a_table_is_its_text() -> None:
    found = read(PAGE.encode(), "deal.html")
    assert texts(found) == ["Deal", "Geely buys Volvo\n\nGeely acquired Volvo Cars in 2010.\n\nIt was large."]
    for record in found.raw_records[0].items:
        start, end = int(str(record.values["start"])), int(str(record.values["end"]))
        assert html_page(PAGE, "deal.html").text[start:end] == record.values["text"]


def test_a_page_with_a_table_is_its_table_and_one_without_anything_is_refused() -> None:
    table = "<table><tr><th>name</th><th>country</th></tr><tr><td>Alpha</td><td>DE</td></tr></table>"
    found = read(f"<html><body><p>Some words.</p>{table}</body></html>".encode(), "list.html")
    assert (len(found.tables), found.raw_records) == (1, ())
    with pytest.raises(DataUnreadableError, match="neither a table"):
        read(b"<html><body><nav>Home</nav></body></html>", "empty.html")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "Osprey acquires Brightlung\n\nBOSTON, July 3. Osprey Inc. has acquired Brightlung Ltd.\n",
            "Osprey acquires Brightlung",
        ),
        ("晖远激光雷达完成B轮融资\r\n\r\n深圳，9月16日——晖远今日宣布完成融资。", "晖远激光雷达完成B轮融资"),
        ("# Umbra Lidar\nUmbra Lidar supplies BMW.", None),
        ("Osprey Inc. has acquired Brightlung Ltd.\n\nIt was large.", None),
        ("Osprey acquires\nBrightlung today\n\nIt was large.", None),
        ("Only a line", None),
        ("Only a line\n\n  \n", None),
    ],
)
def test_a_headline_is_a_title_and_runs_into_no_sentence(text: str, title: str | None) -> None:
    (records,) = read(text.encode(), "news.txt").raw_records
    assert [each.values["text"] for each in records.items][: 1 if title else 0] == ([title] if title else [])
    assert len(records.items) == (2 if title else 1)
    assert {each.values["title"] for each in records.items} == {title or "news"}
