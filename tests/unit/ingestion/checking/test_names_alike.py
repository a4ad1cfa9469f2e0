"""Rows and ends of one import that name a company with and without its legal form, in one language or in both."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.ingestion.checking.validated_records import ValidatedRecords
from tests.unit.ingestion.admitting import entity, relation, valid
from tests.unit.ingestion.checking.test_facts_of_tables import imported

BYD = Entity(id="byd", type="company", name_zh="比亚迪", name_en="BYD")


def names(found: ValidatedRecords) -> dict[str, set[str]]:
    """All names of what comes in, by id."""
    return {each.id: {each.name_zh, each.name_en, *each.aliases} for each in found.data.entities}


@pytest.mark.parametrize(
    "pair", [("晨星机器人", "晨星机器人有限公司"), ("Boreal Inc.", "boreal"), ("Boreal", "BOREAL")]
)
def test_rows_that_differ_in_the_legal_form_only_are_of_one_company(pair: tuple[str, str]) -> None:
    for first, second in (pair, pair[::-1]):
        found = valid(entity(name=first), entity(name=second))
        assert names(found) == {first: {first, second}}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"name": "Acme GmbH"}, {"name": "Acme Inc"}),
        ({"name": "Acme", "country": "DE"}, {"name": "Acme Inc", "country": "US"}),
        ({"name": "Acme", "type": "product"}, {"name": "Acme Inc"}),
        ({"name": "Acme", "tickers": ("ACM.N",)}, {"name": "Acme Inc", "tickers": ("ACM.DE",)}),
    ],
)
def test_what_else_tells_rows_apart_keeps_them_apart(one: dict[str, object], other: dict[str, object]) -> None:
    assert len(names(valid(entity(**one), entity(**other)))) == 2


def test_a_row_with_an_identifier_is_the_company_of_a_row_without() -> None:
    code = "91310000MA1FL5XY3K"
    customers = f"客户名称,统一社会信用代码,国家\n晨星机器人有限公司,,中国\n晨星机器人,{code},中国\n"
    assert names(imported(("x.csv", customers))) == {code: {"晨星机器人", "晨星机器人有限公司"}}
    registered = "name,company_number,jurisdiction_code\nAtlas,,\nAtlas Ltd,01234567,gb\n"
    assert names(imported(("x.csv", registered))) == {"gb/01234567": {"Atlas", "Atlas Ltd"}}


def test_ends_of_relations_that_differ_in_the_legal_form_only_are_one() -> None:
    found = valid(
        relation("catl", "supplies", "晨星机器人"),
        relation("晨星机器人有限公司", "supplies", "晨星"),
        relation("晨星", "supplies", "catl"),
    )
    assert [each.id for each in found.created] == ["晨星机器人", "晨星"]
    assert [each.source for each in found.data.relations] == ["catl", "晨星机器人", "晨星"]


def test_an_end_of_a_refused_relation_is_forgotten_with_its_names() -> None:
    found = valid(relation("Acme", "supplies", "Acme"), relation("Acme Inc", "supplies", "catl"))
    assert [each.id for each in found.created] == ["Acme Inc"]


def test_a_name_in_two_languages_is_both_names() -> None:
    customers = ("customers.csv", "Customer,Segment\nQingyun Sensors 青云传感,Key account\n")
    for end in ("青云传感", "Qingyun Sensors", "青云传感有限公司", "Qingyun Sensors 青云传感"):
        found = imported(customers, ("holders.csv", f"股东,公司,持股比例\na,{end},3\n"))
        assert names(found) == {"Qingyun Sensors": {"青云传感", "Qingyun Sensors", "Qingyun Sensors 青云传感"}}
        assert [each.target for each in found.data.relations] == ["Qingyun Sensors"]


def test_rows_with_one_and_with_both_names_are_of_one_company() -> None:
    assert len(names(valid(entity(name="Qingyun Sensors 青云传感"), entity(name="青云传感", country="CN")))) == 1
    assert len(names(valid(entity(name="青云传感", country="CN"), entity(name="Qingyun Sensors 青云传感")))) == 1
    both = valid(entity(name="青云传感"), entity(name="Qingyun Sensors"), entity(name="Qingyun Sensors 青云传感"))
    assert len(names(both)) == 1


def test_an_end_in_two_languages_is_found_by_each() -> None:
    found = valid(relation("catl", "supplies", "Qingyun Sensors 青云传感"), relation("青云传感", "supplies", "catl"))
    (made,) = found.created
    assert (made.name_zh, made.name_en) == ("青云传感", "Qingyun Sensors")
    assert [each.source for each in found.data.relations] == ["catl", made.id]


def test_both_halves_that_name_one_known_company_mean_it() -> None:
    found = imported(("c.csv", "Customer\nBYD 比亚迪\n"), ("r.csv", "supplier,customer\na,BYD 比亚迪\n"), known=(BYD,))
    assert [(each.id, each.name_zh) for each in found.data.entities] == [("byd", "比亚迪"), ("a", "a")]
    assert [(each.source, each.target) for each in found.data.relations] == [("a", "byd")]


def test_a_person_says_whom_a_name_in_two_languages_means() -> None:
    found = valid(entity(name="Qingyun Sensors 青云传感"), meant={"Qingyun Sensors 青云传感": "catl"})
    assert [each.id for each in found.data.entities] == ["catl"]
