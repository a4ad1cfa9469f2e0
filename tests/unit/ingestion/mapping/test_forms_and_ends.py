"""Legal forms keep companies apart, and columns and cells are what their names say."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.names.normalise import legal_form
from tests.unit.ingestion.checking.test_facts_of_tables import imported


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gannet Ltd", "Gannet Limited"),
        ("Gannet Inc.", "Gannet Incorporated"),
        ("Gannet Corp.", "Gannet, Inc."),
        ("Gannet Co., Ltd.", "Gannet Ltd"),
        ("Gannet S.p.A.", "Gannet SpA"),
        ("Gannet AG", "Gannet Aktiengesellschaft"),
        ("Gannet KK", "Gannet Kabushiki Kaisha"),
    ],
)
def test_one_legal_form_may_be_written_in_two_ways(one: str, other: str) -> None:
    assert legal_form(one) == legal_form(other) != ""


@pytest.mark.parametrize(
    "name", ["Gannet", "Gannet Company", "The Gannet Company", "极光汽车股份有限公司", "Gannet Group"]
)
def test_some_names_say_no_legal_form(name: str) -> None:
    assert legal_form(name) == ""


def test_suppliers_of_several_legal_forms_are_several() -> None:
    rows = "Supplier,Customer\nFalcon GmbH,Zephyr\nFalcon Inc.,Zephyr\nFalcon Ltd,Zephyr\nFalcon Limited,Zephyr\n"
    found = imported(("list.csv", rows), known=())
    assert {each.source for each in found.data.relations} == {"Falcon GmbH", "Falcon Inc.", "Falcon Ltd"}
    assert [(each.line, each.reason) for each in found.data.problems] == [(5, "said_twice")]


def test_the_only_known_company_may_be_written_with_another_form() -> None:
    known = (Entity(id="falcon", type="company", name_zh="Falcon GmbH", name_en="Falcon GmbH"),)
    found = imported(("list.csv", "Supplier,Customer\nFalcon AG,Zephyr\n"), known=known)
    assert [each.source for each in found.data.relations] == ["falcon"]


def test_a_name_without_a_form_is_none_of_several() -> None:
    rows = "Company,Country,Staff\nBrix,,\nBRIX Inc.,US,500\nBRIX GmbH,Germany,20\nBrix Ltd,UK,7\n"
    found = imported(("list.csv", rows), known=())
    assert {each.name_en: each.country for each in found.data.entities} == {
        "Brix": "",
        "BRIX Inc.": "US",
        "BRIX GmbH": "Germany",
        "Brix Ltd": "UK",
    }


@pytest.mark.parametrize("headers", ["母公司,子公司,持股比例,表决权比例", "母公司,子公司,表决权比例,持股比例"])
def test_votes_are_no_share_beside_one(headers: str) -> None:
    votes_first = headers.index("表决权") < headers.index("持股")
    cells = "60%,35%" if votes_first else "35%,60%"
    (relation,) = imported(("list.csv", f"{headers}\n银杏控股,银杏物流,{cells}\n"), known=()).data.relations
    assert relation.share_low == 35.0
    assert [(each.name, each.value) for each in relation.attributes] == [("表决权比例", "60%")]


def test_votes_alone_are_the_share() -> None:
    (relation,) = imported(("list.csv", "股东名称,公司名称,表决权比例\n周明远,云杉医疗,55%\n"), known=()).data.relations
    assert relation.share_low == 55.0


@pytest.mark.parametrize(
    ("headers", "row"),
    [
        ("Company A,Company B,Relationship type,Source", "Nordlicht,Vestas,competitor,Handelsblatt"),
        ("Company A,Relation,Company B,Source", "Nordlicht,competitor,Vestas,Bloomberg"),
        ("Company,Competitor,Source", "Nordlicht,Vestas,Reuters"),
        ("公司A,公司B,关系类型,来源", "Nordlicht,Vestas,竞争,公司年报"),
    ],
)
def test_who_says_it_is_no_end(headers: str, row: str) -> None:
    (relation,) = imported(("list.csv", f"{headers}\n{row}\n"), known=()).data.relations
    assert {relation.source, relation.target} == {"Nordlicht", "Vestas"}


def test_source_and_target_are_the_ends() -> None:
    (relation,) = imported(("list.csv", "source,type,target\na,competitor,b\n"), known=()).data.relations
    assert (relation.source, relation.target) == ("a", "b")


@pytest.mark.parametrize("header", ["Until", "Valid until", "Ended", "Bis", "合作终止"])
def test_until_when_is_the_end(header: str) -> None:
    rows = f"Supplier,Customer,Since,{header}\nHansa,Kiel,2018-02-01,2021-12-31\n"
    (relation,) = imported(("list.csv", rows), known=()).data.relations
    assert (relation.start, relation.end) == ("2018-02-01", "2021-12-31")


@pytest.mark.parametrize(
    "cell", ["Unknown", "TBD", "n/a", "None", "not disclosed", "Undisclosed Investors", "未披露", "待定", "不详"]
)
def test_who_names_nobody_is_no_end(cell: str) -> None:
    found = imported(("list.csv", f"Supplier,Customer\n{cell},Ems\nBasf,Ems\n"), known=())
    assert [each.source for each in found.data.relations] == ["Basf"]
    assert [(each.line, each.reason, each.detail) for each in found.data.problems] == [(2, "names_nobody", cell)]


def test_a_seat_behind_a_comma_is_no_supplier() -> None:
    known = (
        Entity(id="bosch", type="company", name_zh="博世", name_en="Robert Bosch GmbH"),
        Entity(id="place-stuttgart", type="place", name_zh="斯图加特", name_en="Stuttgart"),
    )
    rows = 'Supplier,Customer\n"Robert Bosch GmbH, Stuttgart",Elbe\n"Siemens AG, München",Elbe\n"Dow, DuPont",Elbe\n'
    found = imported(("list.csv", rows), known=known)
    assert [each.source for each in found.data.relations] == ["bosch", "Siemens AG", "Dow, DuPont"]
    seats = [(each.line, each.detail) for each in found.repairs if each.reason == "seat_left_out"]
    assert seats == [(2, "Robert Bosch GmbH, Stuttgart"), (3, "Siemens AG, München")]


@pytest.mark.parametrize("is_known", [True, False])
def test_one_name_of_two_countries_and_years_is_two_companies(is_known: bool) -> None:
    """One of these facts alone keeps nobody apart: it may be written wrongly, or have changed."""
    apple = Entity(id="apple", type="company", name_zh="苹果公司", name_en="Apple", country="US", founded=1976)
    rows = "Company,Country,City,Founded\nApple,US,Cupertino,1976\nApple,UK,London,1968\n"
    found = imported(("list.csv", rows), known=(apple,) if is_known else ())
    assert {(each.country, each.founded) for each in found.data.entities} == {("US", 1976), ("UK", 1968)}
    assert len({each.id for each in found.data.entities}) == 2
    same = imported(("list.csv", "Company,Country,Founded\nApple,UK,1976\n"), known=(apple,))
    assert [each.id for each in same.data.entities] == ["apple"]
