"""What goes with a source or a record is said before, goes, and can come back; versions are kept and restored."""

from __future__ import annotations

import gc
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from core.cli.parser import main
from core.curation.deleting import (
    NothingToRemoveError,
    delete_source,
    put_back,
    remove,
    what_goes_with,
    what_goes_with_source,
)
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, imported_sources, relation_sentences, run_import
from core.curation.open_or_build import open_or_build
from core.curation.passage_linking import link_passages
from core.curation.versions import restore, versions
from core.domain.linking import LinkingRules
from core.ingestion.building.build import BuildFailedError
from core.ingestion.records.sources import SourceDamagedError
from core.ontology import Ontology
from core.reasoning.llm.answer_cache import AnswerCache
from core.settings import Settings
from core.storage.embeddings import EmbeddingModelMismatchError
from core.storage.knowledge_base import KnowledgeBase
from core.storage.manifest import KnowledgeBaseOutdatedError
from core.storage.publishing import BuildRunningError, building
from core.storage.restoring import VersionUnknownError
from core.workspace.copies import LAST_WHOLE
from core.workspace.removals import REMOVED, Removals, load_removals
from core.workspace.workspace import FILE_NAME, Workspace, WorkspaceUnavailableError
from tests.support import company, relation, write_data

NODES = (
    b"id,name,description\ncatl,CATL,\nnew,Brand New Batteries,Brand New Batteries makes cells.\nother,Other Cells,\n"
)
EDGES = b"source,relation,target,passage_id\ncatl,partner,new,p9\ncatl,competitor,tesla,\nnew,competitor,other,\n"
TEXTS = (
    b"passage_id,document_id,source_kind,title,text\n"
    b"p8,d1,news,Brand New Batteries,Brand New Batteries opened a plant.\n"
    b"p9,d1,news,Partners,CATL and Brand New Batteries work together.\n"
)


@pytest.fixture
def base_settings(own_settings: Settings, ontology: Ontology, tmp_path: Path) -> Settings:
    """Two companies of the data folder, and one imported source about two more."""
    write_data(
        own_settings.data_folder,
        companies=[company("catl", "宁德时代", "CATL"), company("tesla", "特斯拉", "Tesla")],
        relations=[relation("catl", "supplies", "tesla")],
        passages=[{"id": "p1", "title": "Supply", "language": "en", "text": "CATL supplies Tesla."}],
    )
    settings = own_settings.model_copy(update={"llm_cache_file": tmp_path / "answers.sqlite3"})
    bring(settings, ontology)
    return settings


def bring(settings: Settings, ontology: Ontology) -> KnowledgeBase:
    base = open_or_build(settings, ontology).knowledge_base
    plan = plan_import([("n.csv", NODES), ("e.csv", EDGES), ("t.csv", TEXTS)], settings)
    return run_import(plan, check_import(plan, base, ontology), settings, ontology).knowledge_base


def opened(settings: Settings, ontology: Ontology) -> KnowledgeBase:
    return open_or_build(settings, ontology).knowledge_base


def contents(base: KnowledgeBase) -> tuple[object, ...]:
    """Everything a version holds that a person could see."""
    counts = base.manifest.counts
    return (
        [base.entity_at(row) for row in range(counts.entities)],
        [base.relation(row) for row in range(counts.relations)],
        [base.passage_at(counts.entities + row) for row in range(counts.passages)],
        [  # similarities differ in the seventh digit with what a text is embedded beside
            (mention.passage_id, mention.entity_id, mention.role, round(mention.weight, 5))
            for passage in base.passage_ids
            for mention in base.mentions_in(passage)
        ],
        list(base.links()),
    )


def test_what_goes_with_a_source_is_said_and_goes(base_settings: Settings, ontology: Ontology) -> None:
    base = opened(base_settings, ontology)
    (source,) = imported_sources(base_settings)
    before = base.manifest.counts
    going = what_goes_with_source(source.id, base, base_settings, ontology)
    assert (going.entities, going.relations, going.passages) == (2, 3, 2)
    assert going.first_entities == ("new", "other")
    assert going.first_passages == ("p8", "p9")
    after = delete_source(source.id, base_settings, ontology).knowledge_base.manifest.counts
    assert before.entities - after.entities == going.entities
    assert before.relations - after.relations == going.relations
    assert before.mentions - after.mentions == going.mentions > 0
    assert before.links - after.links == going.links


def test_what_another_source_states_too_does_not_go(base_settings: Settings, ontology: Ontology) -> None:
    (source,) = imported_sources(base_settings)
    part = TEXTS[: TEXTS.index(b"p9")]
    plan = plan_import([("n.csv", b"id,name\nnew,Brand New Batteries\n"), ("t.csv", part)], base_settings)
    base = opened(base_settings, ontology)
    run_import(plan, check_import(plan, base, ontology), base_settings, ontology)
    base = opened(base_settings, ontology)
    going = what_goes_with_source(source.id, base, base_settings, ontology)
    assert (going.first_entities, going.first_passages) == (("other",), ("p9",))
    after = delete_source(source.id, base_settings, ontology).knowledge_base
    assert "new" in after.node_of
    assert after.has_passage("p8")
    damaged = base_settings.knowledge_base_folder / "sources" / imported_sources(base_settings)[0].id
    (damaged / "entities.jsonl").unlink()
    with pytest.raises(SourceDamagedError, match="sources"):
        what_goes_with_source(source.id, after, base_settings, ontology)


def test_answers_that_may_quote_what_went_are_forgotten(base_settings: Settings, ontology: Ontology) -> None:
    AnswerCache(base_settings.llm_cache_file).put("key", "Brand New Batteries opened a plant.")
    (source,) = imported_sources(base_settings)
    delete_source(source.id, base_settings, ontology)
    with sqlite3.connect(base_settings.llm_cache_file) as database:
        assert database.execute("SELECT count(*) FROM answers").fetchone() == (0,)


REMOVALS = {
    "an entity": (Removals(entities=("new",)), (1, 2, 0)),
    "a relation": (Removals(relations=("catl--competitor--tesla",)), (0, 1, 0)),
    "a passage": (Removals(passages=("p9",)), (0, 1, 1)),
    "a document": (Removals(documents=("d1",)), (0, 1, 2)),
    "a passage as its own document": (Removals(documents=("p1",)), (0, 0, 1)),
    "what the data folder states": (Removals(entities=("tesla",)), (1, 2, 0)),
}


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(("removals", "counts"), REMOVALS.values(), ids=REMOVALS.keys())
def test_single_records_go_and_come_back(
    base_settings: Settings, ontology: Ontology, removals: Removals, counts: tuple[int, int, int]
) -> None:
    base = opened(base_settings, ontology)
    whole = contents(base)
    going = what_goes_with(removals, base)
    assert (going.entities, going.relations, going.passages) == counts
    after = remove(removals, base_settings, ontology).knowledge_base
    for name in ("entities", "relations", "mentions", "links"):
        lost = getattr(base.manifest.counts, name) - getattr(after.manifest.counts, name)
        assert lost == getattr(going, name), name
    assert load_removals(base_settings.knowledge_base_folder) == removals
    with pytest.raises(NothingToRemoveError):
        what_goes_with(removals, after)
    back = put_back(removals, base_settings, ontology).knowledge_base
    assert contents(back) == whole
    assert not load_removals(base_settings.knowledge_base_folder).any


def test_an_import_says_what_stays_out_because_it_was_removed(base_settings: Settings, ontology: Ontology) -> None:
    remove(Removals(entities=("new",)), base_settings, ontology)
    files = [
        ("n.csv", b"id,name\nnew,Brand New Batteries\nnewer,Newer Batteries\n"),
        ("ties.csv", b"source,type,target\nnewer,competitor,new\nnewer,competitor,catl\n"),
    ]
    plan = plan_import(files, base_settings)
    check = check_import(plan, opened(base_settings, ontology), ontology)
    told = [(problem.file, problem.line, problem.reason) for problem in check.valid.data.problems]
    assert told == [("n.csv", 2, "was_removed"), ("ties.csv", 2, "was_removed")]
    assert (check.info.entities, check.info.relations, check.info.refused) == (1, 1, 2)
    held = opened(base_settings, ontology)
    assert len(relation_sentences(check, held, ontology, "en")) == 1  # what stays out is not read out
    base = run_import(plan, check, base_settings, ontology).knowledge_base
    assert "new" not in base.node_of
    assert "newer" in base.node_of
    assert "new" in put_back(Removals(entities=("new",)), base_settings, ontology).knowledge_base.node_of


def test_what_was_removed_does_not_come_in_again(base_settings: Settings, ontology: Ontology) -> None:
    remove(Removals(entities=("new",)), base_settings, ontology)
    assert "new" not in bring(base_settings, ontology).node_of


def test_a_removal_that_fails_is_not_remembered(
    base_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise BuildFailedError(detail="disk full")

    monkeypatch.setattr("core.curation.deleting.rebuild", full)
    with pytest.raises(BuildFailedError):
        remove(Removals(entities=("new",)), base_settings, ontology)
    assert not load_removals(base_settings.knowledge_base_folder).any


def test_a_damaged_list_brings_nothing_back_by_itself(base_settings: Settings, ontology: Ontology) -> None:
    Workspace.beside(base_settings.knowledge_base_folder).put(REMOVED, "{")
    with pytest.raises(WorkspaceUnavailableError, match=r"python -m core workspace.* \(removed\)"):
        bring(base_settings, ontology)


def test_versions_are_listed_and_restored(base_settings: Settings, ontology: Ontology) -> None:
    newest, first = versions(base_settings)
    assert (newest.serving, first.serving) == (True, False)
    assert len(newest.manifest.sources) == 1
    assert first.manifest.sources == ()
    assert all(each.usable and each.megabytes > 0 for each in (newest, first))
    whole = contents(opened(base_settings, ontology))
    restored = restore(first.manifest.build_id, base_settings, ontology).knowledge_base
    assert restored.manifest.build_id == first.manifest.build_id
    assert "new" not in restored.node_of
    assert imported_sources(base_settings) == ()
    again = open_or_build(base_settings, ontology)
    assert (again.knowledge_base.manifest.build_id, again.rebuilt_because) == (first.manifest.build_id, "")
    assert contents(restore(newest.manifest.build_id, base_settings, ontology).knowledge_base) == whole
    assert len(imported_sources(base_settings)) == 1


def test_a_version_older_than_the_data_serves_until_they_change_again(
    base_settings: Settings, ontology: Ontology
) -> None:
    oldest = versions(base_settings)[-1].manifest.build_id
    companies = base_settings.data_folder / "companies.csv"
    companies.write_text(companies.read_text(encoding="utf-8") + "late,迟到,Late,,,,,,,\n", encoding="utf-8")
    assert open_or_build(base_settings, ontology).rebuilt_because == "data_changed"
    restore(oldest, base_settings, ontology)
    assert open_or_build(base_settings, ontology).knowledge_base.manifest.build_id == oldest
    companies.write_text(companies.read_text(encoding="utf-8") + "later,更迟,Later,,,,,,,\n", encoding="utf-8")
    assert "later" in opened(base_settings, ontology).node_of


def test_while_another_change_is_made_nothing_is_said_of_records_or_links(
    base_settings: Settings, ontology: Ontology
) -> None:
    """Not even for a moment: the other one reads what is said."""
    folder = base_settings.knowledge_base_folder
    remove(Removals(passages=("p8",)), base_settings, ontology)
    rules = LinkingRules(pairs=("news:filing",), min_similarity=0.9, top=3)
    link_passages(rules, base_settings, ontology)
    files = [folder / name for name in (FILE_NAME, LAST_WHOLE)]
    before = [(file.read_bytes(), file.stat().st_mtime_ns) for file in files]
    changes = (
        lambda: remove(Removals(entities=("x",)), base_settings, ontology),
        lambda: put_back(Removals(passages=("p8",)), base_settings, ontology),
        lambda: link_passages(None, base_settings, ontology),
    )
    with building(folder):
        for change in changes:
            with pytest.raises(BuildRunningError):
                change()
    assert [(file.read_bytes(), file.stat().st_mtime_ns) for file in files] == before


def test_only_what_can_be_served_is_restored(base_settings: Settings, ontology: Ontology) -> None:
    serving, first = versions(base_settings)
    folder = base_settings.knowledge_base_folder
    for unknown in ("nothing", "../versions", "", "."):
        with pytest.raises(VersionUnknownError):
            restore(unknown, base_settings, ontology)
    other = base_settings.model_copy(update={"embedding_model": "another"})
    assert not any(each.usable for each in versions(other))
    with pytest.raises(EmbeddingModelMismatchError):
        restore(first.manifest.build_id, other, ontology)
    with building(folder), pytest.raises(BuildRunningError):
        restore(first.manifest.build_id, base_settings, ontology)
    manifest = folder / "versions" / first.manifest.build_id / "manifest.json"
    manifest.write_text(json.dumps({"schema_version": 1}), encoding="utf-8")
    with pytest.raises(KnowledgeBaseOutdatedError):
        restore(first.manifest.build_id, base_settings, ontology)
    assert [each.manifest.build_id for each in versions(base_settings)] == [serving.manifest.build_id]
    (folder / "CURRENT").unlink()
    assert not any(each.serving for each in versions(base_settings))


@pytest.mark.matrix()
@pytest.mark.parametrize("lost", ["manifest", "version", "versions", "versions and CURRENT"])
def test_what_was_imported_outlives_the_loss_of_a_version(
    base_settings: Settings, ontology: Ontology, lost: str
) -> None:
    folder = base_settings.knowledge_base_folder
    (source,) = imported_sources(base_settings)
    version = opened(base_settings, ontology).folder
    if lost == "manifest":
        (version / "manifest.json").unlink()
    else:
        shutil.rmtree(version if lost == "version" else folder / "versions")
    if lost.endswith("CURRENT"):
        (folder / "CURRENT").unlink()
    again = opened(base_settings, ontology)
    assert [each.id for each in imported_sources(base_settings)] == [source.id]
    assert again.entity("new").name_en == "Brand New Batteries"


def test_as_many_versions_are_kept_as_the_setting_says(base_settings: Settings, ontology: Ontology) -> None:
    gc.collect()  # versions that somebody reads stay
    one = base_settings.model_copy(update={"kept_versions": 1})
    remove(Removals(passages=("p8",)), one, ontology)
    assert len(versions(one)) == 1
    assert not list(one.knowledge_base_folder.glob("putting-*"))


def test_the_command_line_does_the_same(
    base_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(base_settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(base_settings.knowledge_base_folder))
    monkeypatch.setenv("GUANXI_LLM_CACHE_FILE", str(base_settings.llm_cache_file))

    def run(*arguments: str) -> object:
        assert main(list(arguments)) == 0
        return json.loads(capsys.readouterr().out or "null")

    (source,) = imported_sources(base_settings)
    preview = run("delete", source.id, "--document", "d1", "--preview")
    assert preview["goes"][source.id]["entities"] == 2  # type: ignore[index]
    assert preview["goes"]["records"]["passages"] == 2  # type: ignore[index]
    assert len(imported_sources(base_settings)) == 1
    assert run("delete", "--document", "d1")["removed_records"]["documents"] == ["d1"]  # type: ignore[index]
    assert run("delete", "--document", "d1", "--undo")["removed_records"]["documents"] == []  # type: ignore[index]
    built = opened(base_settings, ontology).manifest.build_id
    for wrong in (["nosuch"], ["--relation", "nosuch"], []):
        assert main(["delete", *wrong, "--undo"]) == 1
        assert ", ".join(wrong[-1:]) in capsys.readouterr().err
    assert opened(base_settings, ontology).manifest.build_id == built
    run("delete", source.name)
    assert imported_sources(base_settings) == ()
    kept = run("versions")
    assert [each["serving"] for each in kept][:2] == [True, False]  # type: ignore[union-attr]
    run("versions", "--restore", kept[1]["build_id"])  # type: ignore[index]
    assert len(imported_sources(base_settings)) == 1
    assert main(["delete"]) == 1
    told = capsys.readouterr().err
    assert all(option in told for option in ("--entities", "--documents", "core delete SOURCE"))


def test_relations_of_another_source_stay_where_the_deleted_one_brought_their_ends(
    base_settings: Settings, ontology: Ontology
) -> None:
    for name, rows in (("a", "Nova Sensorik;Pluto Anlagen"), ("b", "Pluto Anlagen;Alpha\nMerkur Guss;Pluto Anlagen")):
        file = (f"{name}.csv", f"Lieferant;Abnehmer\n{rows}\n".encode())
        plan = plan_import([file], base_settings)
        run_import(plan, check_import(plan, opened(base_settings, ontology), ontology), base_settings, ontology)
    source = next(each for each in imported_sources(base_settings) if each.files == ("a.csv",))
    going = what_goes_with_source(source.id, opened(base_settings, ontology), base_settings, ontology)
    assert going.relations == 1
    started = delete_source(source.id, base_settings, ontology)
    base = started.knowledge_base
    assert started.problems == ()
    assert len(base.relations_of(base.node_of["Pluto Anlagen"])[0]) == 2
    assert base.entity("Pluto Anlagen").origin.startswith("b.csv:")
    assert "Nova Sensorik" not in base.node_of
