"""Files that cannot be read or written as decisions are told and left."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.messages import LANGUAGES, translate
from core.messages.library_words import in_words
from core.workspace.decisions import DecisionStore
from core.workspace.opening import NEWEST
from core.workspace.workspace import Workspace, WorkspaceUnavailableError
from tests.unit.workspace.decisions.made_decisions import READ, WRITE, assert_unavailable, decision


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be looked at" * 20, b"SQLite format 3\0" * 40]
)
def test_a_file_that_is_no_database_is_told_and_left(store: DecisionStore, path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert_unavailable(store, path.parent, READ + WRITE)
    assert path.read_bytes() == content


def test_a_damaged_file_is_told(store: DecisionStore, path: Path) -> None:
    store.decide(decision())
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert_unavailable(store, path.parent, READ + WRITE)


@pytest.mark.parametrize("version", [NEWEST + 1, 2**31 - 1, -1])
def test_a_file_of_another_format_is_told_and_left(store: DecisionStore, path: Path, version: int) -> None:
    store.decide(decision())
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {version}")
    content, changed = path.read_bytes(), path.stat().st_mtime_ns
    assert_unavailable(store, path.parent, READ + WRITE, f"workspace.sqlite3: format {version}, expected {NEWEST}")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (content, changed)


def test_the_database_of_another_program_is_told_and_left(store: DecisionStore, path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE answers (key TEXT)")
    content = path.read_bytes()
    assert_unavailable(store, path.parent, READ + WRITE, "format 0")
    assert path.read_bytes() == content


def test_an_empty_file_holds_no_decision_and_takes_them(store: DecisionStore, path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert store.all() == store.of("byd") == ()
    store.withdraw("byd", "catl", "competitor")
    store.decide(decision())
    assert store.all() == (decision(),)


def test_the_format_is_stated_in_the_file(store: DecisionStore, path: Path) -> None:
    store.decide(decision())
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (NEWEST,)


@pytest.mark.parametrize(
    ("change", "saying"),
    [
        ("DROP TABLE decisions", "no such table"),
        ("UPDATE decisions SET verdict = 'maybe'", "verdict: "),
        ("UPDATE decisions SET relevance = 7", "relevance: "),
        ("UPDATE decisions SET note = x'00'", "note: "),
        ("UPDATE decisions SET note = CAST(x'ff' AS TEXT)", "UTF-8"),
    ],
)
def test_what_this_program_never_wrote_is_told(store: DecisionStore, path: Path, change: str, saying: str) -> None:
    store.decide(decision())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(change)
    assert_unavailable(store, path.parent, READ, saying)


def test_a_folder_in_place_of_the_file_is_told(store: DecisionStore, path: Path) -> None:
    path.mkdir(parents=True)
    assert_unavailable(store, path.parent, READ + WRITE, "unable to open")


def test_a_file_in_place_of_the_folder_is_told(store: DecisionStore, path: Path) -> None:
    path.parent.write_text("a file")
    assert_unavailable(store, path.parent, READ + WRITE)


def test_a_path_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    assert_unavailable(DecisionStore(Workspace(tmp_path / ("x" * 300))), tmp_path, READ + WRITE)


def connecting(monkeypatch: pytest.MonkeyPatch, connect: Callable[..., sqlite3.Connection]) -> None:
    monkeypatch.setattr(sqlite3, "connect", connect)


def test_a_read_only_file_is_read_and_refuses_decisions(
    store: DecisionStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.decide(decision())
    real = sqlite3.connect  # permissions would not keep the administrator from writing
    connecting(monkeypatch, lambda file, **options: real(f"{file.as_uri()}?mode=ro", uri=True, **options))
    assert store.all() == store.of("byd") == (decision(),)
    assert_unavailable(store, path.parent, WRITE, "readonly")


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the administrator")
def test_permissions_are_told(store: DecisionStore, path: Path) -> None:
    store.decide(decision())
    path.chmod(0o000)
    assert_unavailable(store, path.parent, READ + WRITE)
    path.chmod(0o400)
    assert store.all() == (decision(),)
    assert_unavailable(store, path.parent, WRITE)


def test_a_full_disk_loses_nothing_that_was_decided(
    store: DecisionStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.decide(decision())
    real = sqlite3.connect

    def on_a_full_disk(file: Path, **options: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = real(file, **options)
        database.execute("PRAGMA max_page_count = 1")  # SQLite raises it to the pages that the file has
        return database

    connecting(monkeypatch, on_a_full_disk)
    big = [decision(target_id=f"{number}", note="长" * 1000) for number in range(3)]
    with pytest.raises(WorkspaceUnavailableError, match="full"):
        for one in big:
            store.decide(one)
    kept = store.all()
    assert decision() in kept
    assert set(kept) < {decision(), *big}
    monkeypatch.undo()
    store.decide(big[-1])
    assert set(store.all()) == {*kept, big[-1]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_names_the_folder_and_the_fault(language: Any, store: DecisionStore, path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(WorkspaceUnavailableError) as caught:
        store.all()
    assert caught.value.code == "workspace_unavailable"
    assert str(path.parent) in caught.value.message(language)
    assert translate("workspace.part.decisions", language) in caught.value.message(language)
    assert in_words("unable to open database file", language) in caught.value.message(language)
