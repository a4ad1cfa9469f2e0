"""JSON with half of a character, as programs write it that cut texts: it is read with a replacement character."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ingestion.formats.json_texts import with_whole_characters
from core.ingestion.formats.reading import read_file


@pytest.mark.parametrize("half", [r"\ud83e", r"\uDD16", r"\ud83e\ud83e", r"x\ud83e\\ud83e"])
@pytest.mark.parametrize("form", ["list", "lines"])
def test_every_cell_can_be_written(half: str, form: str) -> None:
    rows = [f'{{"name": "Foo {half}", "country": "US"}}', '{"name": "Bar", "country": "US"}']
    text = f"[{','.join(rows)}]" if form == "list" else "\n".join(rows)
    (table,) = read_file(text.encode(), "x.json", max_bytes=10_000).tables
    cells = [cell for row in table.rows for cell in row.cells]
    assert "Bar" in cells
    "".join(cells).encode()


@given(st.text())
def test_whole_characters_stay_as_they_are(text: str) -> None:
    written = json.dumps(text)
    found = json.loads(with_whole_characters(written))
    expected = "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in text)
    assert found == expected
