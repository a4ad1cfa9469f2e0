"""Files beside the versions that are damaged: named and set aside, and no start, command or build stops for them."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from app.runtime.services import Services
from app.system.parts import knowledge_base_part
from core.cli.parser import main
from core.curation.ontology_in_force import FILE_NAME as ONTOLOGY
from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import open_or_build, rebuild
from core.curation.side_files import CHECKS, LAST_WHOLE, NEEDED, files_set_aside, mend_side_files
from core.errors import GuanxiError
from core.ingestion.removals import Removals, load_removals, save_removals
from core.ontology import Ontology
from core.settings import Settings
from core.tuning.judgements import FILE_NAME as JUDGEMENTS
from core.tuning.judgements import JudgementStore
from core.workspace.decisions import DecisionStore
from core.workspace.linking_rules import FILE_NAME as LINKING
from core.workspace.presets import FILE_NAME as PRESETS
from core.workspace.presets import PresetStore
from core.workspace.saved_views import SavedViewStore
from core.workspace.unlinked_sources import unlinked_sources
from core.workspace.verdicts import FILE_NAME as VERDICTS
from core.workspace.verdicts import add_verdicts, load_verdicts, verdict

CONTENTS = {"empty": b"", "random": b"\x8f\x00\xffZ{\x13\xfe" * 9, "another type": b"3"}
CASES = list(itertools.product(sorted(CHECKS), CONTENTS))
AUDITS = "relation_types: {audits: {label: {zh: 审计, en: audits}, colour: '#123456'}}"
STORES = {
    "decisions.sqlite3": lambda folder: DecisionStore.beside(folder).all(),
    "saved_views.sqlite3": lambda folder: SavedViewStore.beside(folder, "views").all(),
    "saved_searches.sqlite3": lambda folder: SavedViewStore.beside(folder, "searches").all(),
    JUDGEMENTS: lambda folder: JudgementStore(folder).all(),
}


@pytest.fixture
def base(own_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_settings.knowledge_base_folder))
    open_or_build(own_settings, ontology)
    return own_settings


def test_every_file_that_is_written_beside_the_versions_is_looked_at() -> None:
    assert {ONTOLOGY, PRESETS, VERDICTS, LINKING, "removed.json", "unlinked_sources.json"} <= CHECKS.keys()
    assert {"import_choices.json", "restored.json", "built_from.txt"} <= CHECKS.keys()


def is_damage(name: str, content: str) -> bool:
    """Digits are a text like another."""
    return not (name == "built_from.txt" and content == "another type")


@pytest.mark.matrix(every=4)  # of three contents each: every content comes, and most files
@pytest.mark.parametrize(("name", "content"), [case for case in CASES if is_damage(*case) and case[0] not in NEEDED])
def test_it_is_named_and_set_aside_and_everything_goes_on(
    base: Settings, capsys: pytest.CaptureFixture[str], name: str, content: str
) -> None:
    folder = base.knowledge_base_folder
    (folder / LAST_WHOLE / name).unlink(missing_ok=True)
    (folder / name).write_bytes(CONTENTS[content])
    assert main(["discover", "--company", "公司A"]) == 0
    said = capsys.readouterr().err
    assert f"{name}.damaged" in said
    assert str(folder) in said
    assert (folder / f"{name}.damaged").read_bytes() == CONTENTS[content]
    assert main(["build"]) == 0
    assert f"{name}.damaged" not in capsys.readouterr().err  # said once
    assert files_set_aside(folder) == (f"{name}.damaged",)
    (folder / name).write_bytes(CONTENTS[content])
    rebuild(base, ontology_in_force(base))  # as a page does
    assert files_set_aside(folder) == (f"{name}.damaged", f"{name}.damaged-2")


@pytest.mark.parametrize(("name", "content"), [case for case in CASES if case[0] in NEEDED and case[1] != "empty"])
def test_without_what_must_not_be_forgotten_nothing_is_built(
    base: Settings, capsys: pytest.CaptureFixture[str], name: str, content: str
) -> None:
    (base.knowledge_base_folder / name).write_bytes(CONTENTS[content])
    assert main(["build"]) == 1
    said = capsys.readouterr().err
    assert name in said or "types" in said
    assert "Traceback" not in said
    assert (base.knowledge_base_folder / name).read_bytes() == CONTENTS[content]


@pytest.mark.parametrize("content", CONTENTS)
def test_what_was_taken_out_stays_out(base: Settings, ontology: Ontology, content: str) -> None:
    folder, out = base.knowledge_base_folder, Removals(entities=("公司B",))
    save_removals(folder, out)
    assert "公司B" not in rebuild(base, ontology).knowledge_base.node_of
    (folder / "removed.json").write_bytes(CONTENTS[content])
    (told,) = mend_side_files(folder)
    assert told.replaced
    for language in ("zh", "en"):
        assert "removed.json.damaged" in told.message(language)
    assert load_removals(folder) == out
    assert "公司B" not in rebuild(base, ontology).knowledge_base.node_of
    (folder / "removed.json").unlink()  # a person wants all of it back
    assert mend_side_files(folder) == ()
    assert "公司B" in rebuild(base, ontology).knowledge_base.node_of


@pytest.mark.parametrize("content", CONTENTS)
def test_types_of_ones_own_stay(base: Settings, content: str) -> None:
    file = base.knowledge_base_folder / ONTOLOGY
    file.write_text(AUDITS, encoding="utf-8")
    assert mend_side_files(base.knowledge_base_folder) == ()
    file.write_bytes(CONTENTS[content])
    mend_side_files(base.knowledge_base_folder)
    assert "audits" in ontology_in_force(base).types


def test_what_was_said_of_companies_and_sources_comes_from_the_last_start(base: Settings) -> None:
    folder = base.knowledge_base_folder
    add_verdicts(folder, [verdict("公司A", "公司B", "different")])
    (folder / "unlinked_sources.json").write_text('["a"]', encoding="utf-8")
    assert mend_side_files(folder) == ()
    said = load_verdicts(folder)
    for name in (VERDICTS, "unlinked_sources.json"):
        (folder / name).write_bytes(b"{")
    assert [each.replaced for each in mend_side_files(folder)] == [True, True]
    assert (load_verdicts(folder), unlinked_sources(folder)) == (said, ("a",))


@pytest.mark.parametrize("content", CONTENTS)
def test_the_app_starts_and_its_system_page_says_it(base: Settings, content: str) -> None:
    for name in CHECKS.keys() - NEEDED:
        (base.knowledge_base_folder / name).write_bytes(CONTENTS[content])
    shared = Services(base)
    shared._start(anew=False)
    assert shared.error is None
    for reads in ("zh", "en"):
        part = knowledge_base_part(shared, reads)
        assert part.state == "attention"
        assert "presets.json.damaged" in " ".join(part.facts)
    assert PresetStore(base.knowledge_base_folder).all().presets == ()


@pytest.mark.parametrize(("name", "content"), list(itertools.product(STORES, ("random", "another type"))))
def test_a_damaged_database_names_itself_and_is_left(base: Settings, name: str, content: str) -> None:
    file = base.knowledge_base_folder / name
    file.write_bytes(CONTENTS[content] * 100)
    assert main(["build"]) == 0
    with pytest.raises(GuanxiError) as caught:
        STORES[name](base.knowledge_base_folder)
    for language in ("zh", "en"):
        assert name in caught.value.message(language)
    assert file.read_bytes() == CONTENTS[content] * 100


def test_where_nothing_can_be_written_nothing_is_mended(base: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    file = base.knowledge_base_folder / PRESETS
    file.write_bytes(b"{")
    monkeypatch.setattr(Path, "rename", refuse)
    assert mend_side_files(base.knowledge_base_folder) == ()
    assert file.read_bytes() == b"{"
