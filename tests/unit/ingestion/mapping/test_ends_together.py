"""Headers that tell a relation only beside each other: contracts with their projects, businesses sold, transfers."""

from __future__ import annotations

from itertools import product

import pytest

from core.domain.records import Relation
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping
from tests.unit.ingestion.checking.test_facts_of_tables import imported

CONTRACTORS = ["总包方", "总承包商", "承包方", "承包单位", "施工单位", "中标单位", "中标人", "承建单位"]
OWNERS = ["业主", "业主单位", "发包方", "招标人", "招标单位", "建设单位", "采购人"]
PROJECTS = ["项目名称", "项目", "工程名称", "Project", "Project name", "project_name"]
ENGLISH = [("Contractor", "Client"), ("Main contractor", "Project owner"), ("Winning bidder", "Contracting authority")]
SOLD = ["Target business", "Divested business", "Business sold", "Divested company", "Divested entity", "Asset"]
SOLD_CHINESE = ["标的资产", "标的业务", "出售标的", "被出售公司", "剥离业务", "资产"]


def mapped(text: str, name: str = "x.csv") -> TableMapping:
    (table,) = read_file(text.encode(), name, max_bytes=10_000).tables
    return guess_mapping(table)


def relations(text: str, name: str = "x.csv") -> list[Relation]:
    found = imported((name, text), known=())
    assert found.data.problems == ()
    return list(found.data.relations)


def told(text: str, name: str = "x.csv") -> list[tuple[str, str, str]]:
    """Every relation as source, type and target."""
    return [(each.source, each.type, each.target) for each in relations(text, name)]


@pytest.mark.parametrize(
    ("contractor", "owner"), [*product(CONTRACTORS, OWNERS), *ENGLISH, *((two, one) for one, two in ENGLISH)]
)
def test_a_contractor_supplies_the_client(contractor: str, owner: str) -> None:
    turned = contractor in [client for _, client in ENGLISH]
    rows = "Halden,Orlen,Johan valves,12\nHalden,Lumen,Prelude pumps,8\n"
    names = [("Halden", "Orlen"), ("Halden", "Lumen")]
    expected = [(two, "supplies", one) if turned else (one, "supplies", two) for one, two in names]
    assert told(f"{contractor},{owner},项目名称,合同金额\n{rows}") == expected


@pytest.mark.parametrize(
    ("ends", "project"),
    [*product(["总包方,业主", "发包方,承包方", "Contractor,Client", "Client,Contractor"], PROJECTS)],
)
def test_a_project_is_no_company(ends: str, project: str) -> None:
    found = imported(("x.csv", f"{project},{ends}\n西安基地压铸线,Halden,Orlen\nPumps,Halden,Lumen\n"), known=())
    assert {each.name_en for each in found.data.entities} == {"Halden", "Orlen", "Lumen"}
    assert [dict(each.attributes)[project] for each in found.data.relations] == ["西安基地压铸线", "Pumps"]


@pytest.mark.parametrize("header", ["项目名称,业主", "Project name,Client", "项目,招标人", "项目名称,客户"])
def test_a_project_beside_one_end_of_its_contract_is_no_name(header: str) -> None:
    project, _ = header.split(",")
    assert mapped(f"{header},金额\nPumps,Halden,2\nValves,Orlen,3\n").columns[project] == ATTRIBUTE


@pytest.mark.parametrize("project", ["项目", "项目名称"])
def test_a_project_beside_investors_is_invested_in(project: str) -> None:
    rows = f"{project},轮次,日期,金额,领投方\nHalden,A轮,2020-01,5,Orlen\nLumen,B轮,2021-02,6,Voltara\n"
    assert told(rows) == [("Orlen", "shareholder_of", "Halden"), ("Voltara", "shareholder_of", "Lumen")]


@pytest.mark.parametrize(
    ("header", "dates"),
    [
        ("Contractor,Client,Award date,Completion", ("2019-05", "2021-10")),
        ("总包方,业主,签约日期,完工日期", ("2019-05", "2021-10")),
        ("中标单位,招标人,中标日期,竣工日期", ("2019-05", "2021-10")),
        ("Supplier,Customer,Contract date,Completion date", ("2019-05", "2021-10")),
    ],
)
def test_a_contract_ends_when_it_is_completed(header: str, dates: tuple[str, str]) -> None:
    (found,) = relations(f"{header}\nHalden,Orlen,2019-05,2021-10\n")
    assert (found.start, found.end) == dates


@pytest.mark.parametrize(
    ("status", "expected"), [("已完工", "ended"), ("履行完毕", "ended"), ("已解约", "ended"), ("在建", "current")]
)
def test_states_of_contracts(status: str, expected: str) -> None:
    (found,) = relations(f"总包方,业主,状态\nHalden,Orlen,{status}\n")
    assert found.status == expected


@pytest.mark.parametrize(
    "header",
    [
        *(f"{sold},Seller,Buyer,Deal value (USD m)" for sold in SOLD),
        *(f"{sold},卖方,买方,交易金额（亿元）" for sold in SOLD_CHINESE),
        *(f"{sold},转让方,受让方,转让价款（万元）" for sold in SOLD_CHINESE),
    ],
)
def test_what_is_sold_is_acquired_by_the_buyer(header: str) -> None:
    rows = "Orbis Sensors Inc,Halden,Orlen,420\nKelda Tools Ltd,Halden,Voltara,310\n"
    found = relations(f"{header}\n{rows}")
    assert [(each.source, each.type) for each in found] == [("Orlen", "acquired"), ("Voltara", "acquired")]
    assert [each.target for each in found] == ["Orbis Sensors Inc", "Kelda Tools Ltd"]
    assert [dict(each.attributes)[header.split(",")[1]] for each in found] == ["Halden", "Halden"]


@pytest.mark.parametrize(
    "columns",
    [
        "产品,授权区域",
        "品种,首付款（百万美元）",
        "品种,里程碑付款",
        "产品,许可类型",
        "Product,Upfront (USD m)",
        "Product,Milestones,License territory",
    ],
)
@pytest.mark.parametrize("ends", ["转让方,受让方", "Transferor,Transferee"])
def test_who_hands_over_a_licence_licenses(ends: str, columns: str) -> None:
    cells = ",".join("1" for _ in columns.split(","))
    assert told(f"{ends},{columns}\nHalden,Orlen,{cells}\nLumen,Voltara,{cells}\n") == [
        ("Halden", "licenses_to", "Orlen"),
        ("Lumen", "licenses_to", "Voltara"),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("License-out台账.csv", "转让方,受让方,产品\nHalden,Orlen,HY-1\n"),
        ("x.csv", "中国创新药License-out交易台账,,\n转让方,受让方,产品\nHalden,Orlen,HY-1\n"),
        ("x.csv", "转让方,受让方,交易类型\nHalden,Orlen,License-out\n"),
        ("x.csv", "公司名称,合作方,转让方,受让方,交易类型\nHalden,Orlen,Halden,Orlen,License-out\n"),
    ],
)
def test_a_title_a_name_or_a_type_tells_licences(name: str, text: str) -> None:
    assert ("Halden", "licenses_to", "Orlen") in told(text, name)


@pytest.mark.parametrize(
    "header",
    [
        "转让方,受让方,日期,备注",
        "转让方,受让方,签约日期,转让价款（万元）",
        "转让方,受让方,授权代表,签约日期",
        "转让方名称,受让方名称,许可证号,日期",
        "Transferor,Transferee,Date,Notes",
    ],
)
def test_what_a_transfer_is_of_is_asked(header: str) -> None:
    found = mapped(f"{header}\nHalden,Orlen,2021-03-04,x\nLumen,Voltara,2022-03-04,y\n")
    first, second = header.split(",")[:2]
    assert (found.columns[first], found.columns[second]) == ("source", "target")
    assert (found.kind, found.missing, found.constants) == ("relations", ("label",), {})


def test_a_listed_company_has_no_relation_with_either_side_of_a_transfer() -> None:
    found = mapped("公司名称,行业,转让方,受让方\nHalden,钢铁,Orlen,Lumen\nNova,钢铁,Voltara,Kite\n")
    assert not any(field.startswith("relation:") for field in found.columns.values())


def test_who_gets_a_stake_in_a_named_company_acquires_it() -> None:
    assert told("受让方,标的公司,转让方\nHalden,Orlen,Lumen\n") == [("Halden", "acquired", "Orlen")]
