"""Workbooks that would take more memory than any table of companies needs are refused with what to do."""

from __future__ import annotations

import io
import re
import zipfile

import pytest

from core.errors import DataUnreadableError
from core.ingestion.formats import excel, workbook_bounds
from core.ingestion.formats.excel import workbook_tables
from tests.unit.ingestion.mapping.test_tables import workbook


def test_a_workbook_of_very_many_rows_or_cells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[list[object]] = [["name", "country", "note"], *([f"n{number}", "DE", ""] for number in range(10))]
    raw = workbook(rows)
    assert len(workbook_tables(raw, "w.xlsx")[0].rows) == 10
    shared = io.BytesIO()
    with zipfile.ZipFile(shared, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/sharedStrings.xml", b"0" * 2_000)
    for module, limit, value, content, said in (
        (excel, "MAX_LINES", 9, raw, "more than 9 lines"),
        (excel, "MAX_CELLS", 29, raw, "more than 29 cells"),
        (workbook_bounds, "MAX_SHARED_BYTES", 1_000, shared.getvalue(), "unpacks to"),
    ):
        with monkeypatch.context() as changed, pytest.raises(DataUnreadableError, match=said) as refused:
            changed.setattr(module, limit, value)
            workbook_tables(content, "w.xlsx")
        assert re.search(r"[\u3400-\u9fff]", refused.value.message("zh"))
