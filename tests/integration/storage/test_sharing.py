"""One knowledge base, several machines: each has its own folder, the shared place is a real S3 server or a folder."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from core.curation.deleting import delete_source
from core.curation.importing import imported_sources
from core.curation.open_or_build import newly_published, open_or_build, rebuild
from core.curation.versions import restore
from core.ingestion.building.build import build_knowledge_base
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import open_knowledge_base
from core.storage.object_store import (
    ObjectStore,
    SharedChangedError,
    SharedDamagedError,
    SharedDataDiffersError,
    SharedError,
)
from core.storage.publishing import POINTER, current_version, published_versions
from core.storage.sharing import sharing
from tests.shared_places import MINE, YOURS, machine, serving, take_in


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


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
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
