from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import DataUnreadableError
from core.evaluation.tasks import LabelledQuestion, read_questions

GOOD = {"id": "q1", "language": "zh", "company": "公司A", "relevant": {"公司B": 3}}


def written(folder: Path, *lines: str) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_questions_are_read_and_empty_lines_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(GOOD, ensure_ascii=False), "", "   ", json.dumps({**GOOD, "id": "q2"}))
    assert read_questions(path) == [
        LabelledQuestion.model_validate(GOOD),
        LabelledQuestion.model_validate({**GOOD, "id": "q2"}),
    ]


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "1", json.dumps({**GOOD, "relevant": {}}), json.dumps({**GOOD, "language": "fr"}), '{"id": "q"}',
     json.dumps({**GOOD, "surprise": 1})],
)  # fmt: skip
def test_a_wrong_line_is_named(line: str, tmp_path: Path) -> None:
    with pytest.raises(DataUnreadableError, match="line 2") as error:
        read_questions(written(tmp_path, json.dumps(GOOD), line))
    assert error.value.parameters["file"] == "questions.jsonl"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataUnreadableError, match=r"nowhere\.jsonl"):
        read_questions(tmp_path / "nowhere.jsonl")


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes("宁德时代".encode("gb18030"))
    with pytest.raises(DataUnreadableError, match=r"questions\.jsonl"):
        read_questions(path)
