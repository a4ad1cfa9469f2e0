"""Texts in files: Markdown and PDF, in pieces that stand where they say."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import suppress
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfWriter

from core.errors import DataUnreadableError
from core.ingestion.formats import pdf, pdf_worker
from core.ingestion.formats.documents import PASSAGE_CHARACTERS, document_raw_records
from tests.read_files import PDF, read, values


@given(st.text(alphabet="ab。. \n#宁德", max_size=3000))
def test_passages_stand_where_they_say(text: str) -> None:
    for name in ("d.txt", "d.md"):
        try:
            raw_records = document_raw_records(text, name)
        except DataUnreadableError:
            assert not text.strip()
            continue
        for raw_record in raw_records.items:
            start, end = int(str(raw_record.values["start"])), int(str(raw_record.values["end"]))
            assert text[start:end] == raw_record.values["text"]
            assert end - start <= PASSAGE_CHARACTERS
            assert raw_record.line == text.count("\n", 0, start) + 1


def test_a_markdown_title_is_the_title_of_its_passages() -> None:
    found = read("# 年报\n\n" + "宁德时代向特斯拉供货。" * 200, "report.md")
    assert {each["title"] for _, each in values(found)} == {"年报"}
    assert len(values(found)) > 2
    assert {each["title"] for _, each in values(read("plain", "notes.txt"))} == {"notes"}


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_table_that_excel_saved_as_text_is_a_table(coding: str) -> None:
    text = "公司\t城市\t成立年份\r\n甲\t上海\t1999\r\n乙\t\t2001\r\n" + "丙\t北京\t2003\r\n" * 400
    (table,) = read(text.encode(coding), "companies.txt").tables
    assert table.columns == ("公司", "城市", "成立年份")
    assert table.rows[1].cells == ("乙", "", "2001")


@pytest.mark.parametrize("text", ["one\ttwo\n", "\tindented\n\tlines\n", "a\tb\nno tab here\n", "plain\nlines\n"])
def test_a_text_with_tabs_stays_a_text(text: str) -> None:
    assert not read(text, "notes.txt").tables


def test_a_pdf_without_text_or_without_sense_is_refused() -> None:
    empty = io.BytesIO()
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.write(empty)
    for raw in (empty.getvalue(), b"%PDF-1.4 nonsense", empty.getvalue()[:200]):
        with pytest.raises(DataUnreadableError):
            read(raw, "d.pdf")


def test_a_pdf_of_very_many_pages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MAX_PDF_PAGES", 0)
    with pytest.raises(DataUnreadableError, match="1 page, at most 0 are read"):
        read(PDF, "d.pdf")


def test_a_pdf_whose_reader_ends_suddenly_is_not_read_by_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ([b""], [b"2\n", b""], [b"2\n", b'"one"\n', b'"tw']):

        def follow(_process: object, _raw: bytes, lines: SimpleQueue[bytes], said: list[bytes] = said) -> None:
            for line in said:
                lines.put(line)

        monkeypatch.setattr(pdf, "_follow", follow)
        with pytest.raises(DataUnreadableError, match="ended unexpectedly"):
            read(PDF, "d.pdf")


def test_a_pdf_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_PATIENCE", -1.0)
    with pytest.raises(DataUnreadableError, match="long for its size"):
        read(PDF, "d.pdf")


def test_what_a_killed_reader_has_not_taken_in_is_no_other_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def follow(process: subprocess.Popen[bytes], raw: bytes, _: SimpleQueue[bytes]) -> None:
        process.kill()
        process.wait()
        assert process.stdin is not None
        process.stdin.write(raw)  # waits in the buffer for a pipe that nobody reads

    monkeypatch.setattr(pdf, "_PATIENCE", 1.0)
    monkeypatch.setattr(pdf, "_follow", follow)
    with pytest.raises(DataUnreadableError, match="long for its size"):
        read(PDF, "d.pdf")


def test_a_reader_that_ends_before_it_has_the_file_is_told_as_its_end() -> None:
    said: SimpleQueue[bytes] = SimpleQueue()
    with subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.wait()
        pdf._follow(process, b"%PDF" * 100_000, said)
        with suppress(OSError):
            process.communicate()
    assert said.get(timeout=1) == b""


def test_the_reader_of_pdf_files_says_each_page_and_what_is_wrong() -> None:
    said = io.BytesIO()
    pdf_worker.main(io.BytesIO(PDF), said)
    assert list(map(json.loads, said.getvalue().splitlines())) == [1, "CATL supplies Tesla."]
    for broken in (b"", PDF[:90], PDF.replace(b"/Pages", b"/Rages")):
        *_, last = pdf_worker.page_lines(broken)
        assert isinstance(last, dict)
        assert last["error"]


def test_the_text_of_a_pdf_is_read() -> None:
    ((kind, passage),) = values(read(PDF, "d.pdf"))
    assert (kind, passage["text"], passage["document_id"]) == ("passage", "CATL supplies Tesla.", "d.pdf")


# ---- any file
