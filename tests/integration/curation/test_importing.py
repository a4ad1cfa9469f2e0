"""Files of a person come in as a source, beside what is there, and go out again without a trace."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from core.curation.deleting import delete_source, what_goes_with_source
from core.curation.exporting import EXPORT_FORMATS, ExportFormat, export_files
from core.curation.importing import (
    ImportCheck,
    ImportPlan,
    check_import,
    imported_sources,
    plan_import,
    relation_sentences,
    run_import,
)
from core.curation.workspace_parts import mend
from core.errors import DataUnreadableError
from core.ingestion.build import BuildFailedError, build_knowledge_base
from core.ingestion.import_choices import Choices
from core.ingestion.problems import load_problems
from core.ingestion.relation_labels import MappedLabel
from core.ingestion.remembered import IMPORT_CHOICES, Remembered, load_remembered
from core.ingestion.sources import SourceDamagedError, SourceUnknownError, source_report, sources_of_current
from core.messages import LANGUAGES
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.workspace.decisions import Decision, as_relations_csv
from core.workspace.parts import put
from core.workspace.workspace import Workspace, WorkspaceUnavailableError
from tests.support import ROOT

COMPANIES = "公司名称,英文名称,编号,别名\n甲新材料,Alpha Materials,alpha,甲材\n公司B,Company B,公司B,乙公司\n".encode(
    "gb18030"
)
RELATIONS = "公司,关系,对方公司\n甲材,客户,公司A\n甲新材料,盟友,公司B\n甲新材料,竞品,无此公司\n".encode()
FILES = (("mine.csv", COMPANIES), ("ties.csv", RELATIONS))


@pytest.fixture
def base(own_base: Settings) -> Settings:
    """Settings of a knowledge base of the document example, which a test may change."""
    return own_base


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def content(knowledge_base: KnowledgeBase) -> dict[str, list[Any]]:
    """Everything that is told apart in a knowledge base, whatever the order."""
    counts = knowledge_base.manifest.counts
    return {
        "entities": sorted(knowledge_base.entity_at(row).model_dump_json() for row in range(counts.entities)),
        "relations": sorted(knowledge_base.relation(row).model_dump_json() for row in range(counts.relations)),
        "counts": [counts],
    }


def checked(
    settings: Settings, ontology: Ontology, files: Any = FILES, **choices: Any
) -> tuple[ImportPlan, ImportCheck]:
    plan = plan_import(files, settings, choices=Choices(**choices))
    return plan, check_import(plan, opened(settings), ontology)


def imported(settings: Settings, ontology: Ontology, files: Any = FILES, **choices: Any) -> str:
    """Import and return the id of the source."""
    plan, check = checked(settings, ontology, files, **choices)
    run_import(plan, check, settings, ontology)
    return check.info.id


def test_a_preview_says_what_would_come_in_and_writes_nothing(base: Settings, ontology: Ontology) -> None:
    before = sorted(path.name for path in base.knowledge_base_folder.iterdir())
    plan, check = checked(base, ontology, create_missing=False)
    assert [file.encoding for file in plan.files] == ["gb18030", "utf-8"]
    assert plan.mappings["mine.csv"].columns == {
        "公司名称": "name",
        "英文名称": "name_en",
        "编号": "id",
        "别名": "aliases",
    }
    assert (check.info.entities, check.info.relations, check.info.refused) == (2, 1, 2)
    assert dict(check.admitted.unknown_labels) == {"盟友": 1}
    assert [(each.line, each.reason) for each in check.admitted.data.problems] == [
        (3, "unknown_label"),
        (4, "unknown_entity"),
    ]
    assert {table: [draft.line for draft in drafts] for table, drafts in check.first.items()} == {
        "mine.csv": [2, 3],
        "ties.csv": [2, 3, 4],
    }
    assert dict(check.first["mine.csv"][0].values)["name"] == "甲新材料"
    assert [each.field for each in check.report] == ["关系", "对方公司"]  # as the file calls them
    assert relation_sentences(check, opened(base), ontology, "en") == ["Alpha Materials supplies Company A"]
    assert relation_sentences(check, opened(base), ontology, "zh") == ["甲新材料向公司A供货，是其供应商"]
    assert sorted(path.name for path in base.knowledge_base_folder.iterdir()) == before


def test_what_is_imported_is_there_beside_what_was(base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, labels={"盟友": MappedLabel("partner")}, create_missing=True)
    after = opened(base)
    alpha = after.entity("alpha")
    assert (alpha.name_zh, alpha.name_en, alpha.aliases) == ("甲新材料", "Alpha Materials", ("甲材",))
    known = after.entity("公司B")
    assert known.aliases[-1] == "乙公司"
    assert known.description_zh
    assert known.origin.endswith("; mine.csv:3")
    stated = {
        (relation.source, relation.type, relation.target)
        for relation in map(after.relation, range(after.manifest.counts.relations))
    }
    assert stated >= {("alpha", "supplies", "公司A"), ("alpha", "partner", "公司B"), ("公司C", "supplies", "公司A")}
    assert after.entity("无此公司").type == "company"
    assert load_problems(after.folder) == ()  # what was refused was said before the import
    (info,) = imported_sources(base)
    (repaired,) = source_report(base.knowledge_base_folder, info.id)
    assert (repaired.line, repaired.reason, repaired.repaired) == (4, "was_created", True)
    assert (info.refused, info.repaired) == (0, 1)
    assert (info.name, info.files) == ("mine.csv, ties.csv", ("mine.csv", "ties.csv"))


def note(*paragraphs: str) -> tuple[tuple[str, bytes], ...]:
    return (("note.md", "\n\n".join(paragraphs).encode()),)


def texts_of_note(settings: Settings) -> list[str]:
    found = opened(settings)
    return [
        text for text, document in found.table("passages").columns(("text", "document_id")) if document == "note.md"
    ]


def test_a_document_that_comes_again_leaves_nothing_of_its_old_text(base: Settings, ontology: Ontology) -> None:
    before = opened(base).manifest.counts
    long = [f"Company A met supplier number {number}. " * 15 for number in range(5)]
    first = imported(base, ontology, note(*long))
    assert len(texts_of_note(base)) == 5
    _, check = checked(base, ontology, note("Company A has a new supplier."))
    assert check.outdated == 4  # the first stands where the new text stands
    second = imported(base, ontology, note("Company A has a new supplier."))
    assert texts_of_note(base) == ["Company A has a new supplier."]
    assert checked(base, ontology, note("Company A has a new supplier."))[1].outdated == 0
    delete_source(second, base, ontology)
    assert len(texts_of_note(base)) == 5  # as before the second came
    delete_source(first, base, ontology)
    assert opened(base).manifest.counts == before


def test_a_table_that_comes_again_adds_to_what_was(base: Settings, ontology: Ontology) -> None:
    """Only of a text the whole is known; rows of a table with a document's name are not all of it."""
    rows = [(("p.csv", f"id,text,document_id,end\n{place},Company A {place},p.csv,9\n".encode()),) for place in "xy"]
    for each in rows:
        _, check = checked(base, ontology, each)
        assert check.outdated == 0
        imported(base, ontology, each)
    assert opened(base).has_passage("x")
    assert opened(base).has_passage("y")


def test_texts_without_ids_of_two_files_of_one_name_stay_apart(base: Settings, ontology: Ontology) -> None:
    january, february = (
        ((f"{month}/news.csv", f"text,date\nCompany A {month} one,2024/05/01\nCompany A {month} two,\n".encode()),)
        for month in ("January", "February")
    )
    before = opened(base).manifest.counts.passages
    first = imported(base, ontology, january)
    imported(base, ontology, february)
    imported(base, ontology, january)  # again: nothing is doubled
    assert opened(base).manifest.counts.passages == before + 4
    assert what_goes_with_source(first, opened(base), base, ontology).passages == 0


def test_a_relation_is_updated_by_its_id_while_the_later_source_is_there(base: Settings, ontology: Ontology) -> None:
    def ties(weight: str, target: str = "公司B") -> Any:
        return (("r.csv", f"id,source,relation,target,weight\nR-1,公司A,竞品,{target},{weight}\n".encode()),)

    def weights() -> dict[str, float]:
        served = opened(base)
        rows = [served.relation(row) for row in range(served.manifest.counts.relations)]
        return {each.id: each.weight for each in rows if each.id.startswith("R-1")}

    imported(base, ontology, ties("0.2"))
    later = imported(base, ontology, ties("0.9"))
    assert weights() == {"R-1": 0.9}
    assert what_goes_with_source(later, opened(base), base, ontology).relations == 0
    imported(base, ontology, ties("0.5", "公司C"))
    assert weights() == {"R-1": 0.9, "R-1--2": 0.5}
    delete_source(later, base, ontology)
    assert weights() == {"R-1": 0.2, "R-1--2": 0.5}


def test_a_description_cites_the_row_that_describes(base: Settings, ontology: Ontology) -> None:
    described = ("a.csv", b"id,name,description\nmaker,Maker,Maker makes cells.\n")
    named = ("b.csv", "id,name,收入\nmaker,Maker,88\n".encode())
    anew = ("c.csv", b"id,name,description\nmaker,Maker,Maker makes whole packs.\n")
    for file, origin in ((described, "a.csv:2"), (named, "a.csv:2"), (anew, "c.csv:2")):
        imported(base, ontology, (file,))
        held = opened(base)
        profiles = [f"profile:{language}:maker" for language in ("zh", "en")]
        origins = {held.passage(each).origin for each in profiles if held.has_passage(each)}
        assert origins == {origin}


def test_attributes_of_a_later_source_count_and_others_stay(base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, (("a.csv", "id,name,员工,城市\nalpha,Alpha,10,宁德\n".encode()),))
    later = imported(base, ontology, (("b.csv", "id,name,员工,note\nalpha,Alpha,20,x\n".encode()),))

    def kept() -> dict[str, str]:
        return {each.name: each.value for each in opened(base).entity("alpha").attributes}

    assert kept() == {"员工": "20", "城市": "宁德", "note": "x"}
    delete_source(later, base, ontology)
    assert kept() == {"员工": "10", "城市": "宁德"}


def test_columns_tell_how_large_companies_are(base: Settings, ontology: Ontology) -> None:
    def sizes() -> dict[str, float]:
        served = opened(base)
        return {name: size for name, size in zip(served.entity_ids, served.sizes.tolist(), strict=True) if size}

    assert sizes() == {}
    rows = "编号,公司名称,市值（亿元）,规模\n公司A,公司A,2万,\n公司B,公司B,200,\n公司C,公司C,2,\n公司D,公司D,,中型\n"
    files = (("sizes.csv", rows.encode()), ("ties.csv", "公司,关系,对方公司,规模\n".encode()))
    plan, _ = checked(base, ontology, files)
    assert plan.size_columns == ("市值（亿元）", "规模")
    source = imported(base, ontology, (("sizes.csv", rows.encode()),))
    known = {
        "公司A": 1.0,
        "公司B": pytest.approx(0.5, abs=0.01),
        "公司C": pytest.approx(0.01),
        "公司D": pytest.approx(0.6),
    }
    assert sizes() == {**known, "公司E": pytest.approx(2.11 / 4, abs=0.01)}
    delete_source(source, base, ontology)
    assert sizes() == {}


def test_what_a_source_says_exactly_as_another_stands_once(base: Settings, ontology: Ontology) -> None:
    files = (("ties.csv", "公司,关系,对方公司,年份\n公司A,竞品,公司B,2020\n公司A,竞品,公司B,2021\n".encode()),)
    relations = opened(base).manifest.counts.relations
    first = imported(base, ontology, files)
    once = opened(base)
    _, check = checked(base, ontology, files)
    assert (check.effects.repeated, check.info.relations) == (2, 2)
    second = imported(base, ontology, files)
    assert opened(base).manifest.counts == once.manifest.counts
    assert once.manifest.counts.relations == relations + 2
    assert what_goes_with_source(first, opened(base), base, ontology).relations == 0
    delete_source(first, base, ontology)
    assert opened(base).manifest.counts == once.manifest.counts
    assert what_goes_with_source(second, opened(base), base, ontology).relations == 2


@pytest.mark.parametrize("kind", EXPORT_FORMATS)
def test_an_export_that_comes_again_doubles_nothing(kind: ExportFormat, base: Settings, ontology: Ontology) -> None:
    imported(base, ontology, create_missing=True)
    before = opened(base)
    imported(base, ontology, tuple(export_files(before, kind)))
    after = opened(base)
    counted = [each.manifest.counts.model_copy(update={"mentions": 0}) for each in (before, after)]
    assert counted[0] == counted[1]
    for row in range(before.manifest.counts.relations):
        assert after.relation(row) == before.relation(row)


def test_a_preview_says_whom_it_changes_and_who_bears_a_known_name(base: Settings, ontology: Ontology) -> None:
    rows = "编号,公司名称,国家,成立年份\n公司A,公司A,US,1800\n公司B,另名公司,,\n9,公司C,CN,\n10,全新公司,CN,\n"
    _, check = checked(base, ontology, (("mine.csv", rows.encode()),))
    changed = [(each.entity_id, each.field, each.before, each.after) for each in check.effects.changed]
    assert changed == [("公司B", "name_zh", "公司B", "另名公司"), ("公司B", "name_en", "Company B", "另名公司")]
    assert [(each.coming, each.name, each.known) for each in check.effects.namesakes] == [("9", "公司C", "公司C")]
    source = imported(base, ontology, (("mine.csv", rows.encode()),))
    assert opened(base).entity("公司B").name_en == "另名公司"
    going = what_goes_with_source(source, opened(base), base, ontology)
    assert (going.entities, going.still_said) == (2, 2)
    _, later = checked(base, ontology, (("mine.csv", rows.replace("1800", "1801").encode()),))
    assert [(each.field, each.before, each.after) for each in later.effects.changed] == [("founded", "1800", "1801")]


def test_every_row_of_a_table_that_is_not_mapped_is_reported(base: Settings, ontology: Ontology) -> None:
    _, check = checked(base, ontology, (("x.csv", b"colour,shape\nred,round\nblue,square\n"),))
    assert [(each.file, each.line, each.field, each.reason) for each in check.report] == [
        ("x.csv", 2, "name", "not_mapped"),
        ("x.csv", 3, "name", "not_mapped"),
    ]
    assert check.info.refused == 2


def test_the_encoding_can_be_told(base: Settings, ontology: Ontology) -> None:
    raw = "name,city\nСбербанк,Москва\n".encode("cp1251")
    plan = plan_import((("x.csv", raw),), base, encodings=("cp1251",))
    check = check_import(plan, opened(base), ontology)
    assert [each.name_en for each in check.admitted.data.entities] == ["Сбербанк"]


def test_what_a_deleted_source_alone_stated_goes_and_what_others_state_stays(
    base: Settings, ontology: Ontology
) -> None:
    before = content(opened(base))
    first = imported(base, ontology)  # states one relation that the next source states as well
    assert len(load_problems(base.knowledge_base_folder / "sources" / first)) == 2
    assert load_problems(opened(base).folder) == ()
    with_first = content(opened(base))
    more = "source,type,target\nalpha,competitor,公司C\nalpha,supplies,公司A\n".encode()
    second = imported(base, ontology, (("more.csv", more),))
    assert opened(base).manifest.sources == (first, second)
    assert opened(base).manifest.counts.relations == with_first["counts"][0].relations + 1  # one is there already
    delete_source(second, base, ontology)
    assert content(opened(base)) == with_first
    third = imported(base, ontology, (("more.csv", "source,type,target\nalpha,competitor,公司C\n".encode()),))
    started = delete_source(first, base, ontology)
    assert started.problems == ()
    assert len(opened(base).relations_of(opened(base).node_of["alpha"])[0]) == 1  # what the third one states stays
    delete_source(third, base, ontology)
    assert content(opened(base)) == before
    with pytest.raises(SourceUnknownError) as refused:
        delete_source(first, base, ontology)
    for language in LANGUAGES:
        assert first not in refused.value.message(language)
        assert "python -m" not in refused.value.message(language)


def test_sources_survive_a_build_from_changed_data(base: Settings, encoder: Encoder, ontology: Ontology) -> None:
    source = imported(base, ontology)
    with (base.data_folder / "companies.csv").open("a", encoding="utf-8") as file:
        file.write("new,新公司,New Company,,,,,,,\n")
    build_knowledge_base(base, encoder, ontology)
    after = opened(base)
    assert after.manifest.sources == (source,)
    assert {"new", "alpha"} <= {after.entity_ids[row] for row in range(after.manifest.counts.entities)}


def test_an_import_that_fails_leaves_everything_as_it_was(
    base: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, pointer = content(opened(base)), (base.knowledge_base_folder / "CURRENT").read_text(encoding="utf-8")
    plan, check = checked(base, ontology)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("core.ingestion.build.save_graph", full)
        with pytest.raises(BuildFailedError):
            run_import(plan, check, base, ontology)
    assert (base.knowledge_base_folder / "CURRENT").read_text(encoding="utf-8") == pointer
    assert content(opened(base)) == before
    assert load_remembered(base.knowledge_base_folder) == Remembered()
    assert list((base.knowledge_base_folder / "sources").iterdir()) == []
    imported(base, ontology)  # and can be done again
    assert len(list((base.knowledge_base_folder / "sources").iterdir())) == 1


def test_files_of_one_name_are_told_apart(base: Settings, ontology: Ontology) -> None:
    companies = "编号,公司名称\nx,甲股份\ny,乙股份\n".encode()
    files = [("a/x.csv", companies), ("b/x.csv", "源,关系,目标\nx,竞品,y\n".encode()), ("c/x (2).csv", companies)]
    plan, check = checked(base, ontology, files)
    assert [file.name for file in plan.files] == ["x.csv", "x (2).csv", "x (2) (2).csv"]
    assert (check.info.entities, check.info.relations) == (2, 1)
    assert {problem.reason for problem in check.admitted.data.problems} == {"duplicate_id"}


def test_one_unreadable_file_keeps_all_out(base: Settings, ontology: Ontology) -> None:
    with pytest.raises(DataUnreadableError, match=r"broken\.xlsx"):
        checked(base, ontology, (*FILES, ("broken.xlsx", b"PK\x03\x04 nothing")))


def test_what_was_said_of_the_data_is_remembered(base: Settings, ontology: Ontology) -> None:
    files = (("ties.csv", "alpha_col,tie,beta_col\n公司A,ally,公司E\n".encode()),)
    plan = plan_import(files, base, choices=Choices({"ally": MappedLabel("supplies", reversed=True)}))
    assert plan.unmapped
    told = plan.mappings["ties.csv"].model_copy(
        update={"kind": "relations", "columns": {"alpha_col": "source", "tie": "label", "beta_col": "target"}}
    )
    plan = ImportPlan(plan.name, plan.files, {"ties.csv": told}, plan.choices)
    run_import(plan, check_import(plan, opened(base), ontology), base, ontology)
    again = plan_import((("other name.csv", files[0][1]),), base)
    assert again.mappings["other name.csv"] == told
    assert again.choices.labels == {"ally": MappedLabel("supplies", reversed=True)}
    (relation,) = check_import(again, opened(base), ontology).admitted.data.relations
    assert (relation.source, relation.target) == ("公司E", "公司A")
    with Workspace.beside(base.knowledge_base_folder).change(IMPORT_CHOICES) as database:
        put(database, IMPORT_CHOICES, "{")
    with pytest.raises(WorkspaceUnavailableError, match="remembered from imports"):
        load_remembered(base.knowledge_base_folder)
    mend(base.knowledge_base_folder)
    assert load_remembered(base.knowledge_base_folder).tables == {}


def test_what_analysts_accepted_comes_in_as_confirmed(base: Settings, ontology: Ontology) -> None:
    decision = Decision(
        source_id="公司D",
        target_id="公司A",
        relation_type="supplies",
        verdict="accepted",
        relevance=0.9,
        judge="rules",
        decided_at="2026-01-01T00:00:00+00:00",
    )
    imported(base, ontology, (("accepted.csv", as_relations_csv([decision])),))
    after = opened(base)
    (relation,) = [
        each for each in map(after.relation, range(after.manifest.counts.relations)) if each.source == "公司D"
    ]
    assert (relation.type, relation.target, relation.evidence_en) == ("supplies", "公司A", "analyst-confirmed")


def test_if_nobody_can_say_what_a_version_holds_all_sources_count(base: Settings, ontology: Ontology) -> None:
    source = imported(base, ontology)
    (opened(base).folder / "manifest.json").write_text("{", encoding="utf-8")
    assert sources_of_current(base.knowledge_base_folder) == (source,)


def test_a_damaged_source_is_said_and_what_serves_goes_on(base: Settings, encoder: Encoder, ontology: Ontology) -> None:
    source = imported(base, ontology)
    before = content(opened(base))
    place = base.knowledge_base_folder / "sources" / source
    (place / "relations.jsonl").write_text('{"id": "x"', encoding="utf-8")
    with pytest.raises(SourceDamagedError, match=source):
        build_knowledge_base(base, encoder, ontology)
    assert content(opened(base)) == before
    (place / "source.json").unlink()
    with pytest.raises(SourceUnknownError):
        imported_sources(base)


@pytest.mark.parametrize("digests", [None, "[1]", "{", "{}"])
def test_a_source_without_its_digests_is_validated_again(
    base: Settings, encoder: Encoder, ontology: Ontology, digests: str | None
) -> None:
    source = imported(base, ontology)
    before = content(opened(base))
    file = base.knowledge_base_folder / "sources" / source / "digests.json"
    file.unlink()
    if digests is not None:
        file.write_text(digests, encoding="utf-8")
    build_knowledge_base(base, encoder, ontology)
    assert content(opened(base)) == before


def test_nothing_is_swept_while_a_version_does_not_say_what_it_holds(
    base: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    leftover = base.knowledge_base_folder / "sources" / "0-left-by-a-kill"
    leftover.mkdir(parents=True)
    old = base.knowledge_base_folder / "versions" / "0"
    old.mkdir()
    (old / "manifest.json").write_text("{", encoding="utf-8")
    build_knowledge_base(base, encoder, ontology)
    assert leftover.is_dir()
    shutil.rmtree(old)
    build_knowledge_base(base, encoder, ontology)
    assert not leftover.exists()


KILLED_IMPORTS = """
import hashlib, json, os, random, signal, sys, time
from pathlib import Path
import numpy as np
from core.curation import open_or_build as start
from core.runtime.background import BACKGROUND
from core.curation.importing import check_import, plan_import, run_import
from core.ontology import default_ontology
from core.storage.knowledge_base import open_knowledge_base
from tests.support import settings_for

class QuickEncoder:
    name, dimension = "use-multilingual", 512
    def encode(self, texts):
        return np.eye(512, dtype=np.float32)[[len(text) % 512 for text in texts]]

data, base, rounds = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
settings, ontology = settings_for(data, base), default_ontology()
start.load_encoder = lambda *_, **__: QuickEncoder()

def attempt(number):
    rows = "".join(f"n{number}x{row},公司{number}x{row}\\n" for row in range(40))
    ties = f"source,label,target\\nn{number}x0,competitor_of,n{number}x1\\n"
    note = f"公司{number}x0 met Company A."
    files = (("ids.csv", "id,name\\n" + rows), ("ties.csv", ties), ("note.txt", note))
    plan = plan_import([(f"{number}-{name}", text.encode()) for name, text in files], settings)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    run_import(plan, check_import(plan, opened, ontology), settings, ontology)

def seen():
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    counts = opened.manifest.counts
    records = {
        "entities": [opened.entity_at(row) for row in range(counts.entities)],
        "relations": [opened.relation(row) for row in range(counts.relations)],
        "passages": [opened.passage_at(counts.entities + row) for row in range(counts.passages)],
    }
    vectors = {
        "entities": opened.entity_vectors, "relations": opened.relation_vectors, "passages": opened.passage_vectors
    }
    held = {}
    for kind, each in records.items():
        for row, record in enumerate(each):
            said = [record.model_dump_json(), vectors[kind].of([row]).tobytes().hex()]
            if kind == "passages":
                said += sorted(mention.model_dump_json() for mention in opened.mentions_in(record.id))
                said += sorted(link.model_dump_json() for link in opened.links_of(record.id))
            held[f"{kind} {record.id}"] = hashlib.sha256("\\n".join(said).encode()).hexdigest()
    return {"sources": len(opened.manifest.sources), "counts": counts.model_dump(), "held": held}

def forked(work):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        BACKGROUND.__init__()  # its thread stayed with the parent
        with os.fdopen(write, "wb") as out:
            out.write(json.dumps(work()).encode())
        os._exit(0)
    os.close(write)
    return child, read

def result(work):
    child, read = forked(work)
    with os.fdopen(read, "rb") as said:
        told = json.loads(said.read())
    os.waitpid(child, 0)
    return told

start = time.monotonic()
result(lambda: attempt(0))
usual = time.monotonic() - start
rng = random.Random(5)
for number in range(1, rounds + 1):
    before = result(seen)
    child, _ = forked(lambda: attempt(number))
    time.sleep(rng.random() * usual * 1.1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    print(json.dumps({"before": before, "after": result(seen)}), flush=True)
"""


@pytest.mark.parametrize("times", [4, pytest.param(20, marks=pytest.mark.thorough)])
def test_kill_at_random_points_leaves_before_or_after(base: Settings, times: int) -> None:
    folders = (str(base.data_folder), str(base.knowledge_base_folder))
    output = subprocess.run(
        [sys.executable, "-c", KILLED_IMPORTS, *folders, str(times)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rounds: list[Mapping[str, Mapping[str, Any]]] = [json.loads(line) for line in output.splitlines()]
    assert len(rounds) == times
    for each in rounds:
        before, after = each["before"], each["after"]
        came = after["sources"] - before["sources"]
        assert came in (0, 1)
        counts = {kind: sum(key.startswith(kind) for key in after["held"]) for kind in ("entities", "relations")}
        assert counts == {kind: after["counts"][kind] for kind in counts}
        assert counts["entities"] == 5 + 40 * after["sources"]
        # records, vectors, mentions and links of what was there are as they were; what came is there whole
        assert before["held"].items() <= after["held"].items()
        assert len(after["held"]) - len(before["held"]) == came * (40 + 1 + 1)
    published = {each["after"]["sources"] - each["before"]["sources"] for each in rounds}
    assert 0 in published or times < 20  # of twenty some are killed in time


def test_the_command_line_imports_lists_and_deletes(
    base: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from core.cli.parser import main

    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(base.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(base.knowledge_base_folder))
    for name, raw in FILES:
        (tmp_path / name).write_bytes(raw)
    files = [str(tmp_path / name) for name, _ in FILES]
    report = tmp_path / "refused.csv"
    assert main(["import", *files, "--no-create-missing", "--preview", "--report", str(report)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["source"], said["loaded"], said["unknown_labels"]) == (
        None,
        {"entities": 2, "relations": 1, "passages": 0},
        {"盟友": 1},
    )
    assert report.read_text(encoding="utf-8-sig").splitlines()[1].startswith("ties.csv,3,关系,refused,unknown_label,")
    assert (
        main(
            [
                "import",
                *files,
                "--name",
                "mine",
                "--label",
                "盟友=partner",
                "--entity-type",
                "X=product",
                "--create-missing",
            ]
        )
        == 0
    )
    source = json.loads(capsys.readouterr().out)["source"]
    assert main(["sources"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["id"], listed["name"], listed["relations"]) == (source, "mine", 3)
    assert main(["delete", source]) == 0
    assert json.loads(capsys.readouterr().out)["goes"][source]["relations"] == 3
    assert main(["delete", source]) == 1
    assert source in capsys.readouterr().err
    empty = tmp_path / "colours.csv"
    empty.write_text("colour,shape\nred,round\n", encoding="utf-8")
    assert main(["import", str(empty), "--report", str(tmp_path / "r.json")]) == 1
    assert json.loads(capsys.readouterr().out)["lacking"] == {"colours.csv": ["name"]}
    for wrong in (["--column", "nosuch=name"], ["--column", "colour=nmae"], ["--constant", "labl=x"]):
        assert main(["import", str(empty), *wrong, "--preview"]) == 1
        assert f"“{wrong[1].split('=')[wrong[1] == 'colour=nmae']}”" in capsys.readouterr().err
    headings = tmp_path / "headings.csv"
    headings.write_text("id,name\n", encoding="utf-8")
    assert main(["import", str(headings)]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["source"] is None
    assert "There is nothing to import." in printed.err
    told = ["--kind", "companies", "--column", "colour=name", "--column", "shape=-", "--constant", "country=X"]
    assert main(["import", str(empty), *told, "--preview"]) == 0
    assert json.loads(capsys.readouterr().out)["first_records"] == {"colours.csv": [{"country": "X", "name": "red"}]}
    for kept in ([], ["--column", "colour=attribute"]):  # several columns may be attributes
        assert main(["import", str(empty), *told[:2], "--constant", "name=N", *kept, "--preview"]) == 0
        first = json.loads(capsys.readouterr().out)["first_records"]
        assert first == {"colours.csv": [{"colour": "red", "shape": "round", "name": "N"}]}
    assert main(["import", str(empty), "--kind", "relations", "--preview"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["tables"]["colours.csv"]["columns"] == {"colour": "attribute", "shape": "attribute"}
    sparse = tmp_path / "sparse.csv"
    with sparse.open("wb") as file:
        file.truncate(600_000_000)  # holds nothing, and would take as much to read
    assert main(["import", str(sparse)]) == 1
    assert "sparse.csv" in capsys.readouterr().err
    assert main(["import", str(tmp_path / "missing.csv")]) == 1
    assert "missing.csv" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong", [["--label", "x"], ["--label", "x=nothing"], ["--entity-type", "x=car"], ["--column", "=x"]]
)
def test_what_cannot_be_meant_is_refused_on_the_command_line(wrong: list[str]) -> None:
    from core.cli.parser import main

    with pytest.raises(SystemExit):
        main(["import", "f.csv", *wrong])
