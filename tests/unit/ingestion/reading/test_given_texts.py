from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import DataUnreadableError
from core.ingestion.reading.given_texts import GivenText, given_texts


def test_a_line_of_plain_text_is_a_text_called_by_its_number(tmp_path: Path) -> None:
    file = tmp_path / "news.txt"
    file.write_text("\ufeff甲收购乙。\n\n  A bought B.  \n", encoding="utf-8")
    assert [(each.text_id, each.text) for each in given_texts(file)] == [("1", "甲收购乙。"), ("3", "A bought B.")]


def test_json_lines_keep_their_ids_and_spans(tmp_path: Path) -> None:
    file = tmp_path / "news.jsonl"
    file.write_text('{"text_id": 7, "text": "GE bought HP", "mentions": [[0, 2], [10, 12]], "more": 1}\n', "utf-8")
    assert list(given_texts(file)) == [GivenText(text_id=7, text="GE bought HP", mentions=((0, 2), (10, 12)))]


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        ("{", "line 1"),
        ("[1]", "line 1"),
        ('{"text": "no id"}', "line 1"),
        ('\n{"text_id": 1, "text": "ab", "mentions": [[0, 3]]}', "line 2"),
        ('{"text_id": 1, "text": "ab", "mentions": [[1, 1]]}', "line 1"),
        ('{"text_id": 1, "text": "ab", "mentions": [[-1, 1]]}', "line 1"),
        ("[" * 5_000, "line 1"),
    ],
)
def test_what_is_no_text_is_refused_by_its_line(content: str, detail: str, tmp_path: Path) -> None:
    file = tmp_path / "news.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(DataUnreadableError, match=detail):
        list(given_texts(file))


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "big5"])
def test_a_text_is_read_in_the_encodings_of_imports(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "news.txt"
    lines = ["台積電供應蘋果公司晶片。" * 3, "鴻海收購夏普公司股份。" * 3] * 5
    file.write_bytes("\n".join(lines).encode(encoding))
    assert [each.text for each in given_texts(file)] == lines


@pytest.mark.parametrize(("content", "said"), [(None, "No such file"), (bytes(400), "zero")])
def test_missing_files_and_what_is_no_text_are_refused(content: bytes | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "none.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(DataUnreadableError, match=said):
        list(given_texts(file))
