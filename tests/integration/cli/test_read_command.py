"""Texts are read from the terminal against the open base, and nothing is stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.cli.parser import main
from tests.command_line import refused

Captured = pytest.CaptureFixture[str]
FIELDS = [
    "text_id",
    "source",
    "type",
    "target",
    "quote",
    "quote_start",
    "quote_end",
    "start",
    "end",
    "status",
    "share",
    "confidence",
    "readers",
]


def lines(capsys: Captured, *arguments: str) -> list[dict[str, Any]]:
    assert main(["read", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.usefixtures("document_base")
def test_a_text_is_read_in_the_form_that_programs_expect(tmp_path: Path, capsys: Captured) -> None:
    text = "2018年6月1日，公司A拟收购公司B的49%股权。"
    file = tmp_path / "texts.jsonl"
    spans = [[text.index(name), text.index(name) + 3] for name in ("公司A", "公司B")]
    file.write_text(json.dumps({"text_id": "t-1", "text": text, "mentions": spans}) + "\n", encoding="utf-8")
    (found,) = lines(capsys, str(file), "--json", "--mentions")
    assert list(found) == FIELDS
    assert (found["text_id"], found["type"], found["status"]) == ("t-1", "acquired", "planned")
    assert (found["source"], found["target"]) == ({"name": "公司A", "id": "公司A"}, {"name": "公司B", "id": "公司B"})
    assert (found["quote"], text[found["quote_start"] : found["quote_end"]]) == (text, text)
    assert (found["start"], found["end"], found["share"]) == ("2018-06-01", None, [49.0, 49.0])
    assert 0.0 < found["confidence"] <= 1.0
    assert set(found["readers"]) <= {"classifier", "patterns", "statements"}


@pytest.mark.usefixtures("document_base")
def test_names_are_found_where_none_are_given(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "texts.txt"
    file.write_text("Nothing here.\nIn 2013, Acme Widgets Inc. acquired Lufkin Industries Inc.\n", encoding="utf-8")
    (found,) = lines(capsys, str(file), "--json")
    assert (found["text_id"], found["type"], found["source"]["id"]) == ("2", "acquired", None)
    assert "Lufkin Industries" in found["target"]["name"]
    assert main(["read", str(file)]) == 0
    assert "acquired →" in capsys.readouterr().out


@pytest.mark.usefixtures("document_base")
def test_a_missing_file_is_refused(tmp_path: Path, capsys: Captured) -> None:
    assert "none.txt" in refused(capsys, "read", str(tmp_path / "none.txt"))


@pytest.mark.usefixtures("document_base")
def test_proposals_that_do_not_stand_up_to_the_text_are_counted(tmp_path: Path, capsys: Captured) -> None:
    """Nor does a company acquire itself by its other name."""
    text = "In 2013, Company A acquired 公司A."
    spans = [[text.index(each), text.index(each) + len(each)] for each in ("Company A", "公司A")]
    file = tmp_path / "texts.jsonl"
    file.write_text(json.dumps({"text_id": "t-1", "text": text, "mentions": spans}) + "\n", encoding="utf-8")
    assert main(["read", str(file), "--json", "--mentions"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "dropped: same_end 1\n")
