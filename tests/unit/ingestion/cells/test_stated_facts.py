"""The columns of dates, shares, amounts, identifiers and sources, in the files of a data folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.fact_sources import FactSource
from core.domain.records import Entity, Relation
from core.errors import DataUnreadableError
from core.ingestion.records.csv_files import DataSet, fingerprint, read_data_set
from core.ingestion.records.merging import merged
from core.ingestion.records.unified_companies import unified
from core.ontology import Ontology
from core.workspace.verdicts import Said

COMPANIES = "id,name_zh,name_en,identifiers,place,lat,lon\n"
RELATIONS = (
    "source,type,target,year,start,end,as_of,status,share_low,share_high,amount,currency,source_id,"
    "evidence_zh,evidence_en\n"
)
SOURCES = "id,title,publisher,url,date,kind,licence,file,locator\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "companies.csv").write_text(
        COMPANIES + "a,甲,A,lei:529900T8BM49AURSDO55|cik:320193,Ningde,26.66,119.55\nb,乙,B,,,,\n", encoding="utf-8"
    )
    (tmp_path / "concepts.csv").write_text("id,type,name_zh,name_en\n", encoding="utf-8")
    (tmp_path / "passages.csv").write_text("id,language,text\n", encoding="utf-8")
    (tmp_path / "relations.csv").write_text(RELATIONS, encoding="utf-8")
    return tmp_path


def with_relation(folder: Path, cells: str) -> Path:
    (folder / "relations.csv").write_text(f"{RELATIONS}a,shareholder_of,b,{cells}\n", encoding="utf-8")
    return folder


def with_sources(folder: Path, *rows: str) -> Path:
    (folder / "sources.csv").write_text(SOURCES + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return folder


def test_every_column_becomes_its_field(folder: Path, ontology: Ontology) -> None:
    with_sources(folder, "ar,Annual report,CATL,https://example.com/ar,2024-03-15,filing,CC0,ar.pdf,p. 12")
    with_relation(folder, ",2019-05,2024,2025-06-30,ended,24.68,25,1500000.5,cny,ar,,")
    data = read_data_set(folder, ontology)
    assert data.problems == ()
    relation = data.relations[0]
    assert (relation.year, relation.start, relation.end, relation.as_of) == (2019, "2019-05", "2024", "2025-06-30")
    assert (relation.status, relation.share_low, relation.share_high) == ("ended", 24.68, 25.0)
    assert (relation.amount, relation.currency, relation.source_id) == (1500000.5, "CNY", "ar")
    assert data.fact_sources[0].locator == "p. 12"
    assert data.fact_sources[0].origin == "sources.csv:2"
    first, second = data.entities
    assert first.identifiers == ("lei:529900T8BM49AURSDO55", "cik:320193")
    assert (first.place, first.lat, first.lon) == ("Ningde", 26.66, 119.55)
    assert (second.identifiers, second.place, second.lat) == ((), "", None)


@pytest.mark.parametrize(
    ("cells", "field", "reason"),
    [
        (",2019-13,,,,,,,,,,", "start", "no_partial_date"),
        (",soon,,,,,,,,,,", "start", "no_partial_date"),
        (",2020,2019-12-31,,,,,,,,,", "end", "ends_before_start"),
        ("2020,,2019,,,,,,,,,", "end", "ends_before_start"),
        ("2018,2019,,,,,,,,,,", "start", "other_year"),
        (",,,31.12.2024,,,,,,,,", "as_of", "no_partial_date"),
        (",,,,over,,,,,,,", "status", "not_one_of"),
        (",,,,,101,,,,,,", "share_low", "out_of_range"),
        (",,,,,50,5,,,,,", "share_high", "share_order"),
        (",,,,,,5%,,,,,", "share_high", "no_number"),
        (",,,,,,,inf,,,,", "amount", "no_number"),
        (",,,,,,,-1,,,,", "amount", "out_of_range"),
        (",,,,,,,,dollars,,,", "currency", "invalid"),
        (",,,,,,,,,unheard-of,,", "source_id", "unknown_source"),
    ],
)
def test_a_relation_that_says_what_cannot_be_is_refused(
    folder: Path, ontology: Ontology, cells: str, field: str, reason: str
) -> None:
    data = read_data_set(with_relation(folder, cells), ontology)
    assert [(each.file, each.line, each.field, each.reason) for each in data.problems] == [
        ("relations.csv", 2, field, reason)
    ]
    assert len(data.relations) == 0
    for language in ("zh", "en"):
        assert data.problems[0].detail in data.problems[0].message(language)


@pytest.mark.parametrize(
    ("cells", "field", "reason"),
    [
        ("529900T8BM49AURSDO55,,,", "identifiers.0", "no_identifier"),
        (",,26.66,", "lon", "half_coordinates"),
        (",,91,0", "lat", "out_of_range"),
        (",,0,180.1", "lon", "out_of_range"),
        (",,north,east", "lat", "no_number"),
    ],
)
def test_a_company_that_says_what_cannot_be_is_refused(
    folder: Path, ontology: Ontology, cells: str, field: str, reason: str
) -> None:
    (folder / "companies.csv").write_text(f"{COMPANIES}a,甲,A,{cells}\n", encoding="utf-8")
    data = read_data_set(folder, ontology)
    assert (data.problems[0].line, data.problems[0].field, data.problems[0].reason) == (2, field, reason)


def test_a_source_that_cannot_be_cited_is_refused(folder: Path, ontology: Ontology) -> None:
    with_sources(folder, "a,,,,,,,,", "b,B,,javascript:x,,,,,", "c,C,,,March,,,,", "d,D,,,,,,,", "d,D again,,,,,,,")
    data = read_data_set(folder, ontology)
    assert [(each.line, each.field, each.reason) for each in data.problems] == [
        (2, "title", "missing"),
        (3, "url", "no_link"),
        (4, "date", "no_partial_date"),
        (6, "id", "duplicate_id"),
    ]
    assert [each.title for each in data.fact_sources] == ["D"]


def test_a_folder_without_sources_is_read_and_looks_as_it_did(folder: Path, ontology: Ontology) -> None:
    before = fingerprint(folder, ontology)
    assert read_data_set(folder, ontology).fact_sources == ()
    with_sources(folder, "a,A,,,,,,,")
    assert fingerprint(folder, ontology) != before
    (folder / "sources.csv").unlink()
    assert fingerprint(folder, ontology) == before
    (folder / "sources.csv").mkdir()
    with pytest.raises(DataUnreadableError, match=r"sources\.csv"):
        read_data_set(folder, ontology)


ENTITIES = tuple(Entity(id=each, type="company", name_zh=each, name_en=each) for each in "abcd")


def part(title: str, target: str, *, of: str = "s") -> DataSet:
    """A source of this title, and a relation that refers to it."""
    relation = Relation(id=f"a--{target}", source="a", target=target, type="supplies", source_id=of)
    return DataSet(ENTITIES, (relation,), (), (), fact_sources=(FactSource(id=of, title=title, origin=title),))


def cited(data: DataSet) -> dict[str, str]:
    titles = {source.id: source.title for source in data.fact_sources}
    return {each.target: titles.get(each.source_id, "") for each in data.relations}


def test_sources_of_one_id_stay_apart(ontology: Ontology) -> None:
    together = merged([part("One", "b"), part("Two", "c"), part("One", "d")], ontology)
    assert cited(together) == {"b": "One", "c": "Two", "d": "One"}
    assert [source.id for source in together.fact_sources] == ["s", "s--2"]
    again = merged([together, replaced_origins(together)], ontology)
    assert (cited(again), again.fact_sources) == (cited(together), together.fact_sources)
    third = merged([together, part("Three", "b", of="s--2")], ontology)
    assert [source.title for source in third.fact_sources] == ["One", "Two", "Three"]


def replaced_origins(data: DataSet) -> DataSet:
    """The same, read from another file."""
    sources = tuple(each.model_copy(update={"origin": "export:1"}) for each in data.fact_sources)
    return DataSet(data.entities, data.relations, (), (), fact_sources=sources)


def test_a_relation_whose_source_is_gone_stays(ontology: Ontology) -> None:
    relation = Relation(id="r", source="a", target="b", type="supplies", source_id="gone", origin="x.csv:7")
    kept = merged([part("One", "c"), DataSet(ENTITIES, (relation,), (), ())], ontology)
    assert cited(kept) == {"c": "One", "b": ""}
    (problem,) = kept.problems
    assert (problem.file, problem.line, problem.reason, problem.detail) == ("x.csv", 7, "source_gone", "gone")
    assert problem.repaired


def test_what_two_parts_say_of_one_company_is_put_together(ontology: Ontology) -> None:
    named = {"type": "company", "name_zh": "甲", "name_en": "A"}
    first = Entity(id="a", identifiers=("lei:1", "cik:2"), lat=1.0, lon=2.0, place="Berlin", **named)  # type: ignore[arg-type]
    equator = Entity(id="a", identifiers=("cik:2", "isin:3"), lat=0.0, lon=0.0, **named)  # type: ignore[arg-type]
    for parts, point in (((first, equator), (0.0, 0.0)), ((equator, first), (1.0, 2.0))):
        (entity,) = merged([DataSet((each,), (), (), ()) for each in parts], ontology).entities
        assert set(entity.identifiers) == {"lei:1", "cik:2", "isin:3"}
        assert (entity.place, (entity.lat, entity.lon)) == ("Berlin", point)
    unplaced = Entity(id="b", type="company", name_zh="甲", name_en="A")
    both = unified(DataSet((unplaced, first), (), (), ()), Said(same=(("b", "a"),)), None)
    (entity,) = both.data.entities
    assert (entity.id, entity.identifiers, entity.lat, entity.place) == ("b", ("lei:1", "cik:2"), 1.0, "Berlin")
