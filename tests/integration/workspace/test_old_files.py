"""The files that decisions lay in before there was a workspace, as the program of commit 158c3a0 wrote them: read once
and kept, whenever the process is killed.

base_of_158c3a0/ was written by the functions of that commit over the document example: own types, two imports, a merge,
a removal, decisions, thumbs, presets, saved links, a restored version. Of the version the manifest alone is kept, and
built_from.txt names a folder of another machine.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from core.cli.parser import main
from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import open_or_build, rebuild
from core.curation.workspace_parts import PARTS, counted, mend
from core.domain.linking import LinkingRules
from core.domain.requests import FusionMode
from core.ingestion.mapping.saved_mappings import load_mappings
from core.messages import LANGUAGES, translate
from core.ontology import Ontology
from core.settings import Settings
from core.storage.data_folder import noted_data_folder
from core.storage.restoring import RESTORED
from core.workspace import old_files
from core.workspace.decisions import DecisionStore
from core.workspace.judgements import Judgement, JudgementStore, judged_now
from core.workspace.linking_rules import chosen_rules
from core.workspace.old_files import KEPT_IN
from core.workspace.own_types import load_own_types
from core.workspace.presets import PresetStore
from core.workspace.removals import Removals, load_removals, save_removals
from core.workspace.saved_views import SavedViewStore
from core.workspace.unlinked_sources import unlinked_sources
from core.workspace.verdicts import Said, load_verdicts, said
from core.workspace.workspace import FILE_NAME, Workspace, WorkspaceUnavailableError
from tests.unit.workspace.decisions.made_decisions import decision

OLD = Path(__file__).with_name("base_of_158c3a0")
FILES = {
    *("decisions.sqlite3", "judgements.sqlite3", "saved_views.sqlite3", "saved_searches.sqlite3"),
    *("same_companies.jsonl", "presets.json", "linking.json", "removed.json", "unlinked_sources.json"),
    *("import_choices.json", "ontology.yaml", "restored.json", "built_from.txt"),
}
NEWS = "20261125T085227110056-ea160112"


@pytest.fixture
def old(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """What was decided, the imported sources and the manifest; the rest of the version is built anew from them."""
    shutil.copytree(OLD, own_settings.knowledge_base_folder)
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_settings.knowledge_base_folder))
    return own_settings


def assert_everything_is_there(settings: Settings) -> None:
    folder = settings.knowledge_base_folder
    first, other = DecisionStore.beside(folder).all()
    assert (first.target_id, first.verdict, first.relevance, first.note) == ("公司D", "accepted", 0.85, "年报第3页")
    assert (other.target_id, other.verdict, other.relevance, other.judge) == ("new", "rejected", None, "model")
    time = "2026-11-24T08:00:00+00:00"
    assert JudgementStore(folder).all() == (
        Judgement(company="公司A", query="", result_id="公司C", thumb="down", language="en", judged_at=time),
        Judgement(company="公司A", query="谁是竞品？", result_id="公司B", thumb="up", language="zh", judged_at=time),
    )
    assert SavedViewStore.beside(folder, "views").all() == {"供应链": "1abc"}
    assert SavedViewStore.beside(folder, "searches").all() == {"rivals": "company=公司A&n=5"}
    presets = PresetStore(folder).all()
    assert (presets.names, presets.default, presets.default_before) == (("ranks", "图为主"), "ranks", "")
    assert (presets.named("ranks").tuned.mode, presets.named("ranks").tuned.rrf_k) == (FusionMode.RRF, 7)
    assert presets.named("图为主").tuned.graph_weight == 0.8
    assert said(load_verdicts(folder)) == Said((("公司B", "x"),), frozenset({frozenset(("公司A", "公司D"))}))
    assert load_removals(folder) == Removals(entities=("公司E",))
    assert unlinked_sources(folder) == (NEWS,)
    assert chosen_rules(settings) == LinkingRules(pairs=("news:filing",), min_similarity=0.9, top=3)
    assert load_mappings(folder).entity_types == {"firm": "company"}
    assert load_own_types(folder) == (OLD / "ontology.yaml").read_text(encoding="utf-8")


def assert_nothing_is_lost(folder: Path) -> None:
    assert not FILES & {file.name for file in folder.iterdir()}
    for name in FILES:
        assert (folder / KEPT_IN / name).read_bytes() == (OLD / name).read_bytes(), name


def test_a_base_of_that_commit_opens_with_all_that_was_decided(old: Settings) -> None:
    ontology = ontology_in_force(old)
    started = open_or_build(old, ontology)
    base = started.knowledge_base
    assert started.rebuilt_because == "knowledge_base_outdated"
    assert len(base.manifest.sources) == 2
    assert {"公司A", "公司B", "公司C", "公司D", "new"} <= set(base.entity_ids)
    assert not {"公司E", "x"} & set(base.entity_ids)
    assert [(each.into, each.id) for each in base.merged] == [("公司B", "x")]
    assert "audits" in ontology.types
    assert_everything_is_there(old)
    assert_nothing_is_lost(old.knowledge_base_folder)
    assert mend(old.knowledge_base_folder) == ()
    assert "公司E" not in set(rebuild(old, ontology).knowledge_base.entity_ids)
    assert_everything_is_there(old)


def test_each_part_is_there_whoever_reads_first(old: Settings) -> None:
    assert noted_data_folder(old.knowledge_base_folder) == Path("/srv/another/machine/data")
    restored = Workspace.beside(old.knowledge_base_folder).value(RESTORED)
    assert restored is not None
    assert restored.build_id == (OLD / "CURRENT").read_text(encoding="utf-8")
    assert_everything_is_there(old)
    assert set(counted(old.knowledge_base_folder)) == {part.name for part in PARTS} >= set(old_files.PARTS)


class Killed(BaseException):
    """As if the process had ended here."""


@pytest.mark.parametrize("step", range(1, 16))
def test_a_process_that_is_killed_on_the_way_loses_nothing(
    old: Settings, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Before it has written, after that, and after each file that was moved."""
    real, moved = Path.rename, 0

    def rename(self: Path, target: Path) -> Path:
        nonlocal moved
        moved += 1
        if moved == step:
            raise Killed
        return real(self, target)

    monkeypatch.setattr(Path, "rename", rename)
    with contextlib.suppress(Killed):
        counted(old.knowledge_base_folder)
    monkeypatch.undo()
    assert_everything_is_there(old)
    DecisionStore.beside(old.knowledge_base_folder).withdraw("公司A", "new", "supplies")
    assert len(DecisionStore.beside(old.knowledge_base_folder).all()) == 1  # it does not come back
    assert_nothing_is_lost(old.knowledge_base_folder)


@pytest.mark.parametrize("name", ["removed.json", "decisions.sqlite3", "same_companies.jsonl"])
def test_a_process_that_is_killed_while_it_reads_has_written_nothing(
    old: Settings, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def killed(_: Path) -> old_files.Rows:
        raise Killed

    monkeypatch.setitem(old_files._FILES, name, (old_files._FILES[name][0], killed))
    with pytest.raises(Killed):
        counted(old.knowledge_base_folder)
    monkeypatch.undo()
    assert {file.name for file in old.knowledge_base_folder.iterdir()} >= FILES
    assert_everything_is_there(old)


def test_many_threads_open_it_at_once(old: Settings) -> None:
    folder = old.knowledge_base_folder
    thumbs = [judged_now("a", "", f"{number}", "up", "en") for number in range(16)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda thumb: JudgementStore(folder).judge(thumb), thumbs))
    assert len(JudgementStore(folder).all()) == 18
    assert said(load_verdicts(folder)).same == (("公司B", "x"),)
    assert_nothing_is_lost(folder)


def test_a_file_that_is_put_there_again_is_read_again(old: Settings) -> None:
    """From a backup, or written by hand."""
    folder = old.knowledge_base_folder
    counted(folder)
    save_removals(folder, Removals(entities=("公司C",)))
    DecisionStore.beside(folder).decide(decision("公司A", "公司D", "competitor", note="newer"))
    for name in ("removed.json", "decisions.sqlite3"):
        shutil.copy(OLD / name, folder / name)
    types = "\ufeffrelation_types: {sues: {label: {zh: 起诉, en: sues}}}"
    (folder / "ontology.yaml").write_text(types, encoding="utf-8")
    assert load_removals(folder).entities == ("公司E",)
    kept = DecisionStore.beside(folder).all()
    assert {(each.target_id, each.note) for each in kept} == {("公司D", "newer"), ("new", "")}
    assert "sues" in ontology_in_force(old).types
    assert (folder / KEPT_IN / "removed.json-2").is_file()
    assert_nothing_is_lost(folder)


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("name", sorted(FILES))
def test_a_damaged_file_is_named_and_kept_and_the_others_go_on(
    old: Settings, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    folder, damaged = old.knowledge_base_folder, b"\x8f\x00\xffZ{\x13\xfe" * 9
    (folder / name).write_bytes(damaged)
    part = name.partition(".")[0]
    needed = part in ("removed", "ontology")
    assert main(["build"]) == int(needed)
    told = capsys.readouterr().err
    for language in LANGUAGES:
        assert translate(f"workspace.part.{part}", language) in told
    if needed:
        with pytest.raises(WorkspaceUnavailableError):
            load_removals(folder) if part == "removed" else load_own_types(folder)
        shutil.copy(OLD / name, folder / name)  # from a backup
        assert main(["build"]) == 0
    else:
        kept = [*folder.glob("*.damaged*"), *(folder / KEPT_IN).iterdir()]
        assert damaged in [file.read_bytes() for file in kept]
        assert ".damaged" in told
    there = {name: count for name, count in counted(folder).items() if name in old_files.PARTS}
    assert {each for each, count in there.items() if count == 0} == (set() if needed else {part} - {"built_from"})


@pytest.mark.parametrize("damage", ["lost", "damaged"])
def test_what_was_lost_or_damaged_comes_from_the_copies_that_later_programs_kept(old: Settings, damage: str) -> None:
    folder = old.knowledge_base_folder
    (folder / "last_whole").mkdir()
    for name in FILES - {each for each in FILES if each.endswith("sqlite3")}:
        shutil.copy(folder / name, folder / "last_whole" / name)
        (folder / name).unlink() if damage == "lost" else (folder / name).write_bytes(b"\xff{")
    mend(folder)
    assert_everything_is_there(old)
    assert not (folder / "last_whole").exists()


def test_one_damaged_row_of_a_database_is_set_aside_and_the_others_stay(old: Settings) -> None:
    folder = old.knowledge_base_folder
    with closing(sqlite3.connect(folder / "decisions.sqlite3")) as database, database:
        database.execute("UPDATE decisions SET note = CAST(x'ff7b' AS TEXT) WHERE target_id = 'new'")
    (told,) = mend(folder)
    assert (told.part, told.replaced) == ("decisions", False)
    assert [each.target_id for each in DecisionStore.beside(folder).all()] == ["公司D"]


def test_a_database_of_other_columns_is_set_aside_as_a_whole(old: Settings) -> None:
    folder = old.knowledge_base_folder
    with closing(sqlite3.connect(folder / "saved_views.sqlite3")) as database, database:
        database.execute('ALTER TABLE views RENAME COLUMN link TO "link) VALUES (1); --"')
    (told,) = mend(folder)
    assert (told.part, told.aside) == ("saved_views", "saved_views.sqlite3.damaged")
    assert len(DecisionStore.beside(folder).all()) == 2


def test_an_empty_database_holds_nothing(old: Settings) -> None:
    folder = old.knowledge_base_folder
    (folder / "decisions.sqlite3").write_bytes(b"")
    assert DecisionStore.beside(folder).all() == ()
    assert mend(folder) == ()


def test_a_database_that_another_program_holds_is_waited_for(old: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(old_files, "_WAIT", 0.05)
    with closing(sqlite3.connect(old.knowledge_base_folder / "decisions.sqlite3", isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        with pytest.raises(WorkspaceUnavailableError, match="locked"):
            load_removals(old.knowledge_base_folder)
    assert_everything_is_there(old)


def test_nothing_is_made_where_there_was_nothing(tmp_path: Path, ontology: Ontology) -> None:
    assert counted(tmp_path) == dict.fromkeys((part.name for part in PARTS), 0)
    assert mend(tmp_path) == ()
    assert not (tmp_path / FILE_NAME).exists()
    assert list(tmp_path.iterdir()) == []
