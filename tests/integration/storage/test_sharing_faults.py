"""Shared versions that are damaged, forbidden, unreachable or of another format; readers that are killed."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from core.curation.open_or_build import newly_published, open_or_build, rebuild
from core.errors import KnowledgeBaseCorruptError
from core.ingestion.building.build import BuildFailedError
from core.ingestion.building.known_vectors import KnownVectors
from core.ontology import Ontology
from core.storage.embeddings import Encoder
from core.storage.manifest import KnowledgeBaseOutdatedError
from core.storage.object_store import (
    ObjectStore,
    SharedDamagedError,
    SharedForbiddenError,
    SharedUnreachableError,
)
from core.storage.publishing import POINTER, build_lock, current_version
from core.storage.row_keys import text_keys
from core.storage.shared_files import Pointer, SharedFile, list_name, read_list
from tests.s3_server import S3Server
from tests.shared_places import MINE, machine, serving, take_in
from tests.support import ROOT, change_manifest

KILLED_READER = """
import sys, time
from core.ontology import default_ontology
from core.settings import Settings
from core.curation.open_or_build import open_or_build
from core.storage import sharing
brought, download = [], sharing.download
def slow(store, file, target):
    if len(brought) > 40:
        time.sleep(120)
    download(store, file, target)
    brought.append(file.path)
sharing.download = slow
open_or_build(Settings(), default_ontology())
"""


def test_a_reader_killed_while_downloading_serves_the_old_version_and_goes_on_where_it_was(
    uri: str, tmp_path: Path, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = machine(tmp_path, "writer", uri), machine(tmp_path, "reader", uri)
    rebuild(writer, ontology)
    before = open_or_build(reader, ontology).knowledge_base
    take_in(writer, ontology, MINE)
    settings = {
        "GUANXI_DATA_FOLDER": str(reader.data_folder),
        "GUANXI_KNOWLEDGE_BASE_FOLDER": str(reader.knowledge_base_folder),
        "GUANXI_KNOWLEDGE_BASE_URI": uri,
    }
    downloads = reader.knowledge_base_folder / "downloads"
    process = subprocess.Popen([sys.executable, "-c", KILLED_READER], cwd=ROOT, env={**os.environ, **settings})
    deadline = time.monotonic() + 60
    while sum(path.is_file() and path.suffix != ".partial" for path in downloads.rglob("*")) < 40:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert serving(reader) == before.folder.name
    there = {path for path in downloads.rglob("*") if path.is_file() and path.suffix != ".partial"}
    asked: list[str] = []
    pieces = ObjectStore.pieces

    def noted(store: ObjectStore, name: str, size: int) -> Iterator[bytes]:
        asked.append(name)
        return pieces(store, name, size)

    monkeypatch.setattr(ObjectStore, "pieces", noted)
    newer = newly_published(reader, before)
    assert newer is not None
    assert "mine-1" in newer.knowledge_base.node_of
    relative = {path.relative_to(downloads / newer.knowledge_base.folder.name).as_posix() for path in there}
    assert len(relative) >= 40
    assert not relative & set(asked)
    assert not downloads.exists()


def damage(uri: str, build_id: str, how: str) -> None:
    """Do to the shared version what a faulty store or a careless hand does."""
    store = ObjectStore(uri)
    name = f"versions/{build_id}/graph/weight.npy"
    found = store.read(name)
    assert found is not None
    content = found[0]
    flipped = content[:-1] + bytes([content[-1] ^ 1])
    match how:
        case "missing":
            store.remove([name])
        case "truncated":
            store.write(name, content[: len(content) // 2])
        case "changed":
            store.write(name, flipped)
        case "list missing":
            store.remove([list_name(build_id)])
        case "list changed":
            store.write(list_name(build_id), b'{"files":[]}')
        case "pointer broken":
            store.write(POINTER, b"not json")
        case _:
            raise AssertionError(how)


@pytest.mark.matrix(every=6)
@pytest.mark.parametrize("how", ["missing", "truncated", "changed", "list missing", "list changed", "pointer broken"])
def test_of_a_damaged_shared_version_nothing_is_taken_over(
    bucket: str, how: str, tmp_path: Path, ontology: Ontology
) -> None:
    writer, reader = machine(tmp_path, "writer", bucket), machine(tmp_path, "reader", bucket)
    rebuild(writer, ontology)
    old = open_or_build(reader, ontology).knowledge_base
    take_in(writer, ontology, MINE)
    damage(bucket, serving(writer), how)
    with pytest.raises(SharedDamagedError) as raised:
        newly_published(reader, old)
    assert "python -m core build" in raised.value.message("zh")
    assert serving(reader) == old.folder.name
    started = open_or_build(reader, ontology)  # a restart, too, serves what is there, and says why
    assert isinstance(started.stale_because, SharedDamagedError)
    with pytest.raises(SharedDamagedError):  # where nothing is there, it is said instead of built over
        open_or_build(machine(tmp_path, "newcomer", bucket), ontology)
    if how != "pointer broken":  # the machine that published it has it whole
        rebuild(writer, ontology)
        assert open_or_build(reader, ontology).knowledge_base.folder.name == serving(writer)


def test_without_permission_the_old_version_serves(
    bucket: str, server: S3Server, tmp_path: Path, ontology: Ontology
) -> None:
    reader = machine(tmp_path, "reader", bucket)
    old = rebuild(reader, ontology).knowledge_base
    with server.requiring_keys():
        with pytest.raises(SharedForbiddenError) as raised:
            newly_published(reader, old)
        assert isinstance(open_or_build(reader, ontology).stale_because, SharedForbiddenError)
        with pytest.raises(SharedForbiddenError):
            rebuild(reader, ontology)
    assert "AWS_ACCESS_KEY_ID" in raised.value.message("zh")
    assert serving(reader) == old.folder.name
    assert open_or_build(reader, ontology).stale_because is None


def test_a_server_that_is_not_there_is_said(
    tmp_path: Path, bucket: str, monkeypatch: pytest.MonkeyPatch, ontology: Ontology
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(SharedUnreachableError) as raised:
        open_or_build(machine(tmp_path, "reader", bucket), ontology)
    assert "GUANXI_KNOWLEDGE_BASE_URI" in raised.value.message("en")


def test_a_shared_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SharedUnreachableError):
        ObjectStore(f"file://{tmp_path / 'file' / 'folder'}")


def test_a_damaged_copy_is_brought_anew(bucket: str, tmp_path: Path, ontology: Ontology) -> None:
    reader = machine(tmp_path, "reader", bucket)
    rebuild(reader, ontology)
    version = current_version(reader.knowledge_base_folder)
    shutil.rmtree(version / "graph")
    started = open_or_build(reader, ontology)
    assert (started.rebuilt_because, started.knowledge_base.folder) == ("", version)


def test_a_version_of_another_format_is_not_built_over(bucket: str, tmp_path: Path, ontology: Ontology) -> None:
    reader = machine(tmp_path, "reader", bucket)
    rebuild(reader, ontology)
    change_manifest(current_version(reader.knowledge_base_folder), schema_version=999)
    with pytest.raises(KnowledgeBaseOutdatedError):
        open_or_build(reader, ontology)


def test_while_another_process_brings_it_nobody_waits(bucket: str, tmp_path: Path, ontology: Ontology) -> None:
    writer, reader = machine(tmp_path, "writer", bucket), machine(tmp_path, "reader", bucket)
    rebuild(writer, ontology)
    old = open_or_build(reader, ontology).knowledge_base
    rebuild(writer, ontology)
    with build_lock(reader.knowledge_base_folder, wait=False):
        assert newly_published(reader, old) is None
    newer = newly_published(reader, old)
    assert newer is not None
    assert newer.knowledge_base.folder.name == serving(writer)


def test_a_build_that_cannot_be_shared_leaves_what_served(
    bucket: str, tmp_path: Path, ontology: Ontology, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = machine(tmp_path, "writer", bucket)
    rebuild(writer, ontology)
    before = serving(writer)

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("core.storage.sharing.files_below", full)
    with pytest.raises(BuildFailedError, match="disk full"):
        rebuild(writer, ontology)
    assert serving(writer) == before
    assert KnownVectors(writer.knowledge_base_folder, encoder).of(text_keys(["x"]))[1].all()


def test_what_is_gone_need_not_be_removed(uri: str) -> None:
    store = ObjectStore(uri)
    store.remove(["versions/none"])
    assert store.names("versions") == []


def test_a_damaged_copy_of_what_is_shared_no_more_is_said(bucket: str, tmp_path: Path, ontology: Ontology) -> None:
    reader = machine(tmp_path, "reader", bucket)
    rebuild(reader, ontology)
    ObjectStore(bucket).remove([POINTER])
    shutil.rmtree(current_version(reader.knowledge_base_folder) / "graph")
    with pytest.raises(KnowledgeBaseCorruptError):
        open_or_build(reader, ontology)


@pytest.mark.parametrize(
    "path", ["versions/1/../../../etc/passwd", "/etc/passwd", "sources/1", "data/1/x", "versions//1"]
)
def test_a_list_cannot_write_outside_the_folder(uri: str, path: str) -> None:
    file = {"path": path, "bytes": 1, "sha256": "0" * 64}
    with pytest.raises(ValidationError):
        SharedFile.model_validate(file)
    listed = json.dumps({"files": [file]}).encode()
    store = ObjectStore(uri)
    store.write(list_name("1"), listed)
    with pytest.raises(SharedDamagedError):
        read_list(store, Pointer(build_id="1", list_sha256=hashlib.sha256(listed).hexdigest()))
