from __future__ import annotations

import datetime
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import DataUnreadableError
from core.ingestion.formats import parquet
from core.ingestion.formats.reading import read_file

NAME = "some.parquet"


def packed(**columns: list[object]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def test_values_read_as_a_person_would_type_them() -> None:
    raw = packed(
        id=["a", None],
        aliases=[["x", "y"], []],
        founded=[1999.0, None],
        day=[datetime.date(2024, 5, 1), None],
        more=[{"k": [1]}, None],
    )
    (table,) = read_file(raw, NAME, max_bytes=10**6).tables
    assert table.columns == ("id", "aliases", "founded", "day", "more.k")
    assert [(row.line, row.cells) for row in table.rows] == [(1, ("a", "x|y", "1999", "2024-05-01", "1"))]


def test_objects_in_a_list_are_written_as_json() -> None:
    (table,) = read_file(packed(id=["a"], ties=[[{"to": "乙"}]]), NAME, max_bytes=10**6).tables
    assert [row.cells for row in table.rows] == [("a", '{"to": "乙"}')]


def test_a_row_that_is_too_long_is_a_problem() -> None:
    (table,) = read_file(packed(name=["short", "x" * 200_000]), NAME, max_bytes=10**7).tables
    assert [(each.line, each.reason) for each in table.problems] == [(2, "too_long")]


def test_what_unpacks_to_very_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "MAX_UNPACKED", 100)
    with pytest.raises(DataUnreadableError, match="unpacks to"):
        read_file(packed(name=["a" * 500]), NAME, max_bytes=10**6)


@pytest.mark.parametrize("length", [4, 8, 60, 200, -1])
def test_a_damaged_file_is_said(length: int) -> None:
    with pytest.raises(DataUnreadableError, match=NAME):
        read_file(packed(name=["a", "b"])[:length], NAME, max_bytes=10**6)
