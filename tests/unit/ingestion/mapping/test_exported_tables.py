"""Tables that an export wrote are told by their columns, whatever its attributes are called."""

from __future__ import annotations

import io
import json

import pandas as pd
import pytest

from core.domain.records import Entity
from core.ingestion.checking.entity_rows import entity_row, with_exported_id
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.known_entities import KnownEntities
from core.ingestion.checking.validation import validate
from core.ingestion.formats.neo4j import is_neo4j
from core.ingestion.formats.reading import read_file
from core.ingestion.formats.table import Table, delimited_table
from core.ingestion.mapping.exported_tables import exported_kind
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.records.raw_records import RawRecord
from core.ontology import default_ontology

ENTITY = "id,type,name_zh,name_en,aliases,tickers,country,industry,founded,description_zh,description_en,origin"
RELATION = "id,source,target,type,weight,confidence,year,evidence_zh,evidence_en,passage_id,origin"


def table(header: str, *rows: str) -> Table:
    return delimited_table("\n".join((header, *rows)), "x.csv")


@pytest.mark.parametrize(
    "attribute", ["identifiers", "ID", "type", "Type", "LABEL", "id(Person)", "START_ID", "IGNORE me", "competitors"]
)
def test_no_attribute_makes_an_export_another_format(attribute: str) -> None:
    given = f"{ENTITY},attribute:{attribute},attribute:company.jurisdiction_code,attribute:Entity.LegalJurisdiction"
    read = read_file(f"{given}\np,product,电池,Cells,,,,,,,,x.csv:2,1,gb,GB\n".encode(), "x.csv", max_bytes=10_000)
    (found,) = read.tables
    mapping = guess_mapping(found)
    assert mapping.kind == "companies"
    assert [mapping.columns.get(column) for column in ("id", "type", "name_zh", f"attribute:{attribute}")] == [
        *("id", "type", "name_zh", "attribute")
    ]
    assert "origin" not in mapping.columns


def test_an_export_from_which_columns_were_taken_keeps_its_attributes() -> None:
    given = table("source,target,type,attribute:Since,attribute:Notes", 'a,b,supplies,2019,"It sells cells to them."')
    assert exported_kind(given.columns) is None
    assert guess_mapping(given).columns == {
        "source": "source",
        "target": "target",
        "type": "label",
        "attribute:Since": "attribute",
        "attribute:Notes": "attribute",
    }


@pytest.mark.parametrize(
    ("header", "is_one"),
    [
        (":ID,name", True),
        ("companyId:ID(Company){id-type: string},name", True),
        (":START_ID(A),:END_ID(A),:TYPE", True),
        ("x:identifiers,name", False),
        ("attribute:ID,name", False),
        ("x:START_IDS,y:END_IDS", False),
    ],
)
def test_a_header_of_neo4j_holds_nothing_behind_its_mark(header: str, is_one: bool) -> None:
    assert is_neo4j(table(header)) == is_one


@pytest.mark.parametrize(("header", "kind"), [(ENTITY, "companies"), (RELATION, "relations"), ("id,name_en", None)])
def test_the_columns_tell_what_an_export_lists(header: str, kind: str | None) -> None:
    assert exported_kind(header.split(",")) == kind
    assert exported_kind([*header.split(","), "Notes"]) is None


def test_an_apostrophe_goes_only_where_a_spreadsheet_wrote_it() -> None:
    rows = {"name": ["'=1+1"], "country": ["'+"]}
    parquet = io.BytesIO()
    pd.DataFrame(rows).to_parquet(parquet)
    for raw, name, kept in (
        (b"name,country\n'=1+1,'+\n", "x.csv", ("=1+1", "+")),
        (json.dumps([{"name": "'=1+1", "country": "'+"}]).encode(), "x.json", ("'=1+1", "'+")),
        (parquet.getvalue(), "x.parquet", ("'=1+1", "'+")),
    ):
        (found,) = read_file(raw, name, max_bytes=10_000).tables
        assert found.rows[0].cells == kept


LEI = "529900T8BM49AURSDO55"


@pytest.mark.parametrize(("known", "own_id"), [((), LEI), (("acme",), ""), ((LEI,), LEI)])
def test_an_id_that_is_an_identifier_stays_unless_a_known_company_has_it(known: tuple[str, ...], own_id: str) -> None:
    there = KnownEntities(
        [Entity(id=each, type="company", name_zh="A", name_en="A", identifiers=(f"lei:{LEI}",)) for each in known]
    )
    values = {"id": LEI, "name_en": "Alpha", "identifiers": (f"lei:{LEI}", "register:gb/01234567")}
    exported = entity_row(RawRecord("entity", "x", 2, values, exported=True), values, "company")
    assert with_exported_id(exported, there).own_id == own_id
    other = entity_row(RawRecord("entity", "x", 2, values), values, "company")
    assert with_exported_id(other, there).own_id == ""


def test_companies_of_an_export_are_those_of_its_ids_only() -> None:
    """Total and Others are names of it, and a number is no row of another list."""
    raw_records = [
        RawRecord("entity", "x.csv", 2, {"id": "1", "name_en": "Tesla", "country": "US"}, exported=True),
        RawRecord("relation", "x.csv", 3, {"source": "1", "target": "b", "label": "supplies"}, exported=True),
        RawRecord("entity", "x.csv", 4, {"id": "b", "name_en": "Others"}, exported=True),
    ]
    tesla = Entity(id="tesla", type="company", name_zh="特斯拉", name_en="Tesla", country="US")
    found = validate(raw_records, default_ontology(), Choices(), [tesla])
    assert [each.id for each in found.data.entities] == ["1", "b"]
    assert found.data.problems == ()
