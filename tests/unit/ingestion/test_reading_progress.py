"""How far files are read is told in between, with rate and time left, whatever their format."""

from __future__ import annotations

import io
import json

import pandas as pd
import pytest
from openpyxl import Workbook

from core.errors import GuanxiError
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.reading_progress import ReadingProgress, counted, no_progress, told_to
from core.ingestion.records.raw_records import RawRecord
from core.ontology import default_ontology
from tests.read_files import PDF

ROWS = 2_500


def test_rate_and_time_left_go_by_the_rows_so_far() -> None:
    """Not by what comes before the rows: a large file is decoded first."""
    heard: list[ReadingProgress] = []
    clock = iter([10.0, 12.0, 17.0])
    tell = told_to(heard.append, "f.csv", lambda: next(clock))
    tell(1_000, 3_000)
    tell(2_000, 3_000)
    tell(3_450, 3_000)  # a workbook may hold more rows than it says
    assert heard == [
        ReadingProgress("f.csv", 1_000, 3_000, None, None),
        ReadingProgress("f.csv", 2_000, 3_000, 500.0, 2.0),
        ReadingProgress("f.csv", 3_450, 3_000, 350.0, 0.0),
    ]


def test_nobody_is_told_where_nobody_listens() -> None:
    assert told_to(None, "f.csv") is no_progress
    assert list(counted("abc", 3, no_progress)) == ["a", "b", "c"]


def workbook() -> bytes:
    book, file = Workbook(), io.BytesIO()
    for number in range(ROWS):
        book.active.append((f"n{number}", "x"))
    book.save(file)
    return file.getvalue()


def parquet() -> bytes:
    file = io.BytesIO()
    pd.DataFrame({"id": [f"n{number}" for number in range(ROWS)], "name": "x"}).to_parquet(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "raw", "told"),
    [
        ("f.csv", b"id,name\n" + b"a,A\n" * ROWS, [(1_000, ROWS + 1), (2_000, ROWS + 1)]),
        (
            "f.jsonl",
            json.dumps({"id": "a", "name": "A"}).encode().join([b""] + [b"\n"] * ROWS),
            [(1_000, ROWS), (2_000, ROWS)],
        ),
        ("f.parquet", parquet(), [(1_000, ROWS), (2_000, ROWS)]),
        ("f.xlsx", workbook(), [(1_000, ROWS), (2_000, ROWS)]),
        ("f.pdf", PDF, [(1, 1)]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_long_format_tells(name: str, raw: bytes, told: list[tuple[int, int]]) -> None:
    heard: list[tuple[int, int]] = []
    read_file(raw, name, max_bytes=10_000_000, progress=lambda done, total: heard.append((done, total)))
    assert heard == told


def test_checking_tells_of_all_kinds_together_and_can_be_ended() -> None:
    raw_records = [
        RawRecord("entity", "f", number, {"id": f"n{number}", "name": f"N{number}"}) for number in range(800)
    ]
    raw_records += [RawRecord("passage", "f", number, {"text": f"text {number}"}) for number in range(800)]
    heard: list[tuple[int, int]] = []
    validate(raw_records, default_ontology(), Choices(), progress=lambda done, total: heard.append((done, total)))
    assert heard == [(1_000, 1_600)]

    def end(_done: int, _total: int) -> None:
        raise GuanxiError

    with pytest.raises(GuanxiError):
        validate(raw_records, default_ontology(), Choices(), progress=end)
