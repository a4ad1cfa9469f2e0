"""The sources that wait for their links are remembered whole, or it is said that they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import KnowledgeBaseCorruptError
from core.workspace.unlinked_sources import FILE_NAME, save_unlinked_sources, unlinked_sources


def test_they_are_remembered(tmp_path: Path) -> None:
    assert unlinked_sources(tmp_path) == ()
    save_unlinked_sources(tmp_path, ())
    assert list(tmp_path.iterdir()) == []
    save_unlinked_sources(tmp_path, ("a", "b"))
    assert unlinked_sources(tmp_path) == ("a", "b")
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]


def test_a_file_that_was_damaged_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{", encoding="utf-8")
    with pytest.raises(KnowledgeBaseCorruptError):
        unlinked_sources(tmp_path)
