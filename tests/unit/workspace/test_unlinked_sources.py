"""The sources that wait for their links are remembered whole, or it is said that they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.workspace.copies import LAST_WHOLE
from core.workspace.unlinked_sources import UNLINKED_SOURCES, save_unlinked_sources, unlinked_sources
from core.workspace.workspace import FILE_NAME, Workspace, WorkspaceUnavailableError


def test_they_are_remembered(tmp_path: Path) -> None:
    assert unlinked_sources(tmp_path) == ()
    save_unlinked_sources(tmp_path, ())
    assert list(tmp_path.iterdir()) == []
    save_unlinked_sources(tmp_path, ("a", "b"))
    assert unlinked_sources(tmp_path) == ("a", "b")
    assert {file.name for file in tmp_path.iterdir()} == {FILE_NAME, LAST_WHOLE}


def test_a_list_that_was_damaged_is_said(tmp_path: Path) -> None:
    Workspace.beside(tmp_path).put(UNLINKED_SOURCES, "{")
    with pytest.raises(WorkspaceUnavailableError):
        unlinked_sources(tmp_path)
