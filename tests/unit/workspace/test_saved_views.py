from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.workspace.saved_views import MAX_NAME, SavedViewStore
from core.workspace.workspace import FILE_NAME, Workspace, WorkspaceUnavailableError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / FILE_NAME


def test_nothing_is_saved_at_first_and_reading_creates_nothing(path: Path) -> None:
    store = SavedViewStore(Workspace(path), "views")
    assert store.all() == {}
    store.delete("nothing")
    assert not path.parent.exists()


def test_views_are_kept_by_name_and_replaced(path: Path) -> None:
    store = SavedViewStore(Workspace(path), "views")
    store.save("供应链", "1abc")
    store.save("a'; DROP TABLE views; --", "1def")
    store.save("供应链", "1xyz")
    assert SavedViewStore(Workspace(path), "views").all() == {"a'; DROP TABLE views; --": "1def", "供应链": "1xyz"}
    store.delete("供应链")
    assert list(store.all()) == ["a'; DROP TABLE views; --"]


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=2 * MAX_NAME))
def test_any_name_is_cut_to_its_length(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    store = SavedViewStore.beside(tmp_path_factory.mktemp("saved"), "views")
    store.save(name, "1abc")
    assert store.all() == {name[:MAX_NAME]: "1abc"}


def test_an_empty_file_is_taken_for_none(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    store = SavedViewStore(Workspace(path), "views")
    assert store.all() == {}
    store.delete("nothing")
    store.save("one", "1abc")
    assert store.all() == {"one": "1abc"}


def test_a_damaged_file_is_told_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 100)
    store = SavedViewStore(Workspace(path), "views")
    for use in (store.all, lambda: store.save("one", "1abc"), lambda: store.delete("one")):
        with pytest.raises(WorkspaceUnavailableError) as told:
            use()
        assert str(path.parent) in told.value.message("en")
    assert path.read_bytes().startswith(b"no database")


def test_a_newer_format_is_refused(path: Path) -> None:
    SavedViewStore(Workspace(path), "views").save("one", "1abc")
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(WorkspaceUnavailableError, match="format 99, expected"):
        SavedViewStore(Workspace(path), "views").all()
