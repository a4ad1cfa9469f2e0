"""What a damaged workspace shows on the System page, and its backups."""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from app.runtime.services import Services
from app.system.parts import knowledge_base_part
from core.cli.parser import main
from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import open_or_build, rebuild
from core.curation.workspace_parts import PARTS, WorkspaceUnwritableError, forget, load_workspace, mend, save_workspace
from core.messages import LANGUAGES, translate
from core.settings import Settings
from core.storage.data_folder import remember_data_folder
from core.workspace.copies import LAST_WHOLE
from core.workspace.judgements import JudgementStore, judged_now
from core.workspace.parts import Part
from core.workspace.presets import PresetStore
from core.workspace.removals import Removals, load_removals, save_removals
from core.workspace.workspace import FILE_NAME, WorkspaceUnavailableError
from tests.workspace_damage import (
    CONTENTS,
    LOSSES,
    NAMES,
    NEEDED,
    RANDOM,
    WITH_ONE_VALUE,
    damage_part,
    everything,
    holds,
    no_copy,
    say_everything,
)


@pytest.fixture
def base(own_base: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_base.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_base.knowledge_base_folder))
    remember_data_folder(own_base.knowledge_base_folder, own_base.data_folder)
    return own_base


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("content", CONTENTS)
def test_the_app_starts_and_its_system_page_says_it(base: Settings, content: str) -> None:
    folder = base.knowledge_base_folder
    for name in set(WITH_ONE_VALUE) - set(NEEDED):
        damage_part(folder, name, CONTENTS[content])
    no_copy(folder)
    shared = Services(base)
    shared._start(anew=False)
    assert shared.error is None
    for language in LANGUAGES:
        part = knowledge_base_part(shared, language)
        assert part.state == "attention"
        assert "presets.damaged" in " ".join(part.facts)
    assert PresetStore(folder).all().presets == ()


@pytest.mark.thorough
def test_the_system_page_stands_where_the_file_cannot_be_read(base: Settings) -> None:
    shared = Services(base)
    shared._start(anew=False)
    (base.knowledge_base_folder / FILE_NAME).write_bytes(RANDOM * 99)
    for language in LANGUAGES:
        assert FILE_NAME in " ".join(knowledge_base_part(shared, language).facts)


def test_where_nothing_can_be_written_nothing_is_mended(base: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    file = base.knowledge_base_folder / FILE_NAME
    file.write_bytes(RANDOM)
    monkeypatch.setattr(Path, "rename", refuse)
    assert mend(base.knowledge_base_folder) == ()
    assert file.read_bytes() == RANDOM


@pytest.mark.parametrize("part", PARTS, ids=NAMES)
def test_every_part_has_words_and_a_table(base: Settings, part: Part[object]) -> None:
    assert part.name in everything(base.knowledge_base_folder)
    for language in LANGUAGES:
        assert translate(f"workspace.part.{part.name}", language)


def test_a_backup_brings_everything_back_on_another_machine(
    base: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = say_everything(base)
    (tmp_path / "elsewhere").mkdir()  # no folder is made unasked
    folder, backup = base.knowledge_base_folder, tmp_path / "elsewhere" / "backup.sqlite3"
    before, rows = holds(open_or_build(base, ontology_in_force(base))), everything(folder)
    assert main(["workspace", "--save", str(backup)]) == 0
    assert json.loads(capsys.readouterr().out) == said
    for name in NAMES:
        forget(folder, name)
    rebuild(base, ontology_in_force(base))
    assert holds(open_or_build(base, ontology_in_force(base))) != before
    capsys.readouterr()
    assert main(["workspace", "--load", str(backup)]) == 0
    assert f"{FILE_NAME}.before-load" in capsys.readouterr().err
    assert everything(folder) == rows
    assert holds(open_or_build(base, ontology_in_force(base))) == before
    (folder / FILE_NAME).write_bytes(RANDOM)  # the copy holds what was loaded
    mend(folder)
    assert everything(folder) == rows


@pytest.mark.parametrize("kind", ["random", "empty", "missing", "another database", "a damaged part", "a newer format"])
def test_only_a_whole_backup_is_loaded(
    base: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    say_everything(base)
    folder, backup = base.knowledge_base_folder, tmp_path / FILE_NAME
    before = everything(folder)
    save_workspace(folder, backup)
    if kind == "a damaged part":
        damage_part(tmp_path, "linking", b"{")
    elif kind == "a newer format":
        with closing(sqlite3.connect(backup)) as database:
            database.execute("PRAGMA user_version = 99")
    else:
        LOSSES["deleted" if kind == "missing" else kind](backup)
    capsys.readouterr()
    assert main(["workspace", "--load", str(backup)]) == 1
    assert "backup" in capsys.readouterr().err
    assert everything(folder) == before
    assert not list(folder.glob("*before-load*"))
    assert not list(folder.glob("loading-*"))


def test_what_is_damaged_is_not_saved_as_a_backup(base: Settings, tmp_path: Path) -> None:
    folder = base.knowledge_base_folder
    damage_part(folder, "removed", b"{")
    with pytest.raises(WorkspaceUnavailableError):
        save_workspace(folder, tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


def test_a_backup_is_loaded_over_a_damaged_file(base: Settings, tmp_path: Path) -> None:
    say_everything(base)
    folder, backup = base.knowledge_base_folder, tmp_path / "backup"
    before = everything(folder)
    save_workspace(folder, backup)
    for name in (FILE_NAME, LAST_WHOLE):
        (folder / name).write_bytes(RANDOM)
    aside = load_workspace(folder, backup)
    assert aside is not None
    assert aside.read_bytes() == RANDOM
    assert everything(folder) == before


def test_a_whole_backup_that_cannot_be_copied_is_not_called_damaged(
    base: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, backup = base.knowledge_base_folder, tmp_path / "backup"
    say_everything(base)
    before = everything(folder)
    save_workspace(folder, backup)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("core.curation.workspace_parts.backup", full)
    with pytest.raises(WorkspaceUnwritableError, match="disk is full"):
        load_workspace(folder, backup)
    assert everything(folder) == before


def test_a_backup_is_loaded_while_others_write(tmp_path: Path) -> None:
    """What they write before is gone, what they write after it stays, and nothing is damaged."""
    folder, backup = tmp_path / "base", tmp_path / "backup"
    folder.mkdir()
    save_removals(folder, Removals(entities=("公司B",)))
    save_workspace(folder, backup)
    thumbs = [judged_now("a", "", f"{number}", "up", "en") for number in range(40)]
    with ThreadPoolExecutor(3) as pool:
        writing = [pool.submit(JudgementStore(folder).judge, thumb) for thumb in thumbs]
        writing[5].result()
        load_workspace(folder, backup)
        for each in writing:
            each.result()
    JudgementStore(folder).judge(thumbs[0])
    assert load_removals(folder).entities == ("公司B",)
    assert thumbs[0] in JudgementStore(folder).all()
    assert mend(folder) == ()
    assert not list(folder.glob("*journal*"))


@pytest.mark.parametrize("part", ["removed", "all"])
def test_what_another_process_holds_is_not_forgotten(
    base: Settings, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    folder = base.knowledge_base_folder
    save_removals(folder, Removals(entities=("公司B",)))
    monkeypatch.setattr("core.workspace.opening._WAIT", 0.05)
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(WorkspaceUnavailableError, match="locked"):
            forget(folder, part)
    assert load_removals(folder).entities == ("公司B",)


def test_a_backup_without_room_in_the_place_of_the_file_is_told(
    base: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, backup = base.knowledge_base_folder, tmp_path / "backup"
    say_everything(base)
    save_workspace(folder, backup)
    before = everything(folder)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.curation.workspace_parts.overwrite", full)
    with pytest.raises(WorkspaceUnwritableError, match="No space left"):
        load_workspace(folder, backup)
    assert everything(folder) == before
    assert not list(folder.glob("loading-*"))
