"""Lists of customers and suppliers: what is sold to each or bought from it is no size of theirs; nor is that of a node
of a drawing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.asked_figures import says_figure
from core.domain.records import Entity
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.company_sizes import tells_size
from core.ingestion.mapping.mapping_guess import guess_mapping
from tests.unit.ingestion.checking.test_facts_of_tables import imported

TRADED = [
    *(
        "2025年销售额（万元）",
        "销售额",
        "年销售额",
        "2025年度销售金额（元）",
        "采购额",
        "采购金额(万元)",
        "交易额",
        "成交额",
    ),
    *("Sales 2025", "Sales", "FY2025 sales (USD m)", "FY25 Sales", "Net sales", "Turnover", "Revenue with us", "Spend"),
    *("Annual spend (USD m)", "Purchases", "Purchase volume (EUR)", "sales_2025", "Sales figures"),
    *("Umsatz", "Umsatz (TEUR)", "Umsatz 2025 (Mio. EUR)", "Einkaufsvolumen", "Chiffre d'affaires", "Ventas", "売上高"),
]
OWN = [
    *("营业收入", "营业收入（亿元）", "营业总收入", "年营收", "市值（亿元）", "注册资本", "员工人数", "规模"),
    *(
        "Annual revenue",
        "Annual Revenue (USD m)",
        "Total revenue",
        "Employees",
        "Market cap",
        "Jahresumsatz",
        "Company size",
    ),
]
NAMES = [
    *("客户", "客户名称", "Customer", "Customer name", "Client", "Kunde", "取引先", "供应商", "供应商名称", "Supplier"),
    *("Supplier name", "Vendor", "Vendor Name", "Lieferant", "Fournisseur", "Proveedor", "Cliente", "仕入先"),
]
FILES = [
    "客户清单2025.csv",
    "Customers.csv",
    "CustomerList2025.csv",
    "top_suppliers.csv",
    "KUNDEN_2025.csv",
    "Lieferantenliste.csv",
]


def entities(header: str, rows: str, name: str = "x.csv") -> tuple[Entity, ...]:
    return imported((name, f"{header}\n{rows}")).data.entities


def tells(entity: Entity) -> list[str]:
    return [each.name for each in entity.attributes if tells_size(each.name) or says_figure(each.name, "revenue")]


@pytest.mark.parametrize("column", TRADED)
@pytest.mark.parametrize("named", ["客户名称", "Supplier"])
def test_business_with_a_company_is_not_its_size(named: str, column: str) -> None:
    found = entities(f"{named},Country,{column}", "Acme Ltd,UK,3250.5\nBoreal GmbH,DE,1180\nSumme,,4430.5\n")
    assert [each.name_en for each in found] == ["Acme Ltd", "Boreal GmbH"]
    assert [tells(each) for each in found] == [[], []]
    assert [(name.split(" · ")[0], value) for name, value in found[0].attributes] == [(column, "3250.5")]


@pytest.mark.parametrize("column", OWN)
@pytest.mark.parametrize("named", ["客户名称", "Vendor"])
def test_what_only_a_company_itself_has_still_tells(named: str, column: str) -> None:
    (found,) = entities(f"{named},Country,{column}", "Acme Ltd,UK,3250\n")
    assert [each.name for each in found.attributes if tells_size(each.name)] == [column]


@pytest.mark.parametrize("named", NAMES)
def test_the_column_of_names_tells_what_is_listed(named: str) -> None:
    (found,) = entities(f"{named},Country,Sales 2025", "Acme Ltd,UK,3250\n")
    assert tells(found) == []


@pytest.mark.parametrize("file", FILES)
def test_so_does_the_name_of_the_file(file: str) -> None:
    (found,) = entities("Company,Country,Sales 2025", "Acme Ltd,UK,3250\n", file)
    assert tells(found) == []


@pytest.mark.parametrize("title", ["2025年度客户清单（华东销售部）", "Our customers 2025", "Unsere Lieferanten"])
def test_so_does_a_title(title: str) -> None:
    (found,) = entities(f"{title},,\nCompany,Country,Sales 2025", "Acme Ltd,UK,3250\n")
    assert tells(found) == []


@pytest.mark.parametrize("file", ["companies.csv", "top_100_2025.csv", "公司清单.csv", "custom.csv"])
@pytest.mark.parametrize("column", ["Sales 2025", "销售额", "Umsatz", "Revenue"])
def test_elsewhere_sales_are_those_of_the_company(file: str, column: str) -> None:
    (found,) = entities(f"Company,Country,{column}", "Acme Ltd,UK,3250\n", file)
    assert tells(found) == [column]


@pytest.mark.parametrize(("named", "own"), [("Customer", False), ("Supplier", True)])
def test_revenue_alone_is_a_suppliers_own(named: str, own: bool) -> None:
    (found,) = entities(f"{named},Country,Revenue", "Acme Ltd,UK,3250\n")
    assert bool(tells(found)) == own


LOOKS = [
    ("x", "y", "r", "g", "b"),
    ("Modularity Class", "x"),
    ("color", "y"),
    ("degree", "pageranks"),
    ("timeset", "Degree"),
]


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("size", ["size", "Size"])
def test_the_size_of_a_node_is_that_of_a_drawing(looks: tuple[str, ...], size: str) -> None:
    header = ",".join(("id", "label", size, *looks))
    (found,) = entities(header, f"n0,Acme Ltd,10{',1' * len(looks)}\n")
    assert tells(found) == []
    assert f"{size} · of the drawing" in {each.name for each in found.attributes}


@pytest.mark.parametrize("others", ["country", "x,y", "degree"])
def test_size_beside_other_columns_is_that_of_the_company(others: str) -> None:
    (found,) = entities(f"label,size,{others}", f"Acme Ltd,Mid Cap{',1' * len(others.split(','))}\n")
    assert tells(found) == ["size"]


@given(st.sampled_from(NAMES), st.sampled_from(TRADED + OWN))
def test_no_column_is_lost(named: str, column: str) -> None:
    (table,) = read_file(f"{named},Country,{column}\nAcme Ltd,UK,1\n".encode(), "x.csv", max_bytes=10_000).tables
    mapping = guess_mapping(table)
    assert mapping.columns[column] in ("attribute", "traded")
    assert mapping.kind == "companies"
