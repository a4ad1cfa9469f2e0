"""What people decided, damaged or lost: named and set aside, and no start, command or build stops for it."""

from __future__ import annotations

import itertools
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.api.health import _attention
from app.runtime.services import Services
from app.system.parts import knowledge_base_part
from core.cli.parser import main
from core.curation.deleting import put_back
from core.curation.ontology_in_force import change_own_types, ontology_in_force
from core.curation.open_or_build import open_or_build, rebuild
from core.curation.passage_linking import link_passages
from core.curation.workspace_parts import counted, mend
from core.domain.linking import LinkingRules
from core.messages import LANGUAGES, translate
from core.ontology import Ontology
from core.settings import Settings
from core.storage.data_folder import remember_data_folder
from core.workspace.copies import LAST_WHOLE
from core.workspace.decisions import DecisionStore
from core.workspace.judgements import JudgementStore, judged_now
from core.workspace.linking_rules import chosen_rules
from core.workspace.mending import put_back_there, set_aside_there
from core.workspace.own_types import save_own_types
from core.workspace.parts import Part, note_checksum, rows_of
from core.workspace.removals import Removals, load_removals, save_removals
from core.workspace.unlinked_sources import save_unlinked_sources, unlinked_sources
from core.workspace.verdicts import add_verdicts, load_verdicts, verdict
from core.workspace.workspace import FILE_NAME, WorkspaceUnavailableError
from tests.damage_run import DAMAGES
from tests.unit.workspace.decisions.made_decisions import decision
from tests.workspace_damage import (
    AUDITS,
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


@pytest.mark.matrix()  # of three contents each: every content comes, and most parts
@pytest.mark.parametrize(
    ("name", "content"),
    [
        case
        for case in itertools.product(WITH_ONE_VALUE, CONTENTS)
        if case[0] not in NEEDED and case != ("built_from", "another type")  # digits are a text like another
    ],
)
def test_it_is_named_and_set_aside_and_everything_goes_on(
    base: Settings, capsys: pytest.CaptureFixture[str], name: str, content: str
) -> None:
    folder = base.knowledge_base_folder
    damage_part(folder, name, CONTENTS[content])
    no_copy(folder)
    assert main(["discover", "--company", "公司A"]) == 0
    said = capsys.readouterr().err
    assert f"{name}.damaged" in said
    assert str(folder) in said
    for language in LANGUAGES:
        assert translate(f"workspace.part.{name}", language) in said
    assert (folder / f"{name}.damaged").read_bytes() == CONTENTS[content]
    assert main(["build"]) == 0
    assert f"{name}.damaged" not in capsys.readouterr().err  # said once
    assert set_aside_there(folder) == (f"{name}.damaged",)
    damage_part(folder, name, CONTENTS[content])
    rebuild(base, ontology_in_force(base))  # as a page does
    assert set_aside_there(folder) == (f"{name}.damaged", f"{name}.damaged-2")


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(("name", "content"), list(itertools.product(NEEDED, CONTENTS)))
def test_without_what_must_not_be_forgotten_nothing_is_built(
    base: Settings, capsys: pytest.CaptureFixture[str], name: str, content: str
) -> None:
    folder = base.knowledge_base_folder
    damage_part(folder, name, CONTENTS[content])
    no_copy(folder)
    for _ in range(2):  # nor is what is damaged copied over
        assert main(["build"]) == 1
        said = capsys.readouterr().err
        for language in LANGUAGES:
            assert translate(f"workspace.part.{name}", language) in said
        assert f"python -m core workspace --forget {name}" in said
        assert "Traceback" not in said
    assert everything(folder)[name] if content != "random" else True  # it is still there
    assert main(["workspace", "--forget", name]) == 0
    assert f"{name}.damaged" in capsys.readouterr().err
    assert (folder / f"{name}.damaged").read_bytes() == CONTENTS[content]
    assert main(["build"]) == 0


@pytest.mark.parametrize("loss", ["random", "cut off"])
def test_without_the_file_and_its_copy_nothing_is_built_until_a_person_says_so(
    base: Settings, capsys: pytest.CaptureFixture[str], loss: str
) -> None:
    folder = base.knowledge_base_folder
    save_removals(folder, Removals(entities=("公司B",)))
    for name in (FILE_NAME, LAST_WHOLE):
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(RANDOM * 99 if loss == "random" else content[: len(content) // 2])
    damaged = (folder / FILE_NAME).read_bytes()
    for _ in range(2):
        assert main(["build"]) == 1
        assert FILE_NAME in capsys.readouterr().err
        assert (folder / FILE_NAME).read_bytes() == damaged
    assert main(["workspace", "--forget", "removed"]) == 1  # not the others with it
    said = capsys.readouterr().err
    assert "one part of it (removed) cannot be forgotten by itself" in said
    assert "python -m core workspace --forget all" in said
    assert (folder / FILE_NAME).read_bytes() == damaged
    assert main(["workspace", "--forget", "all"]) == 0
    assert "what people decided" in capsys.readouterr().err
    assert set_aside_there(folder) == (f"{FILE_NAME}.damaged",)
    assert main(["build"]) == 0
    assert "公司B" in open_or_build(base, ontology_in_force(base)).knowledge_base.node_of


@pytest.mark.parametrize("content", CONTENTS)
def test_what_was_taken_out_stays_out(base: Settings, ontology: Ontology, content: str) -> None:
    folder, out = base.knowledge_base_folder, Removals(entities=("公司B",))
    save_removals(folder, out)
    assert "公司B" not in rebuild(base, ontology).knowledge_base.node_of
    damage_part(folder, "removed", CONTENTS[content])
    (told,) = mend(folder)
    assert told.replaced
    for language in LANGUAGES:
        assert "removed.damaged" in told.message(language)
    assert load_removals(folder) == out
    assert "公司B" not in rebuild(base, ontology).knowledge_base.node_of
    assert "公司B" in put_back(out, base, ontology).knowledge_base.node_of  # a person wants all of it back
    assert mend(folder) == ()


def test_after_any_loss_the_next_build_is_the_same_and_the_loss_is_named(base: Settings) -> None:
    assert 0 not in say_everything(base).values()
    folder = base.knowledge_base_folder
    before, said = holds(rebuild(base, ontology_in_force(base))), everything(folder)
    assert before[1] == {"公司A", "公司C", "公司D", "公司E"}  # C by its merged id
    for loss, damage in LOSSES.items():
        damage(folder / FILE_NAME)
        told = mend(folder, copies=loss != "half")
        assert [(each.part, each.replaced, each.lost) for each in told] == [("all", True, loss == "deleted")], loss
        assert (folder / told[0].aside).exists()
        assert everything(folder) == said
        for language in LANGUAGES:
            assert FILE_NAME in told[0].message(language)
            assert told[0].aside in told[0].message(language)
    for name, content in itertools.product(NAMES, (b"", RANDOM)):
        damage_part(folder, name, content)
        told = mend(folder, copies=content == b"")
        assert [(each.part, each.replaced, each.lost) for each in told] == [(name, True, False)]
        assert (folder / told[0].aside).exists()
        assert everything(folder) == said
    assert put_back_there(folder) == (f"{FILE_NAME}.put-back",)
    assert holds(rebuild(base, ontology_in_force(base))) == before


def test_a_row_that_is_gone_without_this_program_comes_back(base: Settings) -> None:
    say_everything(base)
    folder = base.knowledge_base_folder
    said = everything(folder)
    for name in NAMES:
        with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as database:
            database.execute(f"DELETE FROM {name}")  # noqa: S608
        assert [(each.part, each.replaced) for each in mend(folder)] == [(name, True)]
    assert everything(folder) == said


def test_damaged_bytes_anywhere_in_the_file_are_mended_or_change_nothing(base: Settings) -> None:
    say_everything(base)
    folder = base.knowledge_base_folder
    file, said = folder / FILE_NAME, everything(folder)
    whole, chance = file.read_bytes(), random.Random(27)
    mended = 0
    for number, kind in enumerate([*DAMAGES] * 25):
        damaged = DAMAGES[kind](whole, random.Random(chance.randrange(10**9)))
        file.write_bytes(damaged) if damaged is not None else file.unlink()
        told = mend(folder)
        try:
            assert counted(folder)
        except WorkspaceUnavailableError as error:  # a bit of the format says that a newer program wrote it
            assert f"{FILE_NAME}: format" in error.message("en")
            file.write_bytes(whole)
            continue
        assert everything(folder) == said, (number, kind, told)
        mended += bool(told)
        file.write_bytes(whole)
        for each in told:
            (folder / each.aside).unlink()
    assert mended > 50


def test_a_thumb_does_not_carry_damage_into_the_copy(base: Settings) -> None:
    folder = base.knowledge_base_folder
    save_removals(folder, Removals(entities=("公司B",)))
    damage_part(folder, "removed", b'{"entities": []}')  # what reads well, and was never written
    JudgementStore(folder).judge(judged_now("公司A", "", "公司D", "up", "zh"))
    with pytest.raises(WorkspaceUnavailableError, match="not what was written"):
        load_removals(folder)
    with pytest.raises(WorkspaceUnavailableError, match="not what was written"):
        save_removals(folder, Removals(entities=("公司C",)))
    assert [(each.part, each.replaced) for each in mend(folder)] == [("removed", True)]
    assert load_removals(folder).entities == ("公司B",)
    assert len(JudgementStore(folder).all()) == 1


def test_what_is_said_before_a_loss_is_noticed_loses_nothing(base: Settings) -> None:
    folder = base.knowledge_base_folder
    save_removals(folder, Removals(entities=("公司B",)))
    (folder / FILE_NAME).unlink()
    JudgementStore(folder).judge(judged_now("公司A", "", "公司D", "up", "zh"))
    assert load_removals(folder).entities == ("公司B",)
    assert len(JudgementStore(folder).all()) == 1
    assert put_back_there(folder) == (f"{FILE_NAME}.put-back",)


def test_the_journal_of_a_lost_or_damaged_file_is_not_played_into_the_copy(base: Settings) -> None:
    """A process was killed while it wrote, and then the file was lost."""
    folder = base.knowledge_base_folder
    journal = folder / f"{FILE_NAME}-journal"
    save_removals(folder, Removals(entities=("公司A",)))
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as database:
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE removed SET content = ?", ("x" * 100_000,))
        stale = journal.read_bytes()
        database.execute("ROLLBACK")
    save_removals(folder, Removals(entities=("公司B",)))
    for damage in (Path.unlink, lambda file: file.write_bytes(RANDOM * 99)):
        damage(folder / FILE_NAME)
        journal.write_bytes(stale)
        assert len(mend(folder)) == 1
        assert load_removals(folder).entities == ("公司B",)
        assert not journal.exists()


def test_a_decision_that_cannot_be_read_goes_and_the_others_stay(base: Settings) -> None:
    folder = base.knowledge_base_folder
    store = DecisionStore.beside(folder)
    store.decide(decision())
    store.decide(decision(target_id="geely"))
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as database:
        database.execute("UPDATE decisions SET verdict = 'maybe' WHERE target_id = 'catl'")
        note_checksum(database, "decisions")
    no_copy(folder)
    (told,) = mend(folder)
    assert (told.part, told.replaced) == ("decisions", False)
    lines = (folder / told.aside).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["verdict"] for line in lines] == ["maybe", "accepted"]
    assert store.all() == (decision(target_id="geely"),)
    assert mend(folder) == ()


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("name", ["decisions", "judgements", "saved_views", "saved_searches", "same_companies"])
def test_rows_of_other_bytes_are_set_aside(base: Settings, name: str) -> None:
    say_everything(base)
    folder = base.knowledge_base_folder
    damage_part(folder, name, RANDOM)
    no_copy(folder)
    (told,) = mend(folder)
    assert (told.part, told.replaced) == (name, False)
    assert counted(folder)[name] == 0
    assert main(["build"]) == 0


def test_a_build_puts_back_a_lost_file_and_says_so(base: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    say_everything(base)
    folder = base.knowledge_base_folder
    before = holds(open_or_build(base, ontology_in_force(base)))
    (folder / FILE_NAME).unlink()
    capsys.readouterr()
    assert main(["build"]) == 0
    said = capsys.readouterr().err
    assert f"{FILE_NAME}.put-back" in said
    assert LAST_WHOLE in said  # what to do to undo it
    assert holds(open_or_build(base, ontology_in_force(base))) == before
    shared = Services(base)
    shared._start(anew=False)
    for language in LANGUAGES:
        part = knowledge_base_part(shared, language)
        assert part.state == "attention"
        assert f"{FILE_NAME}.put-back" in " ".join(part.facts)
    (attention,) = _attention(shared)
    for language in LANGUAGES:
        text = getattr(attention, language)
        assert f"{FILE_NAME}.put-back" in text
        assert str(folder) not in text
    (folder / f"{FILE_NAME}.put-back").unlink()
    assert knowledge_base_part(shared, "en").state == "working"
    assert _attention(shared) == ()


def test_what_is_taken_away_by_the_program_stays_away(base: Settings) -> None:
    folder = base.knowledge_base_folder
    change_own_types(AUDITS, base)
    link_passages(LinkingRules(pairs=("news:filing",), min_similarity=0.9, top=3), base, ontology_in_force(base))
    assert counted(folder)["ontology"] == counted(folder)["linking"] == 1
    change_own_types(None, base)
    link_passages(None, base, ontology_in_force(base))
    assert mend(folder) == ()
    (folder / FILE_NAME).unlink()
    mend(folder)
    assert counted(folder)["ontology"] == counted(folder)["linking"] == 0
    assert chosen_rules(base) is None


def test_types_that_are_made_fewer_are_no_damage(base: Settings) -> None:
    change_own_types(AUDITS + "\nentity_types: {ship: {label: {zh: 船, en: ship}}}\n", base)
    change_own_types(AUDITS, base)
    assert mend(base.knowledge_base_folder) == ()
    assert "ship" not in ontology_in_force(base).entity_types


def test_a_lost_file_whose_copy_is_damaged_is_refused(base: Settings) -> None:
    folder = base.knowledge_base_folder
    (folder / FILE_NAME).unlink()
    (folder / LAST_WHOLE).write_bytes(RANDOM)
    assert mend(folder) == ()
    assert (folder / FILE_NAME).read_bytes() == RANDOM
    assert main(["build"]) == 1


@pytest.mark.parametrize("content", CONTENTS)
def test_types_of_ones_own_stay(base: Settings, content: str) -> None:
    folder = base.knowledge_base_folder
    save_own_types(folder, AUDITS)
    assert mend(folder) == ()
    damage_part(folder, "ontology", CONTENTS[content])
    mend(folder)
    assert "audits" in ontology_in_force(base).types


def test_what_was_said_of_companies_and_sources_comes_from_the_copy(base: Settings) -> None:
    folder = base.knowledge_base_folder
    add_verdicts(folder, [verdict("公司A", "公司B", "different")])
    save_unlinked_sources(folder, ("a",))
    assert mend(folder) == ()
    said = load_verdicts(folder)
    for name in ("same_companies", "unlinked_sources"):
        damage_part(folder, name, b"{")
    assert [each.replaced for each in mend(folder)] == [True, True]
    assert (load_verdicts(folder), unlinked_sources(folder)) == (said, ("a",))


def test_a_file_that_another_process_takes_while_it_is_read_is_not_damaged(
    base: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = base.knowledge_base_folder
    add_verdicts(folder, [verdict("公司A", "公司B", "different")])
    said = load_verdicts(folder)
    monkeypatch.setattr("core.workspace.opening._WAIT", 0.05)
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as other:

        def taken(database: sqlite3.Connection, part: Part[object]) -> object:
            if not other.in_transaction:
                other.execute("BEGIN EXCLUSIVE")
            return rows_of(database, part)

        monkeypatch.setattr("core.workspace.mending.rows_of", taken)
        assert mend(folder) == ()
        assert other.in_transaction
    assert set_aside_there(folder) == ()
    assert load_verdicts(folder) == said
