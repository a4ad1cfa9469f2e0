from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.storage.disk_room import DiskRoom, disk_room


def test_a_folder_that_is_not_there_yet_is_on_the_disk_of_the_nearest_one_that_is(tmp_path: Path) -> None:
    room = disk_room(tmp_path / "not" / "yet")
    assert room.total == shutil.disk_usage(tmp_path).total
    assert (0 <= room.free <= room.total, room.serving) == (True, 0)


def test_the_files_of_the_serving_version_are_counted(tmp_path: Path) -> None:
    (tmp_path / "version" / "tables").mkdir(parents=True)
    (tmp_path / "version" / "manifest.json").write_bytes(b"12345")
    (tmp_path / "version" / "tables" / "data").write_bytes(b"1" * 1000)
    assert disk_room(tmp_path, tmp_path / "version").serving == 1005


@pytest.mark.parametrize(
    ("free", "serving", "enough"),
    [(500_000_000, 0, True), (499_999_999, 0, False), (2_499_999_999, 10**9, False), (2_500_000_000, 10**9, True)],
)
def test_a_further_version_must_fit(free: int, serving: int, enough: bool) -> None:
    assert DiskRoom(free, 10**12, serving).enough is enough
