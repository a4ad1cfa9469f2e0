"""What an import took in is said in words: by the command line, and what a deletion takes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cli.parser import main
from core.curation.deleting import what_goes_with_source
from core.curation.import_plans import plan_import
from core.curation.import_words import import_words
from core.curation.importing import check_import, imported_sources, run_import
from core.curation.known_names import created_ends
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.records import Entity
from core.ingestion.checking.import_choices import Choices
from core.ingestion.records.sources import SourceNameAmbiguousError, source_called
from core.ontology import Ontology
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base

ROWS = "name,country,competitors\nBoreal Optics,DE,Tessera Labs\n公司A,US,\n公司A,US,\n".encode()


@pytest.fixture
def base(own_base: Settings) -> Settings:
    return own_base


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def test_an_import_is_said_in_both_languages(base: Settings, ontology: Ontology) -> None:
    plan = plan_import([("x.csv", ROWS)], base)
    check = check_import(plan, opened(base), ontology)
    assert import_words(check, "en", taken=True) == (
        "Imported: 3 companies, 1 relation, 1 known entity updated, 1 row refused, 1 row repaired"
    )
    assert import_words(check, "zh", taken=False).startswith("将导入：3 家公司，1 条关系，")


def test_what_is_there_already_is_not_said_to_be_new(base: Settings, ontology: Ontology) -> None:
    for _ in range(2):
        check = check_import(plan := plan_import([("x.csv", ROWS)], base), opened(base), ontology)
        run_import(plan, check, base, ontology)
    assert check.effects.repeated == 1
    assert "1 relation, 1 of these there already," in import_words(check, "en", taken=True)
    assert "1 条关系，其中 1 条关系原已存在，" in import_words(check, "zh", taken=True)


def test_a_source_of_the_same_name_is_said_to_stay(base: Settings, ontology: Ontology) -> None:
    """A corrected table does not replace the former one."""
    plan = plan_import([("x.csv", ROWS)], base)
    check = check_import(plan, opened(base), ontology)
    assert check.again == ()
    run_import(plan, check, base, ontology)
    corrected = plan_import([("x.csv", ROWS.replace(b"US", b"FR"))], base)
    again = check_import(corrected, opened(base), ontology)
    assert "1 source of this name, or with a file of this name, is already imported and stays (x.csv)" in import_words(
        again, "en", taken=False
    )
    assert "已有 1 个同名或含同名文件的来源（x.csv）" in import_words(again, "zh", taken=True)
    run_import(corrected, again, base, ontology)
    with pytest.raises(SourceNameAmbiguousError) as caught:
        source_called(base.knowledge_base_folder, "x.csv")
    assert all(each.id in caught.value.message("en") for each in imported_sources(base))


def test_a_number_does_not_become_a_company_without_a_warning(base: Settings, ontology: Ontology) -> None:
    rows = b"source,type,target\n300111,competitor,002000\nBoreal 3,competitor,002000\n"
    check = check_import(plan_import([("x.csv", rows)], base), opened(base), ontology)
    assert [each.entity.id for each in check.created if each.is_number] == ["300111", "002000"]
    for taken in (True, False):
        assert "Note: 2 new entities have numbers and no names (300111, 002000)" in import_words(
            check, "en", taken=taken
        )
        assert "2 个新实体只有数字、没有名称（300111, 002000）" in import_words(check, "zh", taken=taken)
    named = b"id,name\n300111,Boreal\n2000,Austral\n"
    plan = plan_import([("x.csv", rows), ("names.csv", named.replace(b"2000", b"002000"))], base)
    assert "number" not in import_words(check_import(plan, opened(base), ontology), "en", taken=True)


def test_new_companies_that_may_be_known_ones_are_named_with_where_to_decide(
    sample_pipeline: DiscoveryPipeline, ontology: Ontology
) -> None:
    base, settings = sample_pipeline.base.knowledge_base, sample_pipeline.base.settings
    rows = b"name,country\nTesla Motors Holding,US\nBoreal Optics,DE\n"
    check = check_import(plan_import([("x.csv", rows)], settings), base, ontology)
    assert [(each.name, each.known) for each in check.near] == [("Tesla Motors Holding", "tesla")]
    assert "1 new company may be known under another name (Tesla Motors Holding – Tesla)" in import_words(
        check, "en", taken=True
    )
    assert "1 家新公司可能就是名称相近的已有公司（Tesla Motors Holding – Tesla）" in import_words(
        check, "zh", taken=False
    )


def test_the_company_of_a_bare_code_is_offered_for_it(sample_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    made = Entity(id="300750", type="company", name_zh="300750", name_en="300750")
    (end,) = created_ends([made], sample_pipeline.base.knowledge_base, ontology)
    assert [each.company_id for each in end.near] == ["catl"]


@pytest.mark.parametrize("number", ["7", "42", "72", "2", "30075", "3007", "0", "1", "60", "2024"])
def test_no_company_is_offered_for_the_beginning_of_its_code(
    sample_pipeline: DiscoveryPipeline, ontology: Ontology, number: str
) -> None:
    made = Entity(id=number, type="company", name_zh=number, name_en=number)
    (end,) = created_ends([made], sample_pipeline.base.knowledge_base, ontology)
    assert end.near == ()


def test_the_command_line_says_it_beside_the_report(
    base: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(base.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(base.knowledge_base_folder))
    file = tmp_path / "x.csv"
    file.write_bytes(ROWS)
    for options, words in (
        (("--preview",), "To be imported: 3 companies, 1 relation"),
        (("--language", "zh"), "已导入：3 家公司，1 条关系"),
    ):
        assert main(["import", str(file), *options]) == 0
        printed = capsys.readouterr()
        assert words in printed.err
        assert json.loads(printed.out)["loaded"] == {"entities": 3, "relations": 1, "passages": 0}


def test_a_deletion_says_whom_a_source_only_updates(base: Settings, ontology: Ontology) -> None:
    """An end that the source only names loses nothing."""
    plan = plan_import([("x.csv", "name,country\n公司A,US\n".encode()), ("t.csv", TIE)], base)
    check = check_import(plan, opened(base), ontology)
    run_import(plan, check, base, ontology)
    going = what_goes_with_source(check.info.id, opened(base), base, ontology)
    assert (going.entities, going.relations, going.still_said) == (0, 1, 1)


TIE = "from,relation,to\n公司A,partner,公司E\n".encode()


@pytest.mark.parametrize(
    ("rows", "names", "pairs"),
    [
        ("id,name\n1,Twin Mills\n2,TWIN MILLS\n3,Other\n", "TWIN MILLS", [("2", "1")]),
        ("id,name\n9,公司A\n8,Other\n", "公司A", [("9", "公司A")]),
        ("编号,公司名称\n公司A,公司B\n公司B,公司B\n公司C,公司C\n", "公司B", [("公司A", "公司B")]),
        ("id,name\n1,Twin Mills\n2,Quantia Steel\n", "", []),
    ],
    ids=["within the import", "beside a known one", "by a new name", "none"],
)
def test_a_name_that_means_several_companies_is_said(
    rows: str, names: str, pairs: list[tuple[str, str]], base: Settings, ontology: Ontology
) -> None:
    plan = plan_import([("x.csv", rows.encode())], base, choices=Choices(same_ids=True))
    check = check_import(plan, opened(base), ontology)
    assert [(each.coming, each.known) for each in check.effects.namesakes] == pairs
    for language, several in (("en", "1 name means several companies"), ("zh", "1 个名称同时属于多家公司")):
        words = import_words(check, language, taken=True)  # type: ignore[arg-type]
        assert (several in words) == bool(pairs)
        assert names in words


def test_as_what_new_holders_come_in_is_said_before_and_can_be_changed(base: Settings, ontology: Ontology) -> None:
    rows = b"Holder,Company,Stake\nAnna Braun,Boreal Optics,40%\nNorth Star,Boreal Optics,5%\n"
    check = check_import(plan_import([("x.csv", rows)], base), opened(base), ontology)
    assert [(each.entity.id, each.entity.type, each.holds) for each in check.created] == [
        ("Anna Braun", "person", True),
        ("Boreal Optics", "company", False),
        ("North Star", "company", True),
    ]
    before = import_words(check, "en", taken=False)
    assert before.startswith("To be imported: 2 companies, 1 person, 2 relations")
    assert "New holders imported as people: 1 (Anna Braun)" in before
    assert "New holders imported as companies: 1 (North Star); if some are people" in before
    assert "新股东中作为人物导入：1（Anna Braun）" in import_words(check, "zh", taken=False)
    assert "New holders" not in import_words(check, "en", taken=True)
    told = Choices(entity_types={"Anna Braun": "company", "North Star": "person"})
    check = check_import(plan_import([("x.csv", rows)], base, choices=told), opened(base), ontology)
    assert {each.entity.id: each.entity.type for each in check.created if each.holds} == dict(told.entity_types)
