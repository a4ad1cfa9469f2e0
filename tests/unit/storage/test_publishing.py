from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.errors import DataUnwritableError, KnowledgeBaseCorruptError
from core.storage import publishing, restoring
from core.storage.manifest import SCHEMA_VERSION, Counts, Manifest
from core.storage.publishing import (
    KEPT_VERSIONS,
    POINTER,
    BuildRunningError,
    KnowledgeBaseMissingError,
    build_lock,
    building,
    current_version,
    new_build_id,
    publish,
)
from core.storage.restoring import kept_versions, restore_version
from core.storage.sharing import Sharing


def manifest(build_id: str) -> Manifest:
    return Manifest(
        schema_version=SCHEMA_VERSION,
        build_id=build_id,
        created_at="2026-01-01T00:00:00+00:00",
        embedding_model="m",
        embedding_dimension=1,
        edge_types=(),
        data_fingerprint="f",
        counts=Counts(entities=0, companies=0, relations=0, passages=0, mentions=0, links=0),
    )


def publish_one(folder: Path) -> Path:
    with building(folder) as partial:
        return publish(partial, manifest(partial.name.removesuffix(".partial")))


def versions(folder: Path) -> list[str]:
    return sorted(entry.name for entry in (folder / "versions").iterdir())


def test_build_ids_are_unique_and_sort_by_time() -> None:
    ids = [new_build_id() for _ in range(50)]
    assert len(set(ids)) == 50
    assert [identifier[:21] for identifier in ids] == sorted(identifier[:21] for identifier in ids)
    assert all(re.fullmatch(r"\d{8}T\d{12}-[0-9a-f]{8}", identifier) for identifier in ids)


def test_nothing_published_is_missing(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseMissingError, match=re.escape(str(tmp_path))):
        current_version(tmp_path)


def test_the_published_version_serves(tmp_path: Path) -> None:
    version = publish_one(tmp_path)
    assert current_version(tmp_path) == version
    assert (tmp_path / POINTER).read_text() == version.name
    assert Manifest.model_validate_json((version / "manifest.json").read_text()).build_id == version.name


def test_the_later_of_two_versions_serves(tmp_path: Path) -> None:
    first, second = publish_one(tmp_path), publish_one(tmp_path)
    assert current_version(tmp_path) == second
    assert first.is_dir()


def test_only_the_last_versions_are_kept(tmp_path: Path) -> None:
    published = [publish_one(tmp_path).name for _ in range(KEPT_VERSIONS + 2)]
    assert versions(tmp_path) == published[-KEPT_VERSIONS:]
    assert sorted(entry.name for entry in tmp_path.iterdir() if "lock" not in entry.name) == [POINTER, "versions"]


def test_the_serving_version_is_kept_though_the_clock_went_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(KEPT_VERSIONS):
        publish_one(tmp_path)
    monkeypatch.setattr(publishing, "new_build_id", lambda: "20000101T000000000000-00000000")
    version = publish_one(tmp_path)
    assert current_version(tmp_path) == version


@pytest.mark.parametrize(
    "pointer",
    [
        b"",
        b"no-such-version",
        b"../..",
        b"a\x00b",
        pytest.param(
            b"\xff\xfe\xfd",
        ),
        pytest.param(
            b"x" * 5000,
        ),
    ],
)
def test_a_pointer_to_nowhere_is_corrupt(tmp_path: Path, pointer: bytes) -> None:
    publish_one(tmp_path)
    (tmp_path / POINTER).write_bytes(pointer)
    with pytest.raises(KnowledgeBaseCorruptError):
        current_version(tmp_path)


def test_a_folder_in_place_of_the_pointer_is_corrupt(tmp_path: Path) -> None:
    (tmp_path / POINTER).mkdir()
    with pytest.raises(KnowledgeBaseCorruptError):
        current_version(tmp_path)


def test_a_version_without_its_manifest_is_corrupt(tmp_path: Path) -> None:
    (publish_one(tmp_path) / "manifest.json").unlink()
    with pytest.raises(KnowledgeBaseCorruptError):
        current_version(tmp_path)


def test_a_failed_build_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), building(tmp_path) as partial:
        (partial / "half").write_text("written")
        raise ZeroDivisionError
    assert versions(tmp_path) == []


def test_leftovers_of_a_killed_build_are_swept(tmp_path: Path) -> None:
    leftover = tmp_path / "versions" / "20260101T000000000000-00000000.partial"
    (leftover / "tables").mkdir(parents=True)
    (tmp_path / "putting-entities").touch()  # a killed upload of a shared knowledge base
    with building(tmp_path) as partial:
        assert versions(tmp_path) == [partial.name]
        assert not (tmp_path / "putting-entities").exists()


def test_a_version_that_is_being_built_is_none_to_restore(tmp_path: Path) -> None:
    published = publish_one(tmp_path)
    with building(tmp_path):
        listed = kept_versions(tmp_path, embedding_model="m")
    assert [each.manifest.build_id for each in listed] == [published.name]


def test_one_build_at_a_time(tmp_path: Path) -> None:
    with building(tmp_path) as partial:
        with pytest.raises(BuildRunningError, match=re.escape(str(tmp_path))), building(tmp_path):
            pass
        assert partial.is_dir()
    publish_one(tmp_path)


def test_a_switch_that_fails_leaves_the_old_version_serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = publish_one(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(publishing.os, "fsync", fail)
        with pytest.raises(OSError, match="no space"):
            publish_one(tmp_path)
    assert current_version(tmp_path) == before


def test_a_switch_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = publish_one(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(publishing.os, "fsync", fail)
        with pytest.raises(OSError, match="no space"):
            publish_one(tmp_path)
    after = publish_one(tmp_path)
    assert versions(tmp_path) == [before.name, after.name]
    assert [entry.name for entry in tmp_path.glob(f"{POINTER}.*")] == []


def fail(_: int) -> None:
    raise OSError(28, "no space left on device")


def test_where_nothing_can_be_written_the_lock_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(DataUnwritableError) as caught, build_lock(tmp_path / "file" / "base", wait=False):
        pass
    assert str(tmp_path / "file" / "base") in str(caught.value.message("en"))


def test_where_the_pointer_cannot_be_written_restoring_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = publish_one(tmp_path), publish_one(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(restoring.os, "fsync", fail)
        with pytest.raises(DataUnwritableError, match="no space left on device"):
            restore_version(tmp_path, before.name, embedding_model="m", seen="f", shared=Sharing(tmp_path, ""))
    assert current_version(tmp_path) == after
