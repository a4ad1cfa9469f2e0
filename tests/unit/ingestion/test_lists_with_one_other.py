"""Lists of customers that name a supplier of some, lists of suppliers that name a customer: every company comes in."""

from __future__ import annotations

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.mapping_guess import guess_mapping
from core.ingestion.table_mapping import TableMapping
from core.ontology import default_ontology
from tests.unit.ingestion.test_facts_of_tables import imported

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
