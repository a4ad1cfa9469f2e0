"""Who holds a company comes in as a person where a column says so or the name is clearly one, else as a company."""

from __future__ import annotations

import pytest

from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ontology import Ontology, default_ontology
from tests.unit.ingestion.admitting import KNOWN, relation, valid
from tests.unit.ingestion.checking.test_facts_of_tables import imported


def types(rows: str) -> dict[str, str]:
    """Of the new ends, by their names."""
    return {each.id: each.type for each in imported(("holders.csv", rows)).created}


@pytest.mark.parametrize(
    "rows",
    [
        "公司,股东名称,持股比例\n青云传感,王晓明,35%\n青云传感,蓝海,5%\n",
        "公司,股东,持股比例,股东性质\n青云传感,王晓明,35%,境内自然人\n青云传感,蓝海,5%,境内非国有法人\n",
        "公司,股东,持股比例,自然人\n青云传感,王晓明,35%,是\n青云传感,蓝海,5%,否\n",
        "股东,类型,公司,持股比例\n王晓明,自然人,青云传感,35%\n蓝海,法人,青云传感,35%\n",
        "名称,股东\n青云传感,王晓明；蓝海\n",
    ],
)
def test_people_of_a_chinese_list_of_shareholders_are_people(rows: str) -> None:
    assert {name: kind for name, kind in types(rows).items() if name != "青云传感"} == {
        "王晓明": "person",
        "蓝海": "company",
    }


@pytest.mark.parametrize(
    "rows",
    [
        "Holder,Company,Stake\nAnna Braun,Lumen Robotics,40%\nNorth Star,Lumen Robotics,5%\n",
        "Shareholder,Type,Company,Stake\nAnna Braun,Individual,Lumen Robotics,40%\n"
        "North Star,Company,Lumen Robotics,5%\n",
        "Shareholder,Natural person,Company,Stake\nAnna Braun,yes,Lumen Robotics,40%\n"
        "North Star,no,Lumen Robotics,5%\n",
        "Company,Shareholder,Type of shareholder,Stake\nLumen Robotics,Anna Braun,private individual,40%\n"
        "Lumen Robotics,North Star,legal entity,5%\n",
        "name,shareholders\nLumen Robotics,Anna Braun; North Star\n",
    ],
)
def test_people_of_an_english_list_of_shareholders_are_people(rows: str) -> None:
    assert {name: kind for name, kind in types(rows).items() if name != "Lumen Robotics"} == {
        "Anna Braun": "person",
        "North Star": "company",
    }


def test_what_a_column_says_counts_more_than_the_name() -> None:
    rows = "Holder,Holder type,Company,Stake\nAnna Braun,legal entity,b,40%\nNorth Star,natural person,b,5%\n"
    assert types(rows) == {"Anna Braun": "company", "North Star": "person"}
    unclear = "Holder,Holder type,Company,Stake\nAnna Braun,-,b,40%\n"
    assert types(unclear) == {"Anna Braun": "person"}


def test_only_holders_are_taken_for_people() -> None:
    assert types("supplier,customer\nAnna Braun,b\n") == {"Anna Braun": "company"}
    assert types("Investor,Investee\nb,Anna Braun\n") == {"Anna Braun": "company"}


def test_the_parent_of_a_subsidiary_is_a_person_only_where_a_column_says_so() -> None:
    assert types("Subsidiary,Parent,Stake\nb,Louis Vuitton,60%\n") == {"Louis Vuitton": "company"}
    said = "Subsidiary,Parent,Owner type,Stake\nb,Anna Braun,natural person,60%\n"
    assert types(said) == {"Anna Braun": "person"}


def test_a_label_that_leads_from_the_company_to_its_holder_is_understood() -> None:
    found = valid(relation("catl", "融资自", "王晓明"))
    assert [(each.id, each.type) for each in found.created] == [("王晓明", "person")]
    assert [(each.source, each.target) for each in found.data.relations] == [("王晓明", "catl")]


def test_what_is_said_of_a_name_counts_most() -> None:
    found = valid(relation("王晓明", "入股", "catl"), entity_types={"王晓明": "company"})
    assert [each.type for each in found.created] == ["company"]


def test_without_people_among_the_types_every_holder_is_a_company() -> None:
    shipped = default_ontology()
    kinds = {name: kind for name, kind in shipped.entity_types.items() if name != "person"}
    own = Ontology(
        {name: kind for name, kind in shipped.types.items() if {kind.source, kind.target} <= {*kinds}}, kinds
    )
    found = validate((relation("王晓明", "shareholder_of", "catl"),), own, Choices(), (KNOWN,))
    assert [each.type for each in found.created] == ["company"]


def test_the_kind_of_the_holder_is_said_of_the_relation() -> None:
    header = "证券代码,证券简称,股东名称,股东性质,持股比例"
    rows = f"{header}\n300999,金龙鱼,张伟,境内自然人,3.2\n300998,宁波方正,方永杰,自然人,3\n"
    (table,) = read_file(rows.encode(), "x.csv", max_bytes=10_000).tables
    mapping = guess_mapping(table, default_ontology())
    assert (mapping.columns["股东性质"], mapping.constants["label"]) == ("attribute", "shareholder_of")
    assert types(rows) == {"张伟": "person", "方永杰": "person"}
