"""Files beside the versions that are damaged: named and set aside, and no start, command or build stops for them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from app.api.health import _attention
from app.runtime.services import Services
from app.system.parts import knowledge_base_part
from core.cli.parser import main
from core.curation.deleting import put_back
from core.curation.ontology_in_force import FILE_NAME as ONTOLOGY
from core.curation.ontology_in_force import change_own_types, ontology_in_force
from core.curation.open_or_build import Started, open_or_build, rebuild
from core.curation.passage_linking import link_passages
from core.curation.side_files import CHECKS, NEEDED, files_put_back, files_set_aside, mend_side_files
from core.curation.versions import restore
from core.domain.linking import LinkingRules
from core.errors import GuanxiError
from core.ingestion.remembered import Remembered, save_remembered
from core.ingestion.removals import Removals, load_removals, save_removals
from core.messages import LANGUAGES
from core.ontology import Ontology
from core.settings import Settings
from core.storage.manifest import Counts
from core.storage.publishing import current_version
from core.tuning.judgements import FILE_NAME as JUDGEMENTS
from core.tuning.judgements import JudgementStore
from core.workspace.decisions import DecisionStore
from core.workspace.last_whole import LAST_WHOLE
from core.workspace.linking_rules import FILE_NAME as LINKING
from core.workspace.linking_rules import save_rules
from core.workspace.presets import FILE_NAME as PRESETS
from core.workspace.presets import PresetStore
from core.workspace.saved_views import SavedViewStore
from core.workspace.tuned_settings import TunedSettings
from core.workspace.unlinked_sources import save_unlinked_sources, unlinked_sources
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
    assert "公司B" in put_back(out, base, ontology).knowledge_base.node_of  # a person wants all of it back
    assert mend_side_files(folder) == ()


def say_everything(base: Settings) -> dict[str, bytes]:
    """Write every file beside the versions, build, and return what they hold."""
    folder = base.knowledge_base_folder
    save_removals(folder, Removals(entities=("公司B",)))
    (folder / ONTOLOGY).write_text(AUDITS + "\n# of one's own\n", encoding="utf-8")
    add_verdicts(folder, [verdict("公司A", "公司C", "same"), verdict("公司A", "公司D", "different")])
    save_rules(folder, LinkingRules(pairs=("news:filing",), min_similarity=0.9, top=3))
    save_remembered(folder, Remembered(entity_types={"firm": "company"}))
    PresetStore(folder).save("mine", TunedSettings())
    save_unlinked_sources(folder, ("a",))
    restore(current_version(folder).name, base, ontology_in_force(base))
    rebuild(base, ontology_in_force(base))
    return {name: (folder / name).read_bytes() for name in CHECKS}


def holds(started: Started) -> tuple[Counts, set[str]]:
    """How much there is, and which companies."""
    base = started.knowledge_base
    return base.manifest.counts, {f"公司{each}" for each in "ABCDE" if f"公司{each}" in base.node_of}


def cut_off(content: bytes) -> bytes:
    """All but the last line, or half of the only one."""
    lines = content.splitlines(keepends=True)
    return b"".join(lines[:-1]) or content[: len(content) // 2]


LOSSES: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "cut off": lambda file: file.write_bytes(cut_off(file.read_bytes())),
    "half": lambda file: file.write_bytes(file.read_bytes()[: len(file.read_bytes()) // 2]),
    "empty": lambda file: file.write_bytes(b""),
    "random": lambda file: file.write_bytes(CONTENTS["random"]),
}


def test_after_any_loss_the_next_build_is_the_same_and_the_loss_is_named(base: Settings) -> None:
    said = say_everything(base)
    folder = base.knowledge_base_folder
    before = holds(rebuild(base, ontology_in_force(base)))
    assert before[1] == {"公司A", "公司C", "公司D", "公司E"}  # C by its merged id
    for (name, content), (loss, damage) in itertools.product(said.items(), LOSSES.items()):
        if name == "built_from.txt" and loss in ("cut off", "half"):
            continue  # a part of a path is a path; a build that it does not fit is refused
        damage(folder / name)
        told = mend_side_files(folder, copies=loss != "half")
        assert [(each.name, each.replaced, each.lost) for each in told] == [(name, True, loss == "deleted")], loss
        assert (folder / name).read_bytes() == content, (name, loss)
        assert (folder / told[0].aside).exists()
        for language in LANGUAGES:
            assert name in told[0].message(language)
            assert told[0].aside in told[0].message(language)
    assert files_put_back(folder) == tuple(sorted(f"{name}.put-back" for name in said))
    assert holds(rebuild(base, ontology_in_force(base))) == before


@pytest.mark.parametrize("name", ["removed.json", VERDICTS])
def test_a_build_puts_back_a_lost_file_and_says_so(
    base: Settings, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    say_everything(base)
    folder = base.knowledge_base_folder
    before = holds(open_or_build(base, ontology_in_force(base)))
    (folder / name).unlink()
    capsys.readouterr()
    assert main(["build"]) == 0
    said = capsys.readouterr().err
    assert f"{name}.put-back" in said
    assert "--undo" in said
    assert holds(open_or_build(base, ontology_in_force(base))) == before
    shared = Services(base)
    shared._start(anew=False)
    for reads in LANGUAGES:
        part = knowledge_base_part(shared, reads)
        assert part.state == "attention"
        assert f"{name}.put-back" in " ".join(part.facts)
    (attention,) = _attention(shared)
    for reads in LANGUAGES:
        text = getattr(attention, reads)
        assert f"{name}.put-back" in text
        assert str(folder) not in text
    (folder / f"{name}.put-back").unlink()
    assert knowledge_base_part(shared, "en").state == "working"
    assert _attention(shared) == ()


def test_what_is_taken_away_by_the_program_stays_away(base: Settings) -> None:
    folder = base.knowledge_base_folder
    change_own_types(AUDITS, base)
    link_passages(LinkingRules(pairs=("news:filing",), min_similarity=0.9, top=3), base, ontology_in_force(base))
    assert {each.name for each in (folder / LAST_WHOLE).iterdir()} >= {ONTOLOGY, LINKING}
    change_own_types(None, base)
    link_passages(None, base, ontology_in_force(base))
    assert mend_side_files(folder) == ()
    assert not (folder / ONTOLOGY).exists()
    assert not (folder / LINKING).exists()


def test_types_that_are_made_fewer_are_no_damage(base: Settings) -> None:
    change_own_types(AUDITS + "\nentity_types: {ship: {label: {zh: 船, en: ship}}}\n", base)
    change_own_types(AUDITS, base)
    assert mend_side_files(base.knowledge_base_folder) == ()
    assert "ship" not in ontology_in_force(base).entity_types


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_a_lost_file_whose_copy_is_damaged_is_handled_as_a_damaged_one(base: Settings, name: str) -> None:
    folder = base.knowledge_base_folder
    (folder / name).unlink(missing_ok=True)
    (folder / LAST_WHOLE).mkdir(exist_ok=True)
    (folder / LAST_WHOLE / name).write_bytes(CONTENTS["random"])
    told = mend_side_files(folder)
    if name in NEEDED:
        assert (folder / name).read_bytes() == CONTENTS["random"]
        assert main(["build"]) == 1
    else:
        assert [(each.aside, each.replaced, each.lost) for each in told] == [(f"{name}.damaged", False, False)]


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
