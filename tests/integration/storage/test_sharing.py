"""One knowledge base, several machines: each has its own folder, the shared place is a real S3 server or a folder."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from core.curation.deleting import delete_source
from core.curation.importing import check_import, imported_sources, plan_import, run_import
from core.curation.open_or_build import Started, newly_published, open_or_build, rebuild
from core.curation.versions import restore
from core.errors import KnowledgeBaseCorruptError
from core.ingestion.build import BuildFailedError, build_knowledge_base
from core.ingestion.known_vectors import KnownVectors
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import open_knowledge_base
from core.storage.manifest import KnowledgeBaseOutdatedError
from core.storage.object_store import (
    ObjectStore,
    SharedChangedError,
    SharedDamagedError,
    SharedDataDiffersError,
    SharedError,
    SharedForbiddenError,
    SharedUnreachableError,
)
from core.storage.publishing import POINTER, build_lock, current_version, published_versions
from core.storage.row_keys import text_keys
from core.storage.shared_files import Pointer, SharedFile, list_name, read_list
from core.storage.sharing import sharing
from tests.s3_server import S3Server, use
from tests.support import ROOT, change_manifest, document_example, settings_for

MINE = (("mine.csv", b"id,name,name_en\nmine-1,\xe7\x94\xb2\xe6\x96\xb0\xe6\x9d\x90\xe6\x96\x99,Alpha Materials\n"),)
YOURS = (("yours.csv", b"id,name,name_en\nyours-1,\xe4\xb9\x99\xe6\x96\xb0\xe6\x9d\x90\xe6\x96\x99,Beta Materials\n"),)


@pytest.fixture(params=[pytest.param("s3", marks=pytest.mark.thorough), "file"])
def uri(request: pytest.FixtureRequest, server: S3Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """An empty shared place."""
    if request.param == "file":
        return f"file://{tmp_path / 'shared'}"
    use(server, monkeypatch)
    return f"s3://{server.new_bucket()}/guanxi"


def machine(tmp_path: Path, name: str, uri: str, **changes: object) -> Settings:
    """Settings of a machine with folders of its own."""
    data = document_example(tmp_path / name / "data")
    return settings_for(data, tmp_path / name / "knowledge_base", knowledge_base_uri=uri, **changes)


def take_in(settings: Settings, ontology: Ontology, files: Sequence[tuple[str, bytes]]) -> Started:
    """What the import page does."""
    opened = open_or_build(settings, ontology).knowledge_base
    plan = plan_import(files, settings)
    return run_import(plan, check_import(plan, opened, ontology), settings, ontology)


def serving(settings: Settings) -> str:
    return current_version(settings.knowledge_base_folder).name


def test_two_readers_see_what_a_writer_publishes(uri: str, tmp_path: Path, ontology: Ontology) -> None:
    writer, *readers = (machine(tmp_path, name, uri) for name in ("writer", "first", "second"))
    rebuild(writer, ontology)
    opened = [open_or_build(reader, ontology) for reader in readers]
    assert {each.knowledge_base.folder.name for each in opened} == {serving(writer)}
    assert [each.rebuilt_because for each in opened] == ["", ""]
    assert newly_published(readers[0], opened[0].knowledge_base) is None
    take_in(writer, ontology, MINE)
    for reader, before in zip(readers, opened, strict=True):
        newer = newly_published(reader, before.knowledge_base)
        assert newer is not None
        assert "mine-1" in newer.knowledge_base.node_of
        assert newer.knowledge_base.folder.name == serving(writer)
        assert "mine-1" not in before.knowledge_base.node_of  # whoever reads the old version reads on
        assert before.knowledge_base.entity("公司A").name_en == "Company A"


def test_the_copy_is_the_version_byte_by_byte(bucket: str, tmp_path: Path, ontology: Ontology) -> None:
    writer, reader = machine(tmp_path, "writer", bucket), machine(tmp_path, "reader", bucket)
    take_in(writer, ontology, MINE)
    open_or_build(reader, ontology)
    folders = [current_version(each.knowledge_base_folder) for each in (writer, reader)]
    names = [{path.relative_to(folder) for path in folder.rglob("*") if path.is_file()} for folder in folders]
    assert names[0] == names[1]
    assert all((folders[0] / name).read_bytes() == (folders[1] / name).read_bytes() for name in names[0])


def test_another_machine_goes_on_importing(uri: str, tmp_path: Path, ontology: Ontology) -> None:
    first, second = machine(tmp_path, "first", uri), machine(tmp_path, "second", uri)
    take_in(first, ontology, MINE)
    both = take_in(second, ontology, YOURS)
    assert {"mine-1", "yours-1"} <= set(both.knowledge_base.entity_ids)
    assert [source.name for source in imported_sources(second)] == ["mine.csv", "yours.csv"]
    left = delete_source(imported_sources(second)[0].id, first, ontology)  # of a source of its own, over the other's
    assert "mine-1" not in left.knowledge_base.node_of
    assert "yours-1" in left.knowledge_base.node_of


def test_texts_that_another_machine_embedded_are_not_embedded_again(
    bucket: str, tmp_path: Path, ontology: Ontology, encoder: Encoder
) -> None:
    rebuild(machine(tmp_path, "first", bucket), ontology)
    second = machine(tmp_path, "second", bucket)
    build_knowledge_base(second, Counting(encoder), ontology)
    assert Counting.texts == 0


class Counting:
    """The encoder, counting what it is asked."""

    texts = 0

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.name, self.dimension = encoder.name, encoder.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        Counting.texts += len(texts)
        return self._encoder.encode(texts)


class Meanwhile:
    """An encoder during whose work something else happens once."""

    def __init__(self, encoder: Encoder, happens: object) -> None:
        self._encoder, self._happens = encoder, happens
        self.name, self.dimension = encoder.name, encoder.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        happens, self._happens = self._happens, None
        if callable(happens):
            happens()
        return self._encoder.encode(texts)


def test_of_two_writers_at_once_the_later_is_refused_and_nothing_is_lost(
    uri: str, tmp_path: Path, ontology: Ontology, encoder: Encoder
) -> None:
    first, second = machine(tmp_path, "first", uri), machine(tmp_path, "second", uri)
    rebuild(first, ontology)
    before = serving(first)
    with (first.data_folder / "companies.csv").open("a", encoding="utf-8") as file:
        file.write("new,新公司,New Company,,,,,,,\n")
    with pytest.raises(SharedChangedError, match="Do it again"):
        build_knowledge_base(first, Meanwhile(encoder, lambda: take_in(second, ontology, MINE)), ontology)
    assert serving(first) == before
    assert not list((first.knowledge_base_folder / "versions").glob("*.partial"))
    again = rebuild(first, ontology).knowledge_base  # upon what the other has shared
    assert {"new", "mine-1"} <= set(again.entity_ids)


def test_two_first_builds_at_once_end_in_one(bucket: str, tmp_path: Path, ontology: Ontology, encoder: Encoder) -> None:
    first, second = machine(tmp_path, "first", bucket), machine(tmp_path, "second", bucket)
    with pytest.raises(SharedChangedError):
        build_knowledge_base(first, Meanwhile(encoder, lambda: rebuild(second, ontology)), ontology)
    assert open_or_build(first, ontology).knowledge_base.folder.name == serving(second)


def test_other_data_files_are_not_mixed_in_by_an_import(bucket: str, tmp_path: Path, ontology: Ontology) -> None:
    first, second = machine(tmp_path, "first", bucket), machine(tmp_path, "second", bucket)
    rebuild(first, ontology)
    with (second.data_folder / "companies.csv").open("a", encoding="utf-8") as file:
        file.write("own,自有公司,Own Company,,,,,,,\n")
    opened = open_or_build(second, ontology)  # it only reads: its own files do not matter
    assert opened.knowledge_base.folder.name == serving(first)
    with pytest.raises(SharedDataDiffersError):
        take_in(second, ontology, MINE)
    assert serving(first) == serving(second)
    assert "own" in rebuild(second, ontology).knowledge_base.node_of


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


@pytest.mark.matrix(every=3)
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


def test_only_the_last_versions_and_their_sources_stay_shared(uri: str, tmp_path: Path, ontology: Ontology) -> None:
    kept = 2
    writer = machine(tmp_path, "writer", uri, kept_versions=kept)
    take_in(writer, ontology, MINE)
    source = imported_sources(writer)
    store = ObjectStore(uri)
    assert store.names(f"sources/{source[0].id}")
    delete_source(source[0].id, writer, ontology)
    published = [rebuild(writer, ontology).knowledge_base.folder.name for _ in range(kept)]
    assert sorted({name.split("/")[1] for name in store.names("versions")}) == published
    assert store.names("sources") == []
    reader = machine(tmp_path, "reader", uri, kept_versions=1)
    for _ in range(2):
        rebuild(writer, ontology)
        gc.collect()  # what nobody reads any more, and only that, may go
        open_or_build(reader, ontology)
    assert [version.name for version in published_versions(reader.knowledge_base_folder)] == [serving(writer)]


def test_tables_can_stay_where_they_are_shared(uri: str, tmp_path: Path, ontology: Ontology) -> None:
    writer = machine(tmp_path, "writer", uri)
    reader = machine(tmp_path, "reader", uri, knowledge_base_tables="remote")
    rebuild(writer, ontology)
    opened = open_or_build(reader, ontology).knowledge_base
    assert not (opened.folder / "tables").exists()
    local = open_knowledge_base(writer.knowledge_base_folder, embedding_model=writer.embedding_model)
    vector = local.entity_vectors.of([0])[0]
    found = [base.table("entities").nearest(vector, limit=5, probes=10) for base in (opened, local)]
    assert np.array_equal(found[0][0], found[1][0])


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


def test_a_version_that_is_here_already_is_only_switched_to(uri: str, tmp_path: Path, ontology: Ontology) -> None:
    writer, reader = machine(tmp_path, "writer", uri), machine(tmp_path, "reader", uri)
    rebuild(writer, ontology)
    first = open_or_build(reader, ontology).knowledge_base
    store = ObjectStore(uri)
    pointer = store.read(POINTER)
    assert pointer is not None
    rebuild(writer, ontology)
    second = newly_published(reader, first)
    assert second is not None
    store.write(POINTER, pointer[0])
    store.remove(store.names("versions"))  # nothing of it could be brought
    again = newly_published(reader, second.knowledge_base)
    assert again is not None
    assert again.knowledge_base.folder == first.folder


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


def test_nothing_is_shared_without_a_place(own_settings: Settings) -> None:
    nowhere = sharing(own_settings)
    nowhere.look(wait=False)
    nowhere.bring()
    assert issubclass(SharedDamagedError, SharedError)


def test_a_restored_version_is_restored_for_all(uri: str, tmp_path: Path, ontology: Ontology) -> None:
    writer, reader = machine(tmp_path, "writer", uri), machine(tmp_path, "reader", uri)
    rebuild(writer, ontology)
    first = serving(writer)
    take_in(writer, ontology, MINE)
    opened = open_or_build(reader, ontology).knowledge_base
    assert "mine-1" in opened.node_of
    assert restore(first, writer, ontology).knowledge_base.folder.name == first
    newer = newly_published(reader, opened)
    assert newer is not None
    assert newer.knowledge_base.folder.name == first
    assert "mine-1" not in newer.knowledge_base.node_of
