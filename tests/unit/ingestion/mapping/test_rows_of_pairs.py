"""Tables in which a company stands in several rows, each with another company: every row keeps what it says."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import TableMapping
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported

_KNOWN = {"siemens": "siemens", "abb": "abb", "philips": "philips", "phg": "philips", "美的": "midea", "海尔": "haier"}

RIVALS = """公司,竞争对手,主要竞争领域,更新年份
海尔,奥克斯,空调,2024
海尔,老板,厨电,2025
海尔,方太,厨电,2024
美的,奥克斯,空调,2024
格力,志高,空调,2024
老板,方太,厨电,2025
"""
SOLE = "Company,Country,Partner,Scope\nNorma,DE,Volans,Retail\nNorma,DE,Vela,Online\n"
SOLE += "".join(f"Pyxis {each},FR,Mensa {each},Retail\n" for each in "ABCDEFGH")
DEALERS = "经销商名称,代理品牌,授权区域,签约日期\n广和电器,美的,华南,2018-03-01\n瑞丰家电,海尔,江苏,2016-01-01\n"
BANKS = "Company,Country,House bank,Limit\nNorma,DE,Volans AG,5\nNorma,DE,Vela Ltd,3\nPyxis,FR,Volans AG,1\n"


def mapped(text: str, known: bool = True) -> TableMapping:
    def called(name: str) -> Collection[str]:
        return [_KNOWN[name.lower()]] if known and name.lower() in _KNOWN else []

    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    return guess_mapping(table, default_ontology(), called)


def in_order(found: TableMapping, header: str) -> list[str]:
    return [found.columns[column] for column in header.split(",")]


@pytest.mark.parametrize("rows", range(2, 7))
def test_however_many_rows_there_are_each_keeps_its_own(rows: int) -> None:
    lines = RIVALS.splitlines()
    relations = imported(("x.csv", "\n".join(lines[: rows + 1]))).data.relations
    told = [[each.value for each in relation.attributes] for relation in relations]
    assert told == [line.split(",")[2:] for line in lines[1 : rows + 1]]


@pytest.mark.parametrize(
    ("header", "label"),
    [
        ("Company,Country,Partner,Scope", "partner"),
        ("Company,Country,Competitor,Scope", "competitor"),
        ("Name,Country,Supplier,Scope", "supplies"),
        ("Name,Country,Competitor,Scope", "competitor"),
        ("公司,国家,竞争对手,主要领域", "competitor"),
        ("公司,国家,合作伙伴,合作范围", "partner"),
        ("公司,国家,客户,销售区域", "supplies"),
    ],
)
def test_one_company_of_two_rows_is_enough(header: str, label: str) -> None:
    found = mapped(SOLE.replace(SOLE.splitlines()[0], header))
    assert (found.kind, found.constants["label"]) == ("relations", label)
    ends = ["target", "target:country", "source"] if "Supplier" in header else ["source", "source:country", "target"]
    assert in_order(found, header) == [*ends, "attribute"]


@pytest.mark.parametrize("column", ["Employees", "Phone", "Industry", "员工人数", "联系人", "城市"])
def test_of_a_company_that_stands_twice_what_is_its_own_makes_no_pairs(column: str) -> None:
    assert mapped(SOLE.replace("Company,Country,Partner,Scope", f"公司,国家,竞争对手,{column}")).kind == "companies"


def test_what_else_differs_is_said_of_the_pair_but_for_the_size_of_the_company() -> None:
    header = "公司,竞争对手,主要领域,地区,员工人数"
    rows = "海尔,奥克斯,空调,华南,5\n海尔,老板,厨电,华东,6\n美的,奥克斯,空调,华南,7\n"
    rows += "格力,志高,空调,,8\n老板,方太,厨电,,9\n"
    fields = ["source", "target", "attribute", "attribute", "source:attribute"]
    assert in_order(mapped(f"{header}\n{rows}"), header) == fields


@pytest.mark.parametrize(
    "header",
    [
        "Distributor,Manufacturer,Territory,Appointed",
        "Dealer,Brand owner,Territory,Appointed",
        "Reseller name,Vendor name,Territory,Appointed",
        "经销商,制造商,授权区域,签约日期",
        "分销商名称,厂家名称,授权区域,签约日期",
        "Händler,Hersteller,Gebiet,Beginn",
        "Distributeur,Fabricant,Territoire,Début",
        "Distribuidor,Fabricante,Territorio,Inicio",
    ],
)
@pytest.mark.parametrize("last", ["Rexel", "Vertex"])
def test_makers_supply_distributors(header: str, last: str) -> None:
    rows = f"Rexel,Siemens,Sweden,2015-02-01\n{last},ABB,Italy,2017-05-01\n"
    relations = imported(("x.csv", f"{header}\n{rows}"), known=()).data.relations
    assert [(each.source, each.type, each.target, each.year) for each in relations] == [
        ("Siemens", "supplies", "Rexel", 2015),
        ("ABB", "supplies", last, 2017),
    ]
    assert [[each.value for each in relation.attributes] for relation in relations] == [["Sweden"], ["Italy"]]


@pytest.mark.parametrize(
    "text",
    [
        "Company,Manufacturer,Distributor\nNorma,Yes,No\nVela,No,Yes\n",
        "Company,Manufacturer,Distributor\nNorma,Siemens,Rexel\nVela,ABB,Rexel\n",  # whose they are to the company
        "Company,Manufacturer,Country\nNorma,Siemens,DE\nVela,ABB,FR\n",
        "经销商名称,区域,电话\n广和电器,华南,1\n瑞丰家电,江苏,2\n",
    ],
)
def test_lists_of_makers_or_distributors_stay_lists(text: str) -> None:
    assert mapped(text).kind == "companies"


@pytest.mark.parametrize("header", ["经销商名称,代理品牌,", "经销商,授权品牌,", "Distributor name,Brand represented,"])
@pytest.mark.parametrize("more", ["", "广和电器,海尔,广东,2020-06-01\n"])
def test_brands_that_are_known_companies_supply_their_distributors(header: str, more: str) -> None:
    found = mapped(DEALERS.replace("经销商名称,代理品牌,", header) + more)
    assert (found.kind, found.missing, found.constants["label"]) == ("relations", (), "supplies")
    assert in_order(found, f"{header}授权区域,签约日期") == ["target", "source", "attribute", "year"]


def test_brands_that_are_no_companies_are_facts_of_the_distributor() -> None:
    rows = DEALERS.replace("美的", "飘柔").replace("海尔", "海飞丝")
    assert (mapped(rows).kind, mapped(rows).columns["代理品牌"]) == ("companies", "attribute")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (BANKS, False),  # by their legal forms
        (BANKS.replace("Volans AG", "Siemens").replace("Vela Ltd", "ABB"), True),
        (BANKS.replace("Volans AG", "Siemens").replace("Vela Ltd", "Vela"), True),  # most are
        (
            "公司,国家,主办行,额度\n甲科,中国,工大银行股份有限公司,5\n甲科,中国,农科集团,3\n乙材,中国,农科集团,1\n",
            False,
        ),
        ("公司,国家,主办行,额度\n甲科,中国,美的,5\n甲科,中国,海尔,3\n乙材,中国,海尔,1\n", True),
    ],
)
def test_what_the_others_are_to_a_company_is_asked_where_no_header_says_it(text: str, known: bool) -> None:
    found = mapped(text, known)
    assert (found.kind, found.missing) == ("relations", ("label",))
    assert in_order(found, text.splitlines()[0]) == ["source", "source:country", "target", "attribute"]


@pytest.mark.parametrize(
    "text",
    [
        BANKS.replace("Norma,DE,Vela", "Lyra,DE,Vela"),  # each company once
        "公司,年份,开票额,母公司\n甲,2023,5,丙\n甲,2024,6,丁\n乙,2023,7,戊\n乙,2024,8,戊\n",  # by year
        BANKS.replace("Volans AG", "Berlin").replace("Vela Ltd", "Paris"),
        BANKS.replace("Norma,DE,Vela Ltd,3\n", "Norma,DE,Vela Ltd,3\nNorma,DE,Vela Ltd,4\n"),  # by year, say
        "Company,Ticker code,Listed in\nPhilips,PHG,New York\nPhilips,Philips,Amsterdam\n",  # itself
        "公司,公司性质,年份\n甲科,上市公司,2024\n甲科,外资公司,2020\n",
        "Company,House bank,Auditor\nNorma,Volans AG,Vela Ltd\nNorma,Mensa AG,Lyra Ltd\n",  # which of them is not clear
    ],
)
def test_lists_of_companies_stay_lists(text: str) -> None:
    assert mapped(text).kind == "companies"


def test_values_of_a_list_that_differ_are_told() -> None:
    found = imported(("x.csv", "Company,Focus\nNorma,Retail\nNorma,Online\n"), known=())
    (company,) = found.data.entities
    assert [each.value for each in company.attributes] == ["Online"]
    assert [each.reason for each in found.repairs] == ["was_joined", "was_replaced"]
