"""Companies that are one become one, with everything that is theirs, and two again when that is taken back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.cli.parser import main
from core.curation.deleting import delete_source
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import Started
from core.curation.same_companies import (
    CompaniesToldApartError,
    Merge,
    MergeUnknownError,
    OneThroughOthersError,
    VerdictWaitingError,
    apply_collected,
    candidates_of,
    changes_what_is_one,
    collect,
    collected,
    decide,
    discard_collected,
    merges,
    order_to_keep,
    proposals,
    told_apart,
    undoing,
)
from core.errors import KnowledgeBaseCorruptError
from core.ingestion.building.build import BuildFailedError, build_knowledge_base
from core.ontology import Ontology
from core.retrieval.linking import NameIndex
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.workspace.verdicts import (
    SAME_COMPANIES,
    CompanyUnknownError,
    OneCompanyAlreadyError,
    Saying,
    load_verdicts,
    verdict,
)
from core.workspace.workspace import Workspace, WorkspaceUnavailableError
from tests.support import company, relation, settings_for, write_data

COMPANIES = [
    company("catl", "宁德时代", "CATL", tickers="300750.SZ", country="CN", founded="2011"),
    company(
        "big",
        "宁德时代新能源科技股份有限公司",
        "Contemporary Amperex",
        tickers="3750.HK",
        country="China",
        founded="2011",
        aliases="CATL Ltd",
        description_en="Makes batteries.",
    ),
    company("trad", "寧德時代", "寧德時代", industry="batteries"),
    company("tesla", "特斯拉", "Tesla"),
    company("byd", "比亚迪", "BYD"),
]
RELATIONS = [
    relation("catl", "supplies", "tesla"),
    relation("big", "supplies", "byd"),
    relation("big", "competitor", "catl"),
    relation("big", "in_industry", "cells"),
]
PASSAGES = [
    {"id": "p", "title": "x", "language": "zh", "source_kind": "note", "date": "2024", "text": "寧德時代与比亚迪竞争。"}
]
CELLS = {"id": "cells", "type": "industry", "name_zh": "电芯", "name_en": "Cells"}


@pytest.fixture
def settings(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> Settings:
    """A base in which one company is there three times."""
    data = write_data(tmp_path / "data", companies=COMPANIES, concepts=[CELLS], relations=RELATIONS, passages=PASSAGES)
    made = settings_for(data, tmp_path / "kb")
    build_knowledge_base(made, encoder, ontology)
    return made


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def content(base: KnowledgeBase) -> dict[str, Any]:
    """Everything in it, in its order."""
    counts = base.manifest.counts
    return {
        "entities": [base.entity_at(row) for row in range(counts.entities)],
        "relations": [base.relation(row) for row in range(counts.relations)],
        "passages": [base.passage_at(counts.entities + row) for row in range(counts.passages)],
        "mentions": [
            [(each.entity_id, each.role, round(each.weight, 3)) for each in base.mentions_in(base.passage_ids[row])]
            for row in range(counts.passages)
        ],  # a text that is embedded again differs in the last digits
        "problems": counts.skipped_rows,
        "merged": base.merged,
    }


def deciding(settings: Settings, ontology: Ontology, *said: tuple[str, str, Any]) -> Started | None:
    return decide([verdict(*each) for each in said], opened(settings), settings, ontology)


def test_everything_of_a_merged_company_is_of_the_one_that_is_kept(settings: Settings, ontology: Ontology) -> None:
    before = content(opened(settings))
    started = deciding(settings, ontology, ("catl", "big", "same"), ("catl", "trad", "same"))
    assert started is not None
    base = opened(settings)
    kept = base.entity("catl")
    assert (kept.name_zh, kept.name_en, kept.tickers) == ("宁德时代", "CATL", ("300750.SZ", "3750.HK"))
    assert {"宁德时代新能源科技股份有限公司", "Contemporary Amperex", "CATL Ltd", "寧德時代"} == set(kept.aliases)
    assert (kept.description_en, kept.industry, kept.country) == ("Makes batteries.", "batteries", "CN")
    stated = [base.relation(row) for row in range(base.manifest.counts.relations)]
    assert {(each.source, each.type, each.target) for each in stated} == {
        ("catl", "supplies", "tesla"),
        ("catl", "supplies", "byd"),
        ("catl", "in_industry", "cells"),
    }
    (problem,) = started.problems
    assert problem.reason == "within_one_company"
    assert "big – catl" in problem.message("en")
    assert {mention.entity_id for mention in base.mentions_in("p")} == {"catl", "byd"}
    assert base.entity("big") == base.entity("trad") == kept  # an old link still leads there
    assert base.node_of["big"] == base.node_of["catl"]
    assert "big" not in list(base.entity_ids)
    index = NameIndex(base, ontology)
    for name in ("big", "trad", "Contemporary Amperex", "寧德時代", "CATL", "3750.HK"):
        assert index.link_name(name).entity_ids == ("catl",)
    assert index.link_question("誰供應比亞迪？寧德時代嗎").entity_ids == ("byd", "catl")
    assert [(each.other, each.decided, each.served, each.name_en) for each in merges(base, settings)] == [
        ("big", True, True, "Contemporary Amperex"),
        ("trad", True, True, "寧德時代"),
    ]
    deciding(settings, ontology, *((each.kept, each.other, each.saying) for each in undoing("catl", base, settings)))
    assert content(opened(settings)) == before


def test_proposals_leave_out_what_was_decided(settings: Settings, ontology: Ontology) -> None:
    base = opened(settings)
    found = candidates_of(base)
    pairs = [("catl", "trad"), ("big", "catl"), ("big", "trad")]
    assert [(each.first, each.second) for each in proposals(found, settings)] == pairs
    assert order_to_keep(base, "trad", "catl") == ("catl", "trad")
    assert order_to_keep(base, "tesla", "tesla") == ("tesla", "tesla")
    assert deciding(settings, ontology, ("catl", "trad", "different")) is None  # nothing to build
    assert [(each.first, each.second) for each in proposals(found, settings)] == pairs[1:]
    assert told_apart(settings) == (("catl", "trad"),)
    with pytest.raises(CompaniesToldApartError, match="trad"):
        deciding(settings, ontology, ("catl", "big", "same"), ("big", "trad", "same"))
    (withdrawn,) = undoing("trad", base, settings)
    assert decide([withdrawn], base, settings, ontology) is None
    assert proposals(found, settings) == found


def test_what_cannot_be_decided_is_refused_and_nothing_is_kept(settings: Settings, ontology: Ontology) -> None:
    with pytest.raises(CompanyUnknownError, match="nobody"):
        deciding(settings, ontology, ("catl", "nobody", "same"))
    with pytest.raises(CompanyUnknownError, match="cells"):  # an industry
        deciding(settings, ontology, ("catl", "cells", "different"))
    with pytest.raises(OneCompanyAlreadyError):
        deciding(settings, ontology, ("catl", "big", "same"), ("trad", "big", "same"), ("catl", "trad", "same"))
    with pytest.raises(MergeUnknownError, match="tesla"):
        undoing("tesla", opened(settings), settings)
    assert load_verdicts(settings.knowledge_base_folder) == ()


@pytest.mark.parametrize("step", ["core.ingestion.building.build.save_graph", "core.storage.sharing.Sharing.offer"])
def test_a_build_that_fails_keeps_no_decision(
    step: str, settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(step, full)
        with pytest.raises(BuildFailedError):
            deciding(settings, ontology, ("catl", "trad", "same"))
    assert load_verdicts(settings.knowledge_base_folder) == ()
    assert opened(settings).merged == ()


def imported(settings: Settings, ontology: Ontology, text: str) -> str:
    plan = plan_import([("mine.csv", text.encode())], settings)
    check = check_import(plan, opened(settings), ontology)
    run_import(plan, check, settings, ontology)
    return check.info.id


def test_decisions_survive_rebuilds_and_the_deletion_of_sources(
    settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    source = imported(settings, ontology, "id,company,former names\nx,Amperex Works,时代工厂;Old Works\n")
    assert opened(settings).entity("x").aliases == ("时代工厂", "Old Works")  # former names are found by linking
    assert NameIndex(opened(settings), ontology).link_name("Old Works").entity_ids == ("x",)
    deciding(settings, ontology, ("catl", "x", "same"))
    build_knowledge_base(settings, encoder, ontology)
    assert opened(settings).entity("x").id == "catl"
    ends = imported(settings, ontology, "source,type,target\nx,competitor,tesla\n")  # the old id is still understood
    stated = [opened(settings).relation(row) for row in range(opened(settings).manifest.counts.relations)]
    assert ("catl", "competitor", "tesla") in {(each.source, each.type, each.target) for each in stated}
    delete_source(ends, settings, ontology)
    delete_source(source, settings, ontology)
    base = opened(settings)
    assert "x" not in base.node_of
    assert base.entity("catl").aliases == ()
    assert merges(base, settings) == (Merge("catl", "x", decided=True, served=False),)


def test_a_rule_merges_what_scores_enough_unless_it_was_told_apart(
    settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    ruled = settings.model_copy(update={"merge_same_company_from": 0.9})
    build_knowledge_base(ruled, encoder, ontology)
    base = opened(ruled)
    assert [(each.kept, each.other, each.decided, each.by_rule) for each in merges(base, ruled)] == [
        ("catl", "trad", False, True)
    ]
    assert base.entity("trad").id == "catl"
    decisions = undoing("trad", base, ruled)
    assert changes_what_is_one(decisions, base, ruled)
    decide(decisions, base, ruled, ontology)
    assert opened(ruled).entity("trad").id == "trad"
    assert merges(opened(ruled), ruled) == ()


def test_a_name_in_one_language_is_completed_by_the_other_company(settings: Settings, ontology: Ontology) -> None:
    imported(settings, ontology, "id,company\nx,Tesla Motors\ny,特斯拉汽车\n")
    deciding(settings, ontology, ("x", "y", "same"))
    kept = opened(settings).entity("x")
    assert (kept.name_zh, kept.name_en, kept.aliases) == ("特斯拉汽车", "Tesla Motors", ())
    assert [each.other for each in merges(opened(settings), settings)] == ["y"]
    (undone,) = undoing("x", opened(settings), settings)  # by the id that is kept
    assert (undone.other, undone.saying) == ("y", "withdrawn")


def test_damage_is_said(settings: Settings, ontology: Ontology) -> None:
    with Workspace.beside(settings.knowledge_base_folder).change(SAME_COMPANIES) as database:
        database.execute("INSERT INTO same_companies VALUES (1, 'a', 'a', 'same', '')")
    with pytest.raises(WorkspaceUnavailableError):
        merges(opened(settings), settings)
    (opened(settings).folder / "companies" / "merged.json").unlink()
    with pytest.raises(KnowledgeBaseCorruptError, match="merged"):
        opened(settings)


def test_the_command_lists_decides_and_undoes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(settings.knowledge_base_folder))

    def run(*arguments: str) -> str:
        assert main(["same-companies", *arguments]) == 0
        return capsys.readouterr().out

    listed = run()
    assert "CATL [catl] ~ 寧德時代 [trad]  (--merge catl trad)" in listed
    assert "+ the same name: 宁德时代 / 寧德時代" in listed
    assert "名称相同" in run("--language", "zh")
    found = json.loads(run("--json", "--min-score", "0.9"))
    assert [(each["first"], each["second"]) for each in found["proposals"]] == [("catl", "trad")]
    assert main(["same-companies", "--merge", "catl", "big", "--merge", "catl", "trad", "--apart", "byd", "tesla"]) == 0
    assert "merged into one company: " in capsys.readouterr().err
    found = json.loads(run("--json"))
    assert [each["other"] for each in found["merges"]] == ["big", "trad"]
    assert (found["proposals"], found["different"]) == ([], [["byd", "tesla"]])
    listed = run()
    assert "merged: big -> catl" in listed
    assert "different: byd, tesla" in listed
    run("--undo", "big", "--undo", "trad", "--undo", "byd")
    assert "merged" not in run()
    assert main(["same-companies", "--merge", "catl", "catl"]) == 1
    for wrong in ("2", "x"):
        with pytest.raises(SystemExit):
            main(["same-companies", "--min-score", wrong])


def test_a_version_that_has_a_merge_that_was_taken_back_says_so(settings: Settings, ontology: Ontology) -> None:
    deciding(settings, ontology, ("catl", "trad", "same"))
    merged = opened(settings)
    deciding(settings, ontology, ("catl", "trad", "withdrawn"))
    (merge,) = merges(merged, settings)
    assert (merge.decided, merge.by_rule, merge.served) == (False, False, True)


def test_what_waits_is_kept_until_it_is_applied(settings: Settings, ontology: Ontology) -> None:
    """A page that is loaded anew, and a program that is started anew, know what was said before."""
    base = opened(settings)
    collect(verdict("catl", "big", "same"), base, settings, ontology)
    collect(verdict("catl", "trad", "same"), base, settings, ontology)
    assert [each.pair for each in collected(settings)] == [{"catl", "big"}, {"catl", "trad"}]
    assert merges(base, settings) == ()
    with pytest.raises(OneCompanyAlreadyError):
        collect(verdict("big", "trad", "same"), base, settings, ontology)
    started = apply_collected(base, settings, ontology)
    assert started is not None
    assert {each.id for each in started.knowledge_base.merged} == {"big", "trad"}
    assert collected(settings) == ()


@pytest.mark.parametrize("first", ["same", "different"])
@pytest.mark.parametrize("second", ["same", "different", "withdrawn"])
def test_two_windows_never_keep_opposite_decisions(
    first: Saying, second: Saying, settings: Settings, ontology: Ontology
) -> None:
    """The second window still shows the pair; whichever way round it names the two."""
    settings = settings.model_copy(update={"merge_same_company_from": 0.99})  # so that "different" waits too
    base = opened(settings)
    collect(verdict("catl", "byd", first), base, settings, ontology)
    waiting = collected(settings)
    assert len(waiting) == 1
    with pytest.raises(VerdictWaitingError):
        collect(verdict("byd", "catl", second), base, settings, ontology)
    assert (collected(settings), told_apart(settings)) == (waiting, ())


def test_companies_that_are_one_through_a_third_are_not_told_apart(settings: Settings, ontology: Ontology) -> None:
    base = opened(settings)
    collect(verdict("catl", "big", "same"), base, settings, ontology)
    collect(verdict("catl", "trad", "same"), base, settings, ontology)
    with pytest.raises(OneThroughOthersError):
        collect(verdict("big", "trad", "different"), base, settings, ontology)
    assert told_apart(settings) == ()


def test_what_changes_nothing_that_is_served_does_not_wait(settings: Settings, ontology: Ontology) -> None:
    base = opened(settings)
    collect(verdict("catl", "byd", "different"), base, settings, ontology)
    assert collected(settings) == ()
    assert told_apart(settings) == (("byd", "catl"),)


def test_what_waits_is_discarded(settings: Settings, ontology: Ontology) -> None:
    base = opened(settings)
    collect(verdict("catl", "big", "same"), base, settings, ontology)
    discard_collected(settings)
    assert collected(settings) == ()
    assert apply_collected(base, settings, ontology) is None


def test_what_waits_waits_on_after_a_build_that_failed(
    settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise BuildFailedError(detail="no space left")

    base = opened(settings)
    collect(verdict("catl", "big", "same"), base, settings, ontology)
    monkeypatch.setattr("core.curation.same_companies.rebuild", fail)
    with pytest.raises(BuildFailedError):
        apply_collected(base, settings, ontology)
    assert [each.pair for each in collected(settings)] == [{"catl", "big"}]
