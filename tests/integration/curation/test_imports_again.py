"""What comes again in another import: documents, rows and relations are updated, nothing is doubled."""

from __future__ import annotations

from typing import Any

import pytest

from core.curation.deleting import delete_source, what_goes_with_source
from core.curation.exporting import EXPORT_FORMATS, ExportFormat, export_files
from core.ontology import Ontology
from core.settings import Settings
from tests.imports import checked, imported, opened


@pytest.fixture
def base(own_base: Settings) -> Settings:
    """Settings of a knowledge base of the document example, which a test may change."""
    return own_base


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
    imported(base, ontology, (("a.csv", "id,name,员工,园区\nalpha,Alpha,10,宁德\n".encode()),))
    later = imported(base, ontology, (("b.csv", "id,name,员工,note\nalpha,Alpha,20,x\n".encode()),))

    def kept() -> dict[str, str]:
        return {each.name: each.value for each in opened(base).entity("alpha").attributes}

    assert kept() == {"员工": "20", "园区": "宁德", "note": "x"}
    delete_source(later, base, ontology)
    assert kept() == {"员工": "10", "园区": "宁德"}


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


@pytest.mark.matrix()
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
