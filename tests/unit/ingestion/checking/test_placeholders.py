"""Cells that say that there is nothing: they identify nobody, and so make no two companies one."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.ingestion.checking.validated_records import ValidatedRecords
from core.names.name_tables import name_table
from tests.unit.ingestion.checking.test_facts_of_tables import imported

NOTHING = ["-", "--", "—", "–", "N/A", "n/a", "NA", "none", "无", "暂无", "·", "?", "/"]
NO_IDENTIFIER = [*NOTHING, "private", "Unlisted", "未上市", "not applicable"]
ROWS = (("Orion Robotics", "US"), ("Hellas Shipping", "GR"), ("Rhein Logistik", "DE"), ("Garonne Foods", "FR"))


def _list(column: str, cell: str) -> str:
    lines = [f"Company,Country,{column}", f"{ROWS[0][0]},{ROWS[0][1]},ORBX"]
    return "\n".join([*lines, *(f"{name},{country},{cell}" for name, country in ROWS[1:])]) + "\n"


@pytest.mark.parametrize("column", ["Ticker", "LEI", "ISIN", "Registration number", "Wikidata"])
@pytest.mark.parametrize("cell", NO_IDENTIFIER)
def test_no_identifier_makes_companies_one(column: str, cell: str) -> None:
    found = imported(("list.csv", _list(column, cell)), known=())
    assert {(each.name_en, each.country) for each in found.data.entities} == set(ROWS)
    assert not any(cell in (*each.tickers, *each.identifiers, each.id) for each in found.data.entities)


@pytest.mark.parametrize("column", ["Aliases", "Former names", "Short name", "name_zh"])
@pytest.mark.parametrize("cell", NOTHING)
def test_no_other_name_makes_companies_one(column: str, cell: str) -> None:
    """Also where one that is there already has such a name."""
    known = (Entity(id="foo", type="company", name_zh="Foo Robotics", name_en="Foo Robotics", aliases=(cell,)),)
    found = imported(("list.csv", _list(column, cell)), known=known)
    assert {(each.name_en, each.country) for each in found.data.entities if each.id != "foo"} == set(ROWS)
    assert not any(cell in (each.name_zh, *each.aliases) for each in found.data.entities if each.id != "foo")


def test_what_is_given_beside_a_dash_is_kept() -> None:
    text = "Company,Country,Ticker,Aliases\nOrion,US,ORBX;-,Orion Inc;N/A\n"
    (orion,) = imported(("list.csv", text), known=()).data.entities
    assert (orion.tickers, orion.aliases) == (("ORBX",), ("Orion Inc",))


def test_a_name_of_nothing_is_borne_by_nobody() -> None:
    table = name_table(["", "orion"], [0, 1])
    assert table.place("") is None
    assert table.place("orion") is not None


@pytest.mark.parametrize("text", ["name\n__proto__\nGood Co\n", "id,name\nconstructor,Evil Co\ngood,Good Co\n"])
def test_a_reserved_id_is_refused_with_its_row(text: str) -> None:
    found = imported(("list.csv", text), known=())
    assert [each.name_en for each in found.data.entities] == ["Good Co"]
    assert [(each.line, each.reason) for each in found.data.problems] == [(2, "reserved_id")]


NOBODY = ["TBD", "undisclosed", "N/A", "Unknown", "Others", "未披露", "待定", "不详", "nicht bekannt", "非公開"]
DESCRIBING = {
    "Country": "Spain",
    "City": "Madrid",
    "Industry": "Steel",
    "Supplier country": "Spain",
    "国家": "西班牙",
}


def _refused(found: ValidatedRecords) -> list[tuple[int, str, str]]:
    return [(each.line, each.reason, each.detail) for each in found.data.problems]


@pytest.mark.parametrize("told", ["", "said"])
@pytest.mark.parametrize("column", DESCRIBING)
@pytest.mark.parametrize("cell", NOBODY)
def test_who_is_not_told_is_no_company_whatever_describes_it(cell: str, column: str, told: str) -> None:
    """The row of its relation is refused, as it is without that column."""
    said = DESCRIBING[column] if told else ""
    text = f"Supplier,{column},Customer\n{cell},{said},Voltara\nBosch,,Voltara\n"
    found = imported(("list.csv", text), known=())
    assert {each.name_en for each in found.data.entities} == {"Bosch", "Voltara"}
    assert [(each.source, each.target) for each in found.data.relations] == [("Bosch", "Voltara")]
    assert _refused(found) == [(2, "names_nobody", cell)]


@pytest.mark.parametrize(
    "text",
    [
        "Acquirer,Target,Target country,Date\nBosch,undisclosed,France,2024-02-01\nBosch,Acme,France,2024-02-01\n",
        "供应商,所在国家,客户\n未披露,,Acme\nBosch,德国,Acme\n",
        "Supplier,Supplier country,Customer,Customer country\nTBD,,Acme,DE\nBosch,DE,Acme,DE\n",
        "Supplier,Supplier country,Customer,Customer country\nBosch,DE,Unknown,Spain\nBosch,DE,Acme,DE\n",
        "Company,Country,Supplier,Amount\nTBD,Spain,Bosch,5\nAcme,DE,Bosch,7\nAcme,DE,undisclosed,9\n",
        "Company,Country,Suppliers\nTBD,Spain,Bosch\nAcme,FR,Bosch\n",
    ],
)
def test_tables_of_any_kind_make_no_company_of_who_is_not_told(text: str) -> None:
    found = imported(("list.csv", text), known=())
    assert {each.name_en for each in found.data.entities} == {"Bosch", "Acme"}
    assert {each for relation in found.data.relations for each in (relation.source, relation.target)} == {
        "Bosch",
        "Acme",
    }
    assert (2, "names_nobody") in [(each.line, each.reason) for each in found.data.problems]


@pytest.mark.parametrize("cell", [each for each in NOBODY if each != "Others"])
def test_a_list_of_companies_refuses_who_is_not_told(cell: str) -> None:
    found = imported(("list.csv", f"Company,Country,Industry\n{cell},Spain,Steel\nBosch,DE,Cars\n"), known=())
    assert [each.name_en for each in found.data.entities] == ["Bosch"]
    assert _refused(found) == [(2, "names_nobody", cell)]


def test_who_is_called_so_is_that_company() -> None:
    """A company that is known by such a name, or by an id, is described and stands at ends."""
    known = (Entity(id="anon", type="company", name_zh="Anonymous", name_en="Anonymous"),)
    text = "Supplier,Country,Customer\nAnonymous,FR,Voltara\n"
    found = imported(("list.csv", text), known=known)
    assert [(each.source, each.target) for each in found.data.relations] == [("anon", "Voltara")]
    assert next(each for each in found.data.entities if each.id == "anon").country == "FR"
    listed = imported(("list.csv", "id,Company,Country\nk1,Unknown,FR\n"), known=())
    assert [each.id for each in listed.data.entities] == ["k1"]
    lei = imported(("list.csv", "Company,LEI\nUnknown,5493001KJTIIGC8Y1R12\nBosch,\n"), known=())
    assert len(lei.data.entities) == 2


def test_a_company_without_the_other_one_comes_in_alone() -> None:
    text = "Subsidiary,Country,Parent\nAcme,Spain,n/a\nBeta,Spain,\nGamma,France,Omega\n"
    found = imported(("list.csv", text), known=())
    assert {each.name_en for each in found.data.entities} == {"Acme", "Beta", "Gamma", "Omega"}
    assert _refused(found) == []
    both = "Supplier,Supplier country,Customer,Customer country\n,,Acme,DE\nBosch,DE,Acme,DE\n"
    assert _refused(imported(("list.csv", both), known=())) == []


@pytest.mark.parametrize("country", ["", ",Country"])
def test_of_a_list_at_an_end_who_is_not_told_is_left_out(country: str) -> None:
    """Also where columns describe that end: each of the others is a company."""
    said = ",DE" if country else ""
    text = f"Supplier{country},Customer\nTBD; BASF{said},Acme\nBayer; Bosch{said},Acme\n"
    found = imported(("list.csv", text), known=())
    assert {each.name_en for each in found.data.entities} == {"BASF", "Bayer", "Bosch", "Acme"}
    assert [each.source for each in found.data.relations] == ["BASF", "Bayer", "Bosch"]
    assert {each.country for each in found.data.entities if each.name_en != "Acme"} == {"DE" if country else ""}
    assert (2, "names_nobody", "TBD") in [(each.line, each.reason, each.detail) for each in found.repairs]
