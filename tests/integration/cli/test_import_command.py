"""The command ``import``: what is said of all rows, what is remembered of it, and output that nobody reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.parser import main
from core.curation.import_plans import plan_import
from core.curation.importing import check_import
from core.ontology import Ontology
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from tests.command_line import printed, refused
from tests.support import ROOT

DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))
CIK_TABLES = sorted((DATASETS / "import_samples" / "edge_csv_by_cik").glob("*.csv"))


@pytest.fixture
def base(own_base: Settings) -> Settings:
    """Settings of a knowledge base of the document example, which a test may change."""
    return own_base


@pytest.fixture
def commanded(base: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The same, which commands use."""
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(base.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(base.knowledge_base_folder))
    return base


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


@pytest.mark.usefixtures("commanded")
def test_a_relation_type_that_was_said_of_one_file_is_asked_for_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, own = (tmp_path / name for name in ("first.csv", "second.csv", "own.csv"))
    first.write_text("from,to\n公司A,公司E\n", encoding="utf-8")
    second.write_text("from,to\n公司B,公司E\n", encoding="utf-8")
    printed(capsys, "import", str(first), "--constant", "label=competitor", "--constant", "year=2020")
    assert main(["import", str(second), "--preview"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["lacking"] == {"second.csv": ["label"]}
    assert said["tables"]["second.csv"]["constants"] == {"year": "2020"}
    own.write_text("供应商名称,客户名称\n公司A,公司E\n", encoding="utf-8")
    for _ in range(2):  # what the columns say by themselves needs not be said
        said = printed(capsys, "import", str(own))
        assert said["tables"]["own.csv"]["constants"] == {"label": "supplies"}


def test_what_is_said_of_all_passages_counts_for_texts_too(
    commanded: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, rows = tmp_path / "story.txt", tmp_path / "companies.csv"
    text.write_text("Company A opens a plant.", encoding="utf-8")
    rows.write_text("id,name\nnew,Newcomer\n", encoding="utf-8")
    told = ("--constant", "source_kind=news", "--constant", "publisher=Wire", "--constant", "date=2024-05-06")
    printed(capsys, "import", str(text), str(rows), *told)
    found = opened(commanded).passage("story.txt:0")
    assert (found.source_kind, found.publisher, found.date) == ("news", "Wire", "2024-05-06")
    for file, wrong in ((text, "label"), (rows, "source_kind"), (text, "start")):  # nothing it could be said of
        assert f"“{wrong}”" in refused(capsys, "import", str(file), "--constant", f"{wrong}=news", "--preview")


@pytest.mark.usefixtures("commanded")
def test_labels_of_which_the_meaning_was_said_before_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ties.csv"
    file.write_text("source,label,target\n公司A,ally,公司E\n", encoding="utf-8")
    printed(capsys, "import", str(file), "--label", "ally=supplies:reversed")
    assert printed(capsys, "import", str(file), "--preview")["told_labels"] == {"ally": "supplies:reversed"}


@pytest.mark.skipif(not CIK_TABLES, reason="set GUANXI_DATASETS to the folder of the public data sets")
def test_real_tables_of_file_names_say_that_names_are_missing(base: Settings, ontology: Ontology) -> None:
    files = [(path.name, path.read_bytes()) for path in CIK_TABLES]
    plan = plan_import(files, base)
    (nameless,) = plan.nameless
    assert plan.mappings[nameless].columns["10k filename"] == "attribute"
    check = check_import(plan, opened(base), ontology)
    assert not [each.name_en for each in check.valid.data.entities if each.name_en.endswith(".txt")]


@pytest.mark.thorough
@pytest.mark.usefixtures("commanded")
def test_a_reader_that_stops_reading_ends_a_command_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(
        [sys.executable, "-m", "core", "sources"],
        cwd=ROOT,
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.usefixtures("commanded")
def test_a_preview_shows_values_of_each_column_and_a_constant_may_hold_an_equals_sign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, text = tmp_path / "own.csv", tmp_path / "story.txt"
    file.write_text("Firma,Land\nNeue Zellen,DE\nAlte Zellen,DE\n", encoding="utf-8")
    text.write_text("Company A opens a plant.", encoding="utf-8")
    said = printed(capsys, "import", str(file), str(text), "--constant", "url=https://x.example?a=b", "--preview")
    assert said["examples"] == {"own.csv": {"Firma": "Neue Zellen · Alte Zellen", "Land": "DE"}}
    assert {each["url"] for each in said["first_records"]["story.txt"]} == {"https://x.example?a=b"}


@pytest.mark.usefixtures("commanded")
def test_rows_update_what_they_fit_and_ends_that_nothing_fits_are_made_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    customers, ties = tmp_path / "customers.csv", tmp_path / "ties.csv"
    customers.write_text("客户名称,等级\nCompany A,A\n公司,B\nNorthgate,C\n", encoding="utf-8")
    ties.write_text("Vendor name,Client\nCompany A,Companny B\nCompany C,Zorblatt\n", encoding="utf-8")
    files = [str(customers), str(ties), "--preview"]
    said = printed(capsys, "import", *files)
    assert [(each["name"], each["entity_id"], each["by"]) for each in said["update_known"]] == [
        ("Company A", "公司A", "name")
    ]
    assert said["unclear"] == {"公司": ["公司A", "公司B", "公司C", "公司D", "公司E"]}
    assert [each["id"] for each in said["created"]] == ["Companny B", "Zorblatt"]
    assert "公司B" in [each["id"] for each in said["created"][0]["near"]]
    assert (said["loaded"], said["refused_rows"]) == ({"entities": 4, "relations": 2, "passages": 0}, 1)
    said = printed(
        capsys, "import", *files, "--meant", "Companny B=公司B", "--meant", "公司=公司D", "--no-create-missing"
    )
    assert (said["created"], said["unclear"], said["refused_rows"]) == ([], {}, 1)
    assert [each["entity_id"] for each in said["update_known"]] == ["公司A", "公司D"]
    said = printed(capsys, "import", *files, "--no-update-known")
    assert said["update_known"] == []
    assert [each["known"] for each in said["namesakes"]] == ["公司A"]
    assert "nobody" in refused(capsys, "import", *files, "--meant", "Zorblatt=nobody")


@pytest.mark.usefixtures("commanded")
def test_rows_and_sentences_are_told_in_the_language_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ties = tmp_path / "ties.csv"
    ties.write_text(
        "Supplier,Customer,Since\nCompany A,,2020\nCompany A,公司B,2020-02-30\nCompany C,公司B,soon\n", encoding="utf-8"
    )
    for language, missing, cut, unfit in (
        ("zh", "ties.csv 第 2 行“Customer”列：缺少值", "只保留年份 2020", "“soon”无法用作此项的值，此项留空"),
        (
            "en",
            "ties.csv, line 2, column Customer: the value is missing",
            "only the year is kept: 2020",
            "“soon” cannot",
        ),
    ):
        said = printed(capsys, "import", str(ties), "--preview", "--language", language)
        told = " ".join(said["first_problems"])
        assert (missing in told, cut in told, unfit in told) == (True, True, True), told
        assert ("Company" in said["sentences"][0]) == (language == "en")


@pytest.mark.usefixtures("commanded")
def test_the_company_of_a_title_is_offered_and_taken_when_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("a.csv", "公司B的供应商\nCompany A\nCompany C\n"), ("b.csv", "Company,Country\nNew,DE\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    main(["import", str(tmp_path / "a.csv"), str(tmp_path / "b.csv"), "--preview"])
    told = capsys.readouterr()
    assert '--constant target="公司B"' in told.err
    assert json.loads(told.out)["loaded"] == {"entities": 1, "relations": 0, "passages": 0}
    said = printed(capsys, "import", str(tmp_path / "a.csv"), "--preview", "--constant", "target=公司B")
    assert said["sentences"] == ["Company A supplies Company B", "Company C supplies Company B"]
    main(["import", str(tmp_path / "b.csv"), "--preview"])
    assert "--constant target=" not in capsys.readouterr().err


@pytest.mark.usefixtures("commanded")
@pytest.mark.parametrize(
    ("table", "field", "kind"),
    [
        ("Name,Country\nNeue Zellen,DE\n", "target", "relations"),
        ("Name,Country\nNeue Zellen,DE\n", "publisher", "passages"),
        ("Supplier,Customer\nCompany A,Company B\n", "tickers", "companies"),
    ],
)
def test_a_value_for_tables_of_another_kind_is_refused_with_the_kind_that_has_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str, field: str, kind: str
) -> None:
    file = tmp_path / "own.csv"
    file.write_text(table, encoding="utf-8")
    english, chinese = refused(capsys, "import", str(file), "--constant", f"{field}=x", "--preview").splitlines()
    assert english.startswith(f"The tables here have no field “{field}”")
    assert english.endswith(f"add --kind {kind}.")
    assert f"“{field}”" in chinese
    assert f"--kind {kind}" in chinese


@pytest.mark.usefixtures("commanded")
def test_a_cap_table_takes_its_company_from_all_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cap.csv"
    rows = 'Holder,Type,Ownership %\n"Müller, Hans",Founder,45%\nNorth Star,Corporate,55%\n'
    file.write_text(f"Cap table - Zorblatt GmbH as of 2025,,\n{rows}", encoding="utf-8")
    said = printed(capsys, "import", str(file), "--constant", "target=Zorblatt GmbH", "--preview")
    assert said["lacking"] == {}
    assert (said["loaded"], said["refused_rows"]) == ({"entities": 3, "relations": 2, "passages": 0}, 0)


@pytest.mark.usefixtures("commanded")
def test_a_folder_is_one_source_without_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "deals"
    (folder / "deeper").mkdir(parents=True)
    (folder / "own.csv").write_text("供应商名称,客户名称\n公司A,公司E\n", encoding="utf-8")
    (folder / "deeper" / "own.csv").write_text("名称\n公司Z\n", encoding="utf-8")
    (folder / "deeper" / "chart.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    (folder / ".hidden.csv").write_text("名称\n公司Y\n", encoding="utf-8")
    said = printed(capsys, "import", str(folder))
    assert (said["name"], list(said["files"]), list(said["skipped"])) == (
        "deals",
        ["own.csv", "own (2).csv"],
        ["chart.png"],
    )
    assert said["loaded"] == {"entities": 1, "relations": 1, "passages": 0}


@pytest.mark.usefixtures("commanded")
@pytest.mark.parametrize(
    ("name", "said"), [("", "the folder holds no files"), ("chart.png", "chart.png cannot be read")]
)
def test_a_folder_without_anything_to_read_is_refused(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    if name:
        (folder / name).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    assert said in refused(capsys, "import", str(folder))


def test_of_a_folder_files_that_are_too_large_are_left_out_and_of_those_given_none_is(
    tmp_path: Path, commanded: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUANXI_IMPORT_MAX_FILE_BYTES", "200")
    folder = tmp_path / "deals"
    folder.mkdir()
    (folder / "own.csv").write_text("供应商名称,客户名称\n公司A,公司E\n", encoding="utf-8")
    (folder / "large.csv").write_text("名称\n" + "公司Z\n" * 100, encoding="utf-8")
    broken = tmp_path / "chart.png"
    broken.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    said = printed(capsys, "import", str(folder), "--preview")
    assert (list(said["files"]), list(said["skipped"])) == (["own.csv"], ["large.csv"])
    for given in (folder / "large.csv", broken):
        assert given.name in refused(capsys, "import", str(folder), str(given), "--preview")
    (folder / "own.csv").unlink()
    assert "large.csv" in refused(capsys, "import", str(folder), "--preview")
    assert commanded.import_max_file_bytes > 200


@pytest.mark.usefixtures("commanded")
def test_relations_read_from_a_text_are_said_to_wait_for_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "news.txt"
    file.write_text("公司A收购了公司B。\n", encoding="utf-8")
    assert main(["import", str(file), "--preview"]) == 0
    assert "to be reviewed" not in capsys.readouterr().err
    assert main(["import", str(file)]) == 0
    assert "1 relation read from the texts: to be reviewed" in capsys.readouterr().err
