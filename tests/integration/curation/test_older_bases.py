"""A base that an older program wrote is built anew from its data folder and its imports: nothing decided is lost."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

import pytest

from core.cli.parser import main
from core.curation.checking import Checked, check_versions
from core.curation.importing import imported_sources
from core.curation.open_or_build import open_or_build, rebuild
from core.domain.records import Entity, Passage, Relation
from core.ingestion.progress import BuildProgress
from core.ingestion.records.sources import load_source
from core.ontology import Ontology
from core.settings import Settings
from core.storage.data_folder import DataFolderDiffersError, remember_data_folder
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import KnowledgeBase
from core.storage.manifest import SCHEMA_VERSION, KnowledgeBaseOutdatedError, manifest_fields, read_manifest
from core.storage.publishing import BuildRunningError, building, current_version
from tests.support import ROOT, settings_for

SCHEMA_5 = ROOT / "tests" / "bases" / "schema_5.tar.xz"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A base of schema 5 with its data folder."""
    with tarfile.open(SCHEMA_5) as archive:
        archive.extractall(tmp_path / "base", filter="data")
    (tmp_path / "base" / "data").rename(tmp_path / "data")
    remember_data_folder(tmp_path / "base", tmp_path / "data")
    return settings_for(tmp_path / "data", tmp_path / "base")


def lines(version: Path, table: str) -> list[bytes]:
    return (version / "records" / table / "records.jsonl").read_bytes().splitlines()


def relations_of(base: KnowledgeBase) -> list[Relation]:
    return [base.relation(row) for row in range(base.manifest.counts.relations)]


def test_it_is_built_anew_with_the_same_records(settings: Settings, ontology: Ontology) -> None:
    old = current_version(settings.knowledge_base_folder)
    with pytest.raises(KnowledgeBaseOutdatedError):
        read_manifest(old)
    told: list[BuildProgress] = []
    started = open_or_build(settings, ontology, told.append)
    base = started.knowledge_base
    assert (started.rebuilt_because, started.problems, started.stale_because) == ("knowledge_base_outdated", (), None)
    assert base.manifest.schema_version == SCHEMA_VERSION
    assert {"read", "mentions", "publish"} <= {each.stage for each in told}
    assert base.all_entities() == [Entity.model_validate_json(line) for line in lines(old, "entities")]
    assert relations_of(base) == [Relation.model_validate_json(line) for line in lines(old, "relations")]
    passages = [base.passage_at(base.graph.entities + row) for row in range(base.manifest.counts.passages)]
    before = [Passage.model_validate_json(line) for line in lines(old, "passages")]
    assert [(each.id, each.text) for each in passages] == [(each.id, each.text) for each in before]
    counts = manifest_fields(old)["counts"]
    assert base.manifest.counts.model_dump() == counts
    assert open_or_build(settings, ontology).rebuilt_because == ""


def test_what_people_decided_still_counts(
    settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    base = open_or_build(settings, ontology).knowledge_base
    assert not base.has_relation("alpha--supplies--beta--2")  # was taken out
    assert [(company.id, company.into) for company in base.merged] == [("alpha2", "alpha")]
    assert base.entity("alpha2").id == "alpha"
    assert base.manifest.counts.links == 1  # by rules that were set
    (source,) = imported_sources(settings)
    assert (source.name, source.relations) == ("mine.csv, ties.csv", 3)
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(settings.knowledge_base_folder))
    assert main(["feedback"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [(each["source_id"], each["target_id"], each["note"]) for each in said["decisions"]] == [
        ("alpha", "gamma", "told on the phone")
    ]
    assert [(each["result_id"], each["thumb"]) for each in said["judgements"]] == [("beta", "up")]
    assert main(["delete", "--relation", "alpha--supplies--beta--2", "--undo"]) == 0
    back = open_or_build(settings, ontology).knowledge_base
    assert back.has_relation("alpha--supplies--beta--2")


def test_its_imports_are_read_and_can_be_taken_out(settings: Settings, ontology: Ontology) -> None:
    (source,) = imported_sources(settings)
    data = load_source(settings.knowledge_base_folder, source.id)
    assert (len(data.entities), len(data.relations), data.fact_sources) == (3, 3, ())
    assert data.relations[0].attributes == (("status", "Active"),)
    facts = open_or_build(settings, ontology).knowledge_base.relation_facts
    assert set(facts.start.tolist()) == {0, 20190000, 20200000, 20210000}
    assert not facts.end.any()
    assert not facts.status.any()


class _Counting:
    """An encoder that counts the texts it is given."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.name, self.dimension = encoder.name, encoder.dimension
        self.encoded = 0

    def encode(self, texts: list[str]) -> Vectors:
        self.encoded += len(texts)
        return self._encoder.encode(texts)


def test_no_text_is_embedded_again(
    settings: Settings, ontology: Ontology, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = _Counting(encoder)
    monkeypatch.setattr("core.curation.open_or_build._encoder", lambda _: counting)
    open_or_build(settings, ontology)
    assert counting.encoded == 0


def test_a_rebuild_that_fails_leaves_it_for_the_next_start(
    settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = current_version(settings.knowledge_base_folder)

    def cut_off(_: BuildProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_or_build(settings, ontology, cut_off)
    assert current_version(settings.knowledge_base_folder) == old
    assert len(imported_sources(settings)) == 1
    assert open_or_build(settings, ontology).rebuilt_because == "knowledge_base_outdated"


def test_it_is_not_built_over_with_other_data(settings: Settings, ontology: Ontology) -> None:
    other = settings.model_copy(update={"data_folder": ROOT / "data"})
    with pytest.raises(DataFolderDiffersError):
        open_or_build(other, ontology)
    assert rebuild(settings, ontology).knowledge_base.manifest.schema_version == SCHEMA_VERSION
    with building(settings.knowledge_base_folder), pytest.raises(BuildRunningError):
        rebuild(settings, ontology)


def test_the_check_calls_it_outdated_not_damaged(settings: Settings) -> None:
    old = current_version(settings.knowledge_base_folder)
    assert check_versions(settings) == (Checked(old.name, "outdated"),)
