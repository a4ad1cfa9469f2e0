from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from threading import Event, Thread

import pytest

import core.curation.open_or_build
from core.curation.open_or_build import Started, open_or_build, rebuild
from core.discovery.pipeline import DiscoveryPipeline
from core.errors import DataUnreadableError
from core.ingestion.progress import BuildProgress
from core.messages import LANGUAGES
from core.ontology import Ontology
from core.settings import BUNDLED_DATA, Settings
from core.storage.data_folder import (
    BUILT_FROM,
    DataFolderDiffersError,
    NotTheSampleError,
    remember_data_folder,
    require_built_from,
)
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import EmbeddingModelMismatchError, Encoder
from core.storage.publishing import BuildRunningError, building, current_version, wait_for_build
from core.storage.readers import is_read
from core.workspace.workspace import Workspace
from tests.support import change_manifest, company, relation, settings_for, write_data


@pytest.fixture
def started(own_settings: Settings, ontology: Ontology) -> Started:
    """A knowledge base of the document example, as a first start leaves it."""
    return open_or_build(own_settings, ontology)


def forbid_building(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(core.curation.open_or_build, "build_knowledge_base")


def test_the_first_start_builds(started: Started, own_settings: Settings) -> None:
    assert started.rebuilt_because == "knowledge_base_missing"
    assert started.problems == ()
    assert started.knowledge_base.folder == current_version(own_settings.knowledge_base_folder)
    assert started.knowledge_base.manifest.counts.entities == 5


def test_the_second_start_opens_what_is_there(
    started: Started, own_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid_building(monkeypatch)
    again = open_or_build(own_settings, ontology)
    assert again.rebuilt_because == ""
    assert again.knowledge_base.folder == started.knowledge_base.folder


def test_changed_data_are_built_anew(started: Started, own_settings: Settings, ontology: Ontology) -> None:
    with (own_settings.data_folder / "companies.csv").open("a", encoding="utf-8") as file:
        file.write("new,新公司,New Company,,,,,,,\n")
    again = open_or_build(own_settings, ontology)
    assert again.rebuilt_because == "data_changed"
    assert "new" in again.knowledge_base.node_of


def test_a_damaged_version_is_built_anew(started: Started, own_settings: Settings, ontology: Ontology) -> None:
    (started.knowledge_base.folder / "graph" / "source.npy").unlink()
    again = open_or_build(own_settings, ontology)
    assert again.rebuilt_because == "knowledge_base_corrupt"
    assert again.knowledge_base.folder != started.knowledge_base.folder
    assert open_or_build(own_settings, ontology).rebuilt_because == ""


def test_a_pointer_to_nowhere_is_built_anew(started: Started, own_settings: Settings, ontology: Ontology) -> None:
    (own_settings.knowledge_base_folder / "CURRENT").write_text("garbage")
    assert open_or_build(own_settings, ontology).rebuilt_because == "knowledge_base_corrupt"


def test_an_outdated_version_is_built_anew(started: Started, own_settings: Settings, ontology: Ontology) -> None:
    change_manifest(started.knowledge_base.folder, schema_version=0)
    assert open_or_build(own_settings, ontology).rebuilt_because == "knowledge_base_outdated"


def test_another_model_is_refused_without_building(
    started: Started, own_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid_building(monkeypatch)
    with pytest.raises(EmbeddingModelMismatchError):
        open_or_build(own_settings.model_copy(update={"embedding_model": "minilm-english"}), ontology)
    assert open_or_build(own_settings, ontology).knowledge_base.folder == started.knowledge_base.folder


@pytest.mark.thorough
def test_a_person_may_rebuild_with_another_model(started: Started, own_settings: Settings, ontology: Ontology) -> None:
    english = own_settings.model_copy(update={"embedding_model": "minilm-english"})
    rebuilt = rebuild(english, ontology)
    assert rebuilt.rebuilt_because == ""
    assert rebuilt.knowledge_base.manifest.embedding_dimension == 384
    assert open_or_build(english, ontology).knowledge_base.folder == rebuilt.knowledge_base.folder
    with pytest.raises(EmbeddingModelMismatchError):
        open_or_build(own_settings, ontology)


def test_a_model_that_cannot_be_loaded_builds_nothing(
    own_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(EmbeddingModelUnavailableError):
        open_or_build(own_settings.model_copy(update={"embedding_model": "no-such/model"}), ontology)
    assert not own_settings.knowledge_base_folder.exists()


def test_refused_rows_are_handed_on(tmp_path: Path, ontology: Ontology) -> None:
    data = write_data(tmp_path / "data", companies=[company("a")], relations=[relation("a", "supplies", "nobody")])
    started = open_or_build(settings_for(data, tmp_path / "knowledge_base"), ontology)
    assert [(problem.file, problem.line, problem.reason) for problem in started.problems] == [
        ("relations.csv", 2, "unknown_entity")
    ]


def test_progress_is_told_while_building_only(own_settings: Settings, ontology: Ontology) -> None:
    heard: list[BuildProgress] = []
    open_or_build(own_settings, ontology, heard.append)
    assert heard[-1].fraction == 1.0
    heard.clear()
    open_or_build(own_settings, ontology, heard.append)
    assert heard == []


def test_a_first_start_while_another_builds_waits_and_opens_what_it_publishes(
    own_settings: Settings, ontology: Ontology, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def published_by_another(folder: Path) -> None:
        monkeypatch.undo()
        core.curation.open_or_build.rebuild(own_settings, ontology)

    def busy(*_: object) -> None:
        raise BuildRunningError(folder="here")

    monkeypatch.setattr(core.curation.open_or_build, "build_knowledge_base", busy)
    monkeypatch.setattr(core.curation.open_or_build, "wait_for_build", published_by_another)
    assert open_or_build(own_settings, ontology).knowledge_base.manifest.counts.entities == 5


def test_waiting_ends_with_the_build(own_settings: Settings) -> None:
    folder = own_settings.knowledge_base_folder
    order: list[str] = []
    held = Event()

    def build() -> None:
        with building(folder):
            held.set()
            time.sleep(0.3)
            order.append("built")

    thread = Thread(target=build)
    thread.start()
    held.wait(5)
    wait_for_build(folder)
    order.append("waited")
    thread.join()
    assert order == ["built", "waited"]


def test_changed_data_while_another_builds_leave_the_opened_one_serving(
    started: Started, own_settings: Settings, ontology: Ontology
) -> None:
    with (own_settings.data_folder / "companies.csv").open("a", encoding="utf-8") as file:
        file.write("\n")
    with building(own_settings.knowledge_base_folder):
        again = open_or_build(own_settings, ontology)
    assert again.knowledge_base.folder == started.knowledge_base.folder
    assert isinstance(again.stale_because, BuildRunningError)


def test_refused_rows_are_named_after_a_restart_too(own_settings: Settings, ontology: Ontology) -> None:
    with (own_settings.data_folder / "companies.csv").open("a", encoding="utf-8") as file:
        file.write("broken,row\n")
    first = open_or_build(own_settings, ontology)
    assert [each.reason for each in first.problems if not each.repaired] == ["missing"]
    assert open_or_build(own_settings, ontology).problems == first.problems


def test_a_version_that_is_read_survives_any_number_of_builds(
    started: Started, own_settings: Settings, ontology: Ontology
) -> None:
    for _ in range(4):
        rebuild(own_settings, ontology)
    assert started.knowledge_base.table("passages").count() == 2 + 10
    assert is_read(started.knowledge_base.folder)


def test_a_first_start_without_data_says_which_file_is_missing(tmp_path: Path, ontology: Ontology) -> None:
    with pytest.raises(DataUnreadableError, match=r"companies\.csv"):
        open_or_build(settings_for(tmp_path, tmp_path / "knowledge_base"), ontology)


@pytest.mark.parametrize("damage", ["missing", "broken"])
def test_unreadable_data_do_not_keep_a_whole_knowledge_base_from_serving(
    started: Started, own_settings: Settings, ontology: Ontology, damage: str
) -> None:
    path = own_settings.data_folder / "companies.csv"
    path.unlink() if damage == "missing" else path.write_text("not,the,columns\n")
    assert open_or_build(own_settings, ontology).knowledge_base.folder == started.knowledge_base.folder


def test_a_data_folder_that_moved_is_changed_data(started: Started, own_settings: Settings, ontology: Ontology) -> None:
    other = own_settings.data_folder.rename(own_settings.data_folder.with_name("other"))
    (other / "passages.csv").write_text("id,language,text\np,en,Only this\n", encoding="utf-8")
    moved = own_settings.model_copy(update={"data_folder": other})
    assert open_or_build(moved, ontology).knowledge_base.passage_ids[:1] == ["p"]


def test_a_copy_of_the_data_files_is_no_other_data(own_settings: Settings, ontology: Ontology, tmp_path: Path) -> None:
    open_or_build(own_settings, ontology)
    copy = shutil.copytree(own_settings.data_folder, tmp_path / "copy")
    opening = own_settings.model_copy(update={"data_folder": copy})
    assert open_or_build(opening, ontology).stale_because is None
    folder = own_settings.knowledge_base_folder
    require_built_from(folder, copy, has_sources=True)  # such as where the types that ship have changed
    (copy / "more.csv").write_text("id\nx\n", encoding="utf-8")
    with pytest.raises(DataFolderDiffersError):
        require_built_from(folder, copy, has_sources=True)
    (own_settings.data_folder / "more.csv").symlink_to(tmp_path / "nowhere")
    with pytest.raises(DataFolderDiffersError):
        require_built_from(folder, copy, has_sources=True)


def test_another_data_folder_is_not_built_over_what_serves(
    own_settings: Settings, ontology: Ontology, tmp_path: Path
) -> None:
    built = open_or_build(own_settings, ontology).knowledge_base.manifest.build_id
    other = own_settings.model_copy(update={"data_folder": write_data(tmp_path / "other", companies=[company("x")])})
    started = open_or_build(other, ontology)
    assert started.knowledge_base.manifest.build_id == built
    assert isinstance(started.stale_because, DataFolderDiffersError)
    assert "GUANXI_DATA_FOLDER" in started.stale_because.message("en")
    with pytest.raises(DataFolderDiffersError):
        rebuild(other, ontology, because="imported")
    assert "x" in rebuild(other, ontology).knowledge_base.node_of  # a person asked for it
    assert open_or_build(other, ontology).stale_because is None
    for nothing_to_lose in (tmp_path / "gone", BUNDLED_DATA):
        (other.data_folder / "companies.csv").write_text(
            f"id,name_zh,name_en\n{nothing_to_lose.name},y,y\n", encoding="utf-8"
        )
        remember_data_folder(other.knowledge_base_folder, nothing_to_lose)
        assert nothing_to_lose.name in open_or_build(other, ontology).knowledge_base.node_of


def of_no_known_folder(settings: Settings, told: str) -> Settings:
    """The same knowledge base where nothing, or only a folder that is gone, says what it was built from; to be opened
    by a program that is not told where its data is."""
    Workspace.beside(settings.knowledge_base_folder).put(BUILT_FROM, told or None)
    return settings.model_copy(update={"data_folder": BUNDLED_DATA})


@pytest.mark.parametrize("told", ["", "/on/another/machine"])
def test_the_sample_does_not_replace_what_was_not_built_from_it(
    started: Started, own_settings: Settings, ontology: Ontology, told: str
) -> None:
    """An evaluation set, or the copy of a knowledge base from elsewhere."""
    opening = of_no_known_folder(own_settings, told)
    again = open_or_build(opening, ontology)
    assert again.knowledge_base.folder == started.knowledge_base.folder
    assert isinstance(again.stale_because, NotTheSampleError)
    assert all("GUANXI_DATA_FOLDER" in again.stale_because.message(language) for language in LANGUAGES)
    with pytest.raises(NotTheSampleError):
        rebuild(opening, ontology, because="imported")
    assert open_or_build(own_settings, ontology).stale_because is None  # its own folder is named again


@pytest.mark.parametrize("damage", ["graph/source.npy", "tables/entities.lance", "manifest.json", "CURRENT", "schema"])
def test_the_sample_does_not_replace_a_damaged_knowledge_base_of_other_data(
    started: Started, own_settings: Settings, ontology: Ontology, damage: str
) -> None:
    opening = of_no_known_folder(own_settings, "")
    version, manifest = started.knowledge_base.folder, started.knowledge_base.folder / "manifest.json"
    if damage == "schema":
        manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"schema_version": 0}))
    elif damage == "CURRENT":
        (own_settings.knowledge_base_folder / "CURRENT").write_text("garbage")
    elif damage.endswith("lance"):
        shutil.rmtree(version / damage)
    else:
        (version / damage).write_bytes(b"damaged")
    with pytest.raises(NotTheSampleError):
        open_or_build(opening, ontology)
    assert version.is_dir()


@pytest.mark.parametrize("told", ["", "/on/another/machine"])
def test_an_older_sample_of_which_nothing_is_noted_still_gives_way(
    sample_pipeline: DiscoveryPipeline, tmp_path: Path, told: str
) -> None:
    folder = tmp_path / "kb"
    shutil.copytree(sample_pipeline.base.settings.knowledge_base_folder, folder)
    if told:
        remember_data_folder(folder, Path(told))
    require_built_from(folder, BUNDLED_DATA, has_sources=True)
    for manifest in folder.glob("versions/*/manifest.json"):
        manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"schema_version": 0}))
    require_built_from(folder, BUNDLED_DATA, has_sources=True)
    shutil.rmtree(folder / "versions")
    require_built_from(folder, BUNDLED_DATA, has_sources=False)
