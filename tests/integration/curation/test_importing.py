"""Files of a person come in as a source, beside what is there, and go out again without a trace."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.curation.deleting import delete_source, what_goes_with_source
from core.curation.import_plans import ImportPlan, plan_import
from core.curation.importing import check_import, imported_sources, relation_sentences, run_import
from core.curation.workspace_parts import mend
from core.ingestion.building.build import build_knowledge_base
from core.ingestion.checking.import_choices import Choices
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.mapping.saved_mappings import IMPORT_CHOICES, load_mappings
from core.ingestion.records.problems import load_problems
from core.ingestion.records.sources import SourceUnknownError, source_report
from core.messages import LANGUAGES
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.workspace.decisions import Decision, as_relations_csv
from core.workspace.parts import put
from core.workspace.workspace import Workspace, WorkspaceUnavailableError
from tests.imports import FILES, checked, content, imported, opened


@pytest.fixture
def base(own_base: Settings) -> Settings:
    """Settings of a knowledge base of the document example, which a test may change."""
    return own_base


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
    assert dict(check.valid.unknown_labels) == {"盟友": 1}
    assert [(each.line, each.reason) for each in check.valid.data.problems] == [
        (3, "unknown_label"),
        (4, "unknown_entity"),
    ]
    assert {table: [raw_record.line for raw_record in raw_records] for table, raw_records in check.first.items()} == {
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
    assert [each.name_en for each in check.valid.data.entities] == ["Сбербанк"]


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


def test_files_of_one_name_are_told_apart(base: Settings, ontology: Ontology) -> None:
    companies = "编号,公司名称\nx,甲股份\ny,乙股份\n".encode()
    files = [("a/x.csv", companies), ("b/x.csv", "源,关系,目标\nx,竞品,y\n".encode()), ("c/x (2).csv", companies)]
    plan, check = checked(base, ontology, files)
    assert [file.name for file in plan.files] == ["x.csv", "x (2).csv", "x (2) (2).csv"]
    assert (check.info.entities, check.info.relations) == (2, 1)
    assert {problem.reason for problem in check.valid.data.problems} == {"duplicate_id"}


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
    (relation,) = check_import(again, opened(base), ontology).valid.data.relations
    assert (relation.source, relation.target) == ("公司E", "公司A")
    with Workspace.beside(base.knowledge_base_folder).change(IMPORT_CHOICES) as database:
        put(database, IMPORT_CHOICES, "{")
    with pytest.raises(WorkspaceUnavailableError, match="remembered from imports"):
        load_mappings(base.knowledge_base_folder)
    mend(base.knowledge_base_folder)
    assert load_mappings(base.knowledge_base_folder).tables == {}


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
    of_source = tmp_path / "of_source.csv"
    assert main(["sources", "--report", "mine", str(of_source)]) == 0
    assert capsys.readouterr().out.strip() == str(of_source)
    assert of_source.read_text(encoding="utf-8-sig").splitlines()[0].startswith("file,line,")
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


def test_the_command_line_says_what_an_end_is(
    base: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from core.cli.parser import main

    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(base.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(base.knowledge_base_folder))
    file = tmp_path / "holders.csv"
    file.write_text("Holder,Round,Room\nEva,new,12\n", encoding="utf-8")
    told = ["--column", "Round=source:attribute", "--column", "Room=source:attribute", "--constant", "target=Gamma"]
    assert main(["import", str(file), *told, "--constant", "source:type=person", "--preview"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["first_records"] == {
        "holders.csv": [
            {"label": "shareholder_of", "target": "Gamma", "source": "Eva"},
            {"Round": "new", "Room": "12", "type": "person", "name": "Eva"},
        ]
    }
    assert said["lacking"] == {}


@pytest.mark.parametrize(
    "wrong", [["--label", "x"], ["--label", "x=nothing"], ["--entity-type", "x=car"], ["--column", "=x"]]
)
def test_what_cannot_be_meant_is_refused_on_the_command_line(wrong: list[str]) -> None:
    from core.cli.parser import main

    with pytest.raises(SystemExit):
        main(["import", "f.csv", *wrong])
