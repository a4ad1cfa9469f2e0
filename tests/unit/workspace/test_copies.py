"""Copies of a workspace file: a part is copied as a whole or not at all, and a file in use is no damaged one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.workspace import opening
from core.workspace.copies import LAST_WHOLE, copy_part, is_whole, set_aside
from core.workspace.opening import opened
from core.workspace.presets import PresetStore
from core.workspace.tuned_settings import TunedSettings
from core.workspace.workspace import FILE_NAME

PART = "presets"


def names(folder: Path) -> list[str]:
    return [each.name for each in PresetStore(folder).all().presets]


def test_of_a_part_that_cannot_be_copied_nothing_is_lost(tmp_path: Path) -> None:
    """The other file has the table with fewer columns: what was deleted for it comes back."""
    mine, other = tmp_path / "mine", tmp_path / "other"
    PresetStore(mine).save("calm", TunedSettings())
    PresetStore(other).save("bold", TunedSettings())
    with closing(sqlite3.connect(other / FILE_NAME)) as database, database:
        database.execute(f"DROP TABLE {PART}")
        database.execute(f"CREATE TABLE {PART} (one TEXT, other TEXT, third TEXT)")
    with opened(mine / FILE_NAME) as database, pytest.raises(sqlite3.OperationalError, match="columns"):
        copy_part(other / FILE_NAME, database, PART)
    assert "calm" in names(mine)


def test_what_is_said_is_kept_where_its_copy_cannot_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    PresetStore(tmp_path).save("calm", TunedSettings())
    (tmp_path / LAST_WHOLE).unlink(missing_ok=True)
    (tmp_path / LAST_WHOLE).mkdir()
    PresetStore(tmp_path).save("bold", TunedSettings())
    assert {"calm", "bold"} <= {*names(tmp_path)}
    assert f"no copy of {tmp_path / FILE_NAME} ({PART})" in caplog.text


def test_a_file_that_another_process_holds_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_WAIT", 0.01)
    PresetStore(tmp_path).save("calm", TunedSettings())
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            is_whole(file)
    assert is_whole(file)


def test_a_file_is_set_aside_with_its_journal(tmp_path: Path) -> None:
    file, journal = tmp_path / FILE_NAME, tmp_path / f"{FILE_NAME}-journal"
    file.write_bytes(b"damaged")
    journal.write_bytes(b"half of a change")
    aside = set_aside(file)
    assert (aside.name, aside.read_bytes()) == (f"{FILE_NAME}.damaged", b"damaged")
    assert aside.with_name(f"{aside.name}-journal").read_bytes() == b"half of a change"
    assert not file.exists() and not journal.exists()
