"""Ids of a graph, or of the records of a published file, are no reason to have a known company twice."""

from __future__ import annotations

import json

import pytest

from core.domain.records import Entity
from core.ingestion.checking.entity_rows import entity_row
from core.ingestion.checking.graph_nodes import with_record_id
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from core.ingestion.records.raw_records import RawRecord
from core.ontology import default_ontology

KNOWN = (
    Entity(id="tesla", type="company", name_zh="特斯拉", name_en="Tesla", country="US"),
    Entity(
        id="maersk", type="company", name_zh="马士基", name_en="A.P. Moller - Maersk", aliases=("Maersk",), country="DK"
    ),
    Entity(id="jane", type="person", name_zh="Jane Doe", name_en="Jane Doe", country="GB"),
)
GEPHI = (
    ("nodes.csv", "Id,Label,Country\n1,Tesla,{}\n2,Newcomer,SE\n"),
    ("edges.csv", "Source,Target,Type,Label\n2,1,Directed,supplies\n"),
)
NEO4J = (
    ("nodes.csv", "companyId:ID(Company),name,country,:LABEL\nn1,Tesla,{},Company\nn2,Newcomer,SE,Company\n"),
    ("edges.csv", ":START_ID(Company),:END_ID(Company),:TYPE\nn2,n1,SUPPLIES\n"),
)
KEYS = (
    ("nodes.csv", "id,name,country\nkey-a,Tesla,{}\nkey-b,Newcomer,SE\n"),
    ("edges.csv", "source,target,relation\nkey-b,key-a,supplies\n"),
)


def imported(*files: tuple[str, str], known: tuple[Entity, ...] = KNOWN) -> ValidatedRecords:
    raw_records: list[RawRecord] = []
    for name, text in files:
        found = read_file(text.encode(), name, max_bytes=1_000_000)
        mapped = (table_raw_records(table, guess_mapping(table, default_ontology())) for table in found.tables)
        raw_records += [item for part in (*found.raw_records, *mapped) for item in part.items]
    return validate(raw_records, default_ontology(), Choices(), known)


def ftm(schema: str, identifier: str, **properties: list[str]) -> str:
    return json.dumps({"id": identifier, "schema": schema, "properties": properties}) + "\n"


def bods(identifier: str, name: str, country: str) -> str:
    details = {"entityType": {"type": "registeredEntity"}, "name": name, "jurisdiction": {"name": country}}
    return json.dumps(
        {"statementId": f"s-{identifier}", "recordId": identifier, "recordType": "entity", "recordDetails": details}
    )


@pytest.mark.parametrize(
    ("files", "country", "target"),
    [
        (GEPHI, "US", "tesla"),
        (GEPHI, "United States", "tesla"),
        (GEPHI, "", "tesla"),
        (GEPHI, "NO", "1"),
        (NEO4J, "US", "tesla"),
        (NEO4J, "NO", "Company:n1"),
        (KEYS, "US", "key-a"),
    ],
)
def test_nodes_and_edges_in_two_files_are_one_graph(
    files: tuple[tuple[str, str], ...], country: str, target: str
) -> None:
    nodes, edges = files
    found = imported((nodes[0], nodes[1].format(country)), edges)
    (relation,) = found.data.relations
    assert relation.target == target
    assert {each.id for each in found.data.entities} == {relation.source, target}


def test_nodes_without_their_edges_stay_what_they_are() -> None:
    found = imported(("nodes.csv", "Id,Label,Country\n1,Tesla,US\n2,Newcomer,SE\n"))
    assert [each.id for each in found.data.entities] == ["1", "2"]


@pytest.mark.parametrize("own", ["f-c2", "NK-3tGh8yqPzK", "gb-coh-01234567"])
@pytest.mark.parametrize(("country", "same"), [("dk", True), ("no", False)])
def test_a_published_record_of_the_same_name_and_country_is_the_known_company(
    own: str, country: str, same: bool
) -> None:
    record = ftm("Company", own, name=["A.P. Moller - Maersk A/S"], country=[country])
    found = imported(("f.ftm.json", record))
    (company,) = found.data.entities
    assert company.id == ("maersk" if same else own)
    assert company.identifiers == ((f"record:{own}",) if same else ())


def test_a_published_record_that_says_no_country_keeps_its_id() -> None:
    (company,) = imported(("f.ftm.json", ftm("Company", "NK-3tGh8yqPzK", name=["Tesla"]))).data.entities
    assert company.id == "NK-3tGh8yqPzK"


def test_what_comes_later_finds_a_published_record_by_its_id() -> None:
    (company,) = imported(("f.ftm.json", ftm("Company", "NK-3tGh8yqPzK", name=["Tesla"], country=["us"]))).data.entities
    known = (*KNOWN[1:], company)
    edge = ftm("Ownership", "o", owner=["NK-3tGh8yqPzK"], asset=["maersk"], percentage=["5"])
    later = imported(("g.ftm.json", edge), known=known).data
    assert [(each.source, each.target) for each in later.relations] == [("tesla", "maersk")]
    assert later.entities == ()


def test_people_of_one_name_stay_apart_where_a_register_tells_them_apart() -> None:
    (person,) = imported(("f.ftm.json", ftm("Person", "f-p1", name=["Jane Doe"], nationality=["gb"]))).data.entities
    assert person.id == "f-p1"


@pytest.mark.parametrize(("country", "own"), [("Denmark", "maersk"), ("Norway", "r-e2")])
def test_an_entity_of_a_statement_is_the_known_company_too(country: str, own: str) -> None:
    text = f"[{bods('r-e2', 'A.P. Moller - Maersk A/S', country)}]"
    (company,) = imported(("x.json", text)).data.entities
    assert company.id == own


def test_an_id_that_is_too_long_for_an_identifier_is_not_kept_as_one() -> None:
    values = {"id": "x" * 198, "name": "A"}
    row = entity_row(RawRecord("entity", "x", 1, values, published=True), values, "company")
    assert with_record_id(row) is row
