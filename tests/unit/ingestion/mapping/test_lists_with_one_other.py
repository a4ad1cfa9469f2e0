"""Lists of customers that name a supplier of some, lists of suppliers that name a customer: every company comes in."""

from __future__ import annotations

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import TableMapping
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported

CUSTOMERS = """客户名称,统一社会信用代码,国家,客户类型,供应商,备注
晨星机器人,91310000MA1FL5XY3K,中国,重点,a,张三负责
三一重工,,中国,普通,,李四负责
蓝海科技,,中国,重点,b、a,
"""


def mapping(rows: str) -> TableMapping:
    (table,) = read_file(rows.encode(), "x.csv", max_bytes=10_000).tables
    return guess_mapping(table, default_ontology())


@pytest.mark.parametrize(
    ("rows", "own", "relation"),
    [
        (CUSTOMERS, "客户名称", "relation:supplies:reversed"),
        ("Customer,Country,Supplier\nAcme,DE,a\nBoreal,US,\n", "Customer", "relation:supplies:reversed"),
        ("Supplier,Country,Customer\nAcme,DE,a\nBoreal,US,\n", "Supplier", "relation:supplies"),
        ("子公司,母公司,国家\nAcme,a,德国\nBoreal,,美国\n", "子公司", "relation:subsidiary_of"),
    ],
)
def test_a_list_of_companies_of_which_some_have_another_is_one(rows: str, own: str, relation: str) -> None:
    found = mapping(rows)
    assert (found.kind, found.columns[own]) == ("companies", "name")
    assert relation in found.columns.values()


@pytest.mark.parametrize(
    "rows",
    [
        "Supplier,Customer\na,b\na,\n",  # nothing says what they are
        "Supplier,Customer,Country\na,b,DE\n,b,DE\n,,DE\nb,,DE\n",  # either may lack
        "Supplier,Customer,Country\na,b,DE\nb,a,US\n",  # pairs
        "Supplier,Customer,Country,Since\na,b,DE,2020\nb,,US,2021\n",  # said of the relation
    ],
)
def test_rows_about_relations_stay_relations(rows: str) -> None:
    assert mapping(rows).kind == "relations"


def test_whoever_has_no_supplier_comes_in_and_remarks_are_no_evidence() -> None:
    found = imported(("customers.csv", CUSTOMERS)).data
    assert {each.name_zh for each in found.entities} == {"晨星机器人", "三一重工", "蓝海科技"}
    assert [(each.source, each.evidence_zh) for each in found.relations] == [("a", ""), ("b", ""), ("a", "")]
    assert found.problems == ()
    assert {each.name for each in found.entities[0].attributes} >= {"备注", "客户类型"}


@pytest.mark.parametrize(
    "column", ["备注", "Note", "Remarks", "Bemerkung", "Remarque", "Observaciones", "備考", "Details"]
)
def test_a_column_of_remarks_is_evidence_only_where_it_holds_sentences(column: str) -> None:
    short = f"supplier,customer,{column}\na,b,张三负责\n"
    (relation,) = imported(("x.csv", short)).data.relations
    assert (relation.evidence_zh, [each.name for each in relation.attributes]) == ("", [column])
    sentence = "a has supplied batteries to b since 2020."
    (relation,) = imported(("x.csv", f"supplier,customer,{column}\na,b,{sentence}\n")).data.relations
    assert relation.evidence_en == sentence


SUM_ROWS = [
    (
        "Lieferant;Land;Kunde;Warengruppe;Lieferbeziehung seit;Umsatz (TEUR)\n"
        "a;DE;b;Gehäuse;01.03.2018;1.234,5\nc;DE;b;Kabel;15.06.2020;4.820,0\na;DE;d;Teile;01.09.2015;9.900,0\n"
        "Summe;;;;;15.954,5\n",
        "2018-03-01",
    ),
    (
        "供应商,国家,客户,产品类别,供货起始,采购额\n甲公司,中国,乙公司,芯片,2018-03-01,12\n丙公司,中国,乙公司,电池,2019,5\n"
        "甲公司,中国,丁公司,芯片,2021,9\n合计,,,,,26\n",
        "2018-03-01",
    ),
    (
        "Supplier,Country,Customer,Category,Supplying since,Spend\na,UK,b,Chips,2018-03-01,12\nc,UK,b,Wire,2019,5\n"
        "a,UK,d,Chips,2021,9\nTotal,,,,,26\n",
        "2018-03-01",
    ),
]


@pytest.mark.parametrize(("rows", "start"), SUM_ROWS)
def test_a_row_that_adds_up_is_no_company_without_another(rows: str, start: str) -> None:
    found = imported(("x.csv", rows)).data
    assert found.relations[0].start == start
    assert len({(each.source, each.target, each.start) for each in found.relations}) == 3
    assert all(len(each.attributes) == 2 for each in found.relations)  # goods and spend are said of the relation
    assert all(each.country and not each.attributes for each in found.entities if each.country)


@pytest.mark.parametrize("others", ["e,DE,b,y\nf,DE,b,y\n", ""])  # few companies repeat, or most do
def test_a_supplier_of_two_customers_is_none_of_a_list_of_suppliers(others: str) -> None:
    rows = f"a,DE,b,x\nBoreal,DE,,y\na,DE,d,z\n{others}"
    found = imported(("x.csv", f"Supplier,Country,Customer,Category\n{rows}")).data
    said = {(each.source, each.target): dict(each.attributes).get("Category") for each in found.relations}
    assert (said["a", "b"], said["a", "d"]) == ("x", "z")
    assert "Boreal" in {each.name_en for each in found.entities}


SINCE = [
    *("Lieferbeziehung seit", "Geschäft seit (Datum)", "Supplying since", "Business since", "Buys from us since"),
    *(
        "Trades_since",
        "Fournit depuis",
        "Suministra desde",
        "供货起始",
        "合作起始年月",
        "供应以来",
        "业务往来开始日期",
        "采购始于",
    ),
]


@pytest.mark.parametrize("column", SINCE)
@pytest.mark.parametrize("other", ["Remark", "Delivered"])  # beside another column of days cells alone do not tell
def test_since_when_is_the_start_whatever_holds_since(column: str, other: str) -> None:
    rows = f"Supplier,Country,Customer,{column},{other}\na,UK,b,2018-03-01,2024-01-31\nc,UK,b,2019-05,2024-02-28\n"
    assert [each.start for each in imported(("x.csv", rows)).data.relations] == ["2018-03-01", "2019-05"]


@pytest.mark.parametrize("column", ["In business since", "Established since", "Gegründet seit", "上市以来"])
def test_how_long_a_company_has_been_there_is_no_start(column: str) -> None:
    rows = f"Supplier,Country,Customer,{column}\na,UK,b,1950-03-01\nc,UK,b,1960-01-01\n"
    assert [each.start for each in imported(("x.csv", rows)).data.relations] == ["", ""]
