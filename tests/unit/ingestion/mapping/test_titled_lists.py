"""Lists whose title says what their companies are to one company, which is offered as the other end."""

from __future__ import annotations

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.formats.table import Table
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.saved_mappings import SavedMappings
from core.ingestion.mapping.table_mapping import ATTRIBUTE, table_raw_records
from core.ingestion.mapping.titled_lists import offered_end, title_of
from core.ontology import default_ontology


def table_of(text: str, name: str = "x.csv") -> Table:
    (table,) = read_file(text.encode(), name, max_bytes=10_000).tables
    return table


@pytest.mark.parametrize(
    ("title", "label", "end", "company"),
    [
        ("Suppliers of BYD", "supplies", "target", "BYD"),
        ("List of suppliers of BYD (2024)", "supplies", "target", "BYD"),
        ("BYD's suppliers", "supplies", "target", "BYD"),
        ("Key customers of the Bosch Group", "supplies", "source", "Bosch Group"),
        ("Competitors of Visa in 2024", "competitor", "source", "Visa"),
        ("Subsidiaries of Siemens AG as of September 30", "subsidiary_of", "target", "Siemens AG"),
        ("Shareholders of Bank of America", "shareholder_of", "target", "Bank of America"),
        ("比亚迪的供应商", "supplies", "target", "比亚迪"),
        ("比亚迪主要客户名单", "supplies", "source", "比亚迪"),
        ("Lieferanten von BYD", "supplies", "target", "BYD"),
        ("Fournisseurs de BYD", "supplies", "target", "BYD"),
        ("Proveedores de BYD", "supplies", "target", "BYD"),
        ("BYDの仕入先", "supplies", "target", "BYD"),
        ("极光汽车股份有限公司前十名股东（截至2024年12月31日）", "shareholder_of", "target", "极光汽车股份有限公司"),
        ("极光汽车2024年度前五大供应商", "supplies", "target", "极光汽车"),
        (
            "星河铜业股份有限公司前十名股东持股情况（截至2024年12月31日）",
            "shareholder_of",
            "target",
            "星河铜业股份有限公司",
        ),
        ("2024年极光汽车供应商名录", "supplies", "target", "极光汽车"),
        ("Suppliers of Kestrel Vision FY2023", "supplies", "target", "Kestrel Vision"),
    ],
)
@pytest.mark.parametrize("form", ["alone", "above"])
def test_the_company_that_a_title_names_is_offered_as_the_other_end(
    title: str, label: str, end: str, company: str, form: str
) -> None:
    text = f"{title}\nCATL\nGanfeng\n" if form == "alone" else f"{title},\nName,Country\nCATL,China\nGanfeng,China\n"
    table = table_of(text)
    found = guess_mapping(table)
    assert (found.kind, found.missing, found.constants) == ("relations", (end,), {"label": label})
    assert offered_end(found, table, default_ontology()) == {end: company}
    told = found.model_copy(update={"constants": {**found.constants, end: company}})
    other = "source" if end == "target" else "target"
    values = [each.values for each in table_raw_records(table, told).items if each.kind == "relation"]
    assert [(each[end], each[other]) for each in values] == [(company, "CATL"), (company, "Ganfeng")]


def test_what_else_such_a_list_says_is_kept_where_it_belongs() -> None:
    table = table_of(
        "Subsidiaries of Siemens AG,,,,\nName,Headquarters,Share (%),Since,Staff\nEvosoft,Munich,100,2019,80\n"
    )
    found = guess_mapping(table)
    assert list(found.columns.values()) == ["source", "source:place", "share", "year", "source:attribute"]


@pytest.mark.parametrize(
    "text",
    [
        "Head of Sales\nBob\n",
        "Bank of America\nx\n",
        "Year of foundation\n1999\n",
        "Suppliers of BYD\n1,200.50\n",
        "公司的供应商\n宁德时代\n",
        "Suppliers of companies\nCATL\n",
        "Suppliers of 2024\nCATL\n",
        "Notes on BYD,,\nSupplier,Country,Since\nCATL,China,2019\n",
        "name,country\nCATL,China\n",
        "Suppliers of BYD,,\nCompany,Competitors,Country\nCATL,LG;SK,China\n",
    ],
)
def test_other_titles_make_no_relations(text: str) -> None:
    table = table_of(text.replace("1,200.50", "1200.50"))
    found = guess_mapping(table)
    assert found.kind == "companies"
    assert offered_end(found, table, default_ontology()) == {}


def test_a_title_that_is_a_name_is_offered_to_a_list_of_shareholders() -> None:
    table = table_of('"Lumen Robotics, Inc.",\nAs of 2025,\nShareholder,Stake\nGamma,40%\n')
    found = guess_mapping(table)
    assert (found.missing, found.constants) == (("target",), {"label": "shareholder_of"})
    assert offered_end(found, table, default_ontology()) == {"target": "Lumen Robotics"}
    untitled = table_of("Shareholder,Stake\nGamma,40%\n")
    assert offered_end(guess_mapping(untitled), untitled, default_ontology()) == {}
    assert ATTRIBUTE not in found.columns.values()


@pytest.mark.parametrize(
    ("text", "columns", "constants"),
    [
        (  # clerks are no customers: the customer is said of all rows
            "Supplier list Helvion Motors,,\nVendor Name,Commodity,Buyer\nBosch,brakes,M. Keller\nCATL,cells,J. Lin\n",
            {"Buyer": ATTRIBUTE},
            {"target": "Helvion Motors"},
        ),
        ("Fund,Portfolio Company,Stake (%)\nAlder Fund,Mistral AI,2\n", {"Fund": "source"}, {}),
        ("Company,Board member,Role\nRheinmark AG,Pieter van Doorn,CEO\nRheinmark AG,Ulrich Stamm,CFO\n", {}, {}),
    ],
)
def test_the_same_columns_are_read_the_second_time_as_the_first(
    text: str, columns: dict[str, str], constants: dict[str, str]
) -> None:
    """A label that the columns say is one of every file of these columns."""
    table = table_of(text)
    first = guess_mapping(table)
    told = first.model_copy(update={"columns": first.columns | columns, "constants": first.constants | constants})
    again = SavedMappings().and_then({table.name: told}, (table,), {}, {}).mapping(table_of(text))
    assert again.constants.get("label") == told.constants.get("label") is not None
    assert again.columns == told.columns


@pytest.mark.parametrize(
    "buyers",
    [("M. Keller", "J. Lin", "S. Vogt"), ("Anna Braun", "Wang Xiaoming", "Peter Lang"), ("王晓明", "李娜", "张伟")],
)
def test_a_column_of_who_buys_is_no_customer(buyers: tuple[str, ...]) -> None:
    def field_of(names: tuple[str, ...]) -> str:
        rows = "".join(
            f"{vendor},China,{each}\n" for vendor, each in zip(("Gamma", "Delta", "Sigma"), names, strict=True)
        )
        return guess_mapping(table_of(f"Vendor Name,Country,Buyer\n{rows}")).columns["Buyer"]

    assert field_of(buyers) == ATTRIBUTE
    assert field_of(("Helvion Motors", "Corvex Ltd", "Halden AB")) == "target"


@pytest.mark.parametrize(
    "title",
    [
        "2025年合格供应商名录（采购部）",
        "优秀供应商名单",
        "战略供应商清单",
        "Approved supplier list 2025",
        "Qualified vendors",
    ],
)
def test_a_title_that_only_grades_names_no_company(title: str) -> None:
    table = table_of(f"{title},\n供应商名称,地区\n恒泽五金制品有限公司,佛山\n青云传感科技有限公司,苏州\n")
    assert offered_end(guess_mapping(table), table, default_ontology()) == {}


@pytest.mark.parametrize(
    ("title", "company"),
    [
        ("Supplier list Helvion Motors - Purchasing", "Helvion Motors"),
        ("Vendor register Corvex Ltd", "Corvex Ltd"),
        ("Approved suppliers - Halden Robotics AB", "Halden Robotics AB"),
        ("Halden Robotics AB - Approved Suppliers", "Halden Robotics AB"),
        ("合格供应商名录 - 杭州云骑智能装备有限公司", "杭州云骑智能装备有限公司"),
    ],
)
def test_a_list_of_somebody_without_of(title: str, company: str) -> None:
    table = table_of(f"{title},\nName,Country\nBosch,Germany\nCATL,China\n")
    assert offered_end(guess_mapping(table), table, default_ontology()) == {"target": company}


@pytest.mark.parametrize("customer", ["使用单位", "使用单位（客户）", "客户（使用单位）", "采购单位", "需方"])
def test_who_uses_the_goods_is_the_customer(customer: str) -> None:
    mapping = guess_mapping(table_of(f"供应商名称,供应产品,{customer}\n恒泽五金制品有限公司,螺丝,极光汽车有限公司\n"))
    assert (mapping.columns["供应商名称"], mapping.columns[customer]) == ("source", "target")


def test_an_end_that_was_said_of_one_file_is_not_taken_for_the_next() -> None:
    table = table_of("Shareholder,Stake\nGamma,40%\n")
    told = guess_mapping(table).model_copy(update={"constants": {"label": "shareholder_of", "target": "Lumen"}})
    remembered = SavedMappings().and_then({table.name: told}, (table,), {}, {})
    again = remembered.mapping(table_of("Shareholder,Stake\nDelta,5%\n"))
    assert (again.constants, again.missing) == ({"label": "shareholder_of"}, ("target",))


@pytest.mark.parametrize(
    "title",
    [
        "深圳市晨曦机器人有限公司-股东信息",
        "深圳市晨曦机器人有限公司 股东信息",
        "深圳市晨曦机器人有限公司股东信息",
        "深圳市晨曦机器人有限公司的股东名册",
        "深圳市晨曦机器人有限公司——股东结构",
        "深圳市晨曦机器人有限公司股东信息表",
    ],
)
def test_a_list_of_shareholders_as_it_is_exported(title: str) -> None:
    """A list without a title, or with one whose words stand right behind the name, is one of holdings, too."""
    lines = "序号,股东名称,股东类型,持股比例\n1,王晓明,自然人股东,45.5%\n2,比亚迪股份有限公司,企业法人,15.25%\n"
    table = table_of(f"{title},,,\n{lines}")
    found = guess_mapping(table)
    assert (found.kind, found.missing, found.constants) == ("relations", ("target",), {"label": "shareholder_of"})
    assert (found.columns["股东名称"], found.columns["持股比例"]) == ("source", "share")
    assert offered_end(found, table, default_ontology()) == {"target": "深圳市晨曦机器人有限公司"}
    alone = guess_mapping(table_of(lines))
    assert (alone.kind, alone.missing) == ("relations", ("target",))


def test_what_such_a_list_says_of_the_relation_is_not_said_of_the_company() -> None:
    text = (
        "Customers of Tarn Robotics Ltd,,,,,\nCustomer Name,Country,First deal,Revenue (USD m),Products,Employees\n"
        "Tesla,United States,2020-02-01,33,cells,100000\nFord,United States,2021-03-01,12,packs,90000\n"
    )
    assert guess_mapping(table_of(text)).columns == {
        "Customer Name": "target",
        "Country": "target:country",
        "First deal": "year",
        "Revenue (USD m)": ATTRIBUTE,
        "Products": ATTRIBUTE,
        "Employees": "target:attribute",
    }
    zh = "比亚迪供应商名录,,,\n供应商名称,供应产品,采购金额（万元）,开始合作日期\n星河铜业,铜箔,100,2019-03-01\n"
    told = guess_mapping(table_of(zh)).columns
    assert (told["供应产品"], told["采购金额（万元）"], told["开始合作日期"]) == (ATTRIBUTE, ATTRIBUTE, "year")


@pytest.mark.parametrize("item", ["Item", "Items", "Product", "Article"])
def test_goods_beside_suppliers_are_no_companies(item: str) -> None:
    text = f"Suppliers of Tesla,,\nSupplier,{item},Since\nBoltwerk GmbH,bolts,2019\nNutwerk AG,nuts,2020\n"
    mapping = guess_mapping(table_of(text))
    assert (mapping.kind, mapping.columns["Supplier"], mapping.columns[item]) == ("relations", "source", ATTRIBUTE)
    assert guess_mapping(table_of("item,country\nPolar,Finland\nBaltic,Latvia\n")).columns["item"] == "name"


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("Top five customers,,\nCustomer,Revenue (USD m),Share\nTesla,33,10%\nFord,12,4%\n", "source"),
        ("前五名客户,\n客户名称,销售额（万元）\n国家电网,45000\n特斯拉,40000\n", "source"),
        ("前五大供应商,\n供应商名称,采购额（万元）\n宁德时代,38000\n比亚迪,31000\n", "target"),
        ("客户名称,销售额（万元）,占年度销售总额比例\n国家电网,45000,12.3%\n特斯拉,40000,10.1%\n", "source"),
        ("Supplier,Amount,% of total purchases\nCATL,380,12.3\nBYD,310,10.1\n", "target"),
    ],
)
def test_whose_customers_they_are_is_asked_where_a_report_lists_them(text: str, lacking: str) -> None:
    """What it sells them is no figure of theirs."""
    table = table_of(text)
    mapping = guess_mapping(table, default_ontology())
    assert (mapping.kind, mapping.missing, mapping.constants) == ("relations", (lacking,), {"label": "supplies"})
    assert offered_end(mapping, table, default_ontology()) == {}
    assert set(mapping.columns.values()) <= {"source", "target", ATTRIBUTE, "amount", "currency"}


@pytest.mark.parametrize(
    "text",
    [
        "Customer,Country,Revenue (USD m)\nTesla,United States,33\nFord,United States,12\n",
        "Top 500 companies,\nCompany,Country\nTesla,United States\nFord,United States\n",
    ],
)
def test_a_list_of_ones_own_stays_one_of_companies(text: str) -> None:
    assert guess_mapping(table_of(text), default_ontology()).kind == "companies"


@pytest.mark.parametrize(
    ("title", "company"),
    [
        ("星澜智能科技有限公司 2024年度供应商采购明细表", "星澜智能科技有限公司"),
        ("青禾农业股份有限公司董事、监事和高级管理人员", "青禾农业股份有限公司"),
        ("Register of shareholders – Harbourview Robotics plc", "Harbourview Robotics plc"),
        ("Harbourview Robotics plc - Register of members", "Harbourview Robotics plc"),
        ("腾讯控股 对外投资台账", "腾讯控股"),
        ("极光汽车", "极光汽车"),
        ("Board of Directors", ""),
        ("Subsidiaries", ""),
        ("Financial highlights", ""),
        ("Aurora Horizon Fund", "Aurora Horizon Fund"),
        ("公司主要供应商情况", ""),
        ("本公司股东", ""),
        ("公司B股东", "公司B"),
    ],
)
def test_the_company_of_a_title_ends_with_its_legal_form(title: str, company: str) -> None:
    """And words for a list, or for the company that reports, are none."""
    found = title_of(table_of(f"{title},\nShareholder,Stake\nAlice Lane LLP,12%\nNorma Ltd,8%\n"), default_ontology())
    assert (found.company if found else "") == company


def test_a_list_of_subsidiaries_with_shares_is_of_the_company_of_its_title() -> None:
    table = table_of(
        "云帆股份有限公司在子公司中的权益,\n子公司名称,直接持股比例(%)\n云帆物流有限公司,100\n云帆科技有限公司,60\n"
    )
    mapping = guess_mapping(table, default_ontology())
    assert (mapping.kind, mapping.constants) == ("relations", {"label": "subsidiary_of"})
    assert offered_end(mapping, table, default_ontology()) == {"target": "云帆股份有限公司"}
    assert "share" in mapping.columns.values()


@pytest.mark.parametrize(
    ("title", "end", "company"),
    [
        ("Aurora Horizon Fund – Portfolio holdings", "source", "Aurora Horizon Fund"),
        ("Portfolio holdings: Aurora Horizon Fund", "source", "Aurora Horizon Fund"),
        ("极光控股 对外投资台账", "source", "极光控股"),
        ("Norma plc | Shareholders", "target", "Norma plc"),
        ("极光控股 - 供应商", "target", "极光控股"),
    ],
)
def test_a_title_in_two_parts_names_the_company_and_what_is_listed(title: str, end: str, company: str) -> None:
    table = table_of(f"{title},,\nCompany,ISIN,Stake (%)\nTidal AG,DE0007664039,1.2%\nCash and other,,4.0%\n")
    mapping = guess_mapping(table)
    assert mapping.kind == "relations"
    assert offered_end(mapping, table, default_ontology()) == {end: company}
    told = table_raw_records(table, mapping.model_copy(update={"constants": {**mapping.constants, end: company}}))
    assert [each.reason for each in told.problems if not each.repaired] == ["remainder_row"]
