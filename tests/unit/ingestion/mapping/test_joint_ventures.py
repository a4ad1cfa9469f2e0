"""Lists of joint ventures with their partners side by side, or each in a row: who holds how much of which."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.domain.records import Entity
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import TableMapping
from tests.unit.ingestion.checking.test_facts_of_tables import imported

KNOWN = tuple(
    Entity(id=each, type="company", name_zh=each, name_en=each) for each in ("haier", "sony", "umicore", "vw")
)
Told = tuple[str, str, str, float | None]


def mapped(text: str) -> TableMapping:
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    return guess_mapping(table)


def told(found: ValidatedRecords) -> list[Told]:
    names = {each.id: each.name_en for each in (*KNOWN, *found.data.entities)}
    return [(names[each.source], each.type, names[each.target], each.share_low) for each in found.data.relations]


def in_one_row(columns: Sequence[str], *, swapped: bool = False) -> str:
    """Two ventures below columns called venture, first, its share, second, its share, day of founding and seat."""
    rows = [
        (*columns,),
        ("极寒压缩机有限公司", "haier", "55%", "sony", "45%", "2016-03-22", "青岛"),
        ("Ionway SA", "umicore", "50%", "vw", "50%", "2022-09-26", "Liège"),
    ]
    order = (0, 1, 3, 2, 4, 5, 6) if swapped else range(7)
    return "".join(",".join(row[at] for at in order) + "\n" for row in rows)


CALLED = [
    ("合资公司名称", "中方股东", "中方持股比例", "外方股东", "外方持股比例", "成立日期", "注册地"),
    ("合资公司", "合资方1", "合资方1持股比例", "合资方2", "合资方2持股比例", "成立时间", "所在地"),
    ("合资企业", "合资方A", "持股比例A", "合资方B", "持股比例B", "成立时间", "所在地"),
    ("合营企业名称", "股东一", "股东一持股比例", "股东二", "股东二持股比例", "设立日期", "城市"),
    ("企业名称", "中方股东", "中方股比", "外方股东", "外方股比", "成立日期", "注册地"),
    ("合资公司名称", "中方投资方", "中方出资比例", "外方投资方", "外方出资比例", "成立日期", "注册地"),
    ("Joint venture", "Partner A", "Partner A stake", "Partner B", "Partner B stake", "Established", "City"),
    ("Joint venture name", "Partner 1", "Stake 1 (%)", "Partner 2", "Stake 2 (%)", "Founded", "Headquarters"),
    ("JV", "Parent 1", "Parent 1 share", "Parent 2", "Parent 2 share", "Year established", "City"),
    ("JV name", "Chinese partner", "Chinese partner %", "Foreign partner", "Foreign partner %", "Founded", "City"),
    ("Joint venture", "Shareholder 1", "Ownership 1", "Shareholder 2", "Ownership 2", "Established", "Location"),
    ("Joint venture company", "Local partner", "Local stake", "Foreign partner", "Foreign stake", "Founded", "City"),
    ("Company", "Chinese shareholder", "Chinese share", "Foreign shareholder", "Foreign share", "Founded", "City"),
]


@pytest.mark.parametrize("called", CALLED)
@pytest.mark.parametrize("swapped", [False, True])
def test_partners_side_by_side_hold_their_shares_of_the_venture(called: Sequence[str], swapped: bool) -> None:
    found = imported(("x.csv", in_one_row(called, swapped=swapped)), known=KNOWN)
    assert told(found) == [
        ("haier", "shareholder_of", "极寒压缩机有限公司", 55.0),
        ("sony", "shareholder_of", "极寒压缩机有限公司", 45.0),
        ("umicore", "shareholder_of", "Ionway SA", 50.0),
        ("vw", "shareholder_of", "Ionway SA", 50.0),
        ("haier", "joint_venture", "sony", None),
        ("umicore", "joint_venture", "vw", None),
    ]
    ventures = [each for each in found.data.relations if each.type == "joint_venture"]
    assert [each.start for each in ventures] == ["2016-03-22", "2022-09-26"]
    assert [[(each.name, each.value) for each in venture.attributes] for venture in ventures] == [
        [(called[0], "极寒压缩机有限公司")],
        [(called[0], "Ionway SA")],
    ]
    assert [(each.founded, each.place) for each in found.data.entities] == [(2016, "青岛"), (2022, "Liège")]
    assert found.data.problems == ()


@pytest.mark.parametrize(
    "header",
    [
        "合资公司名称,中方股东,外方股东,成立日期",
        "合资公司,合资方1,合资方2,成立时间",
        "Joint venture,Partner A,Partner B,Established",
    ],
)
def test_partners_without_shares(header: str) -> None:
    found = imported(("x.csv", f"{header}\nIonway SA,umicore,vw,2022-09-26\n"), known=KNOWN)
    assert told(found) == [
        ("umicore", "shareholder_of", "Ionway SA", None),
        ("vw", "shareholder_of", "Ionway SA", None),
        ("umicore", "joint_venture", "vw", None),
    ]


@pytest.mark.parametrize(
    "header",
    ["合资企业,股东,持股比例,成立日期", "合资公司,合资方,持股比例,成立日期", "Joint venture,Partner,Stake,Established"],
)
def test_a_partner_a_row(header: str) -> None:
    rows = "Ionway SA,umicore,60%,2022-09-26\nIonway SA,vw,40%,2022-09-26\n"
    found = imported(("x.csv", f"{header}\n{rows}"), known=KNOWN)
    assert told(found) == [
        ("umicore", "shareholder_of", "Ionway SA", 60.0),
        ("vw", "shareholder_of", "Ionway SA", 40.0),
        ("umicore", "joint_venture", "vw", None),
    ]


@pytest.mark.parametrize("header", ["合资公司,合资各方,成立日期", "Joint venture,Partners,Established"])
def test_partners_of_one_cell(header: str) -> None:
    found = imported(("x.csv", f"{header}\nIonway SA,umicore; vw,2022-09-26\n"), known=KNOWN)
    assert [each[:3] for each in told(found)] == [
        ("umicore", "shareholder_of", "Ionway SA"),
        ("vw", "shareholder_of", "Ionway SA"),
        ("umicore", "joint_venture", "vw"),
    ]


def test_a_third_partner_and_one_that_is_not_there() -> None:
    text = "合资公司,合资方1,持股比例1,合资方2,持股比例2,合资方3,持股比例3\n"
    text += "Ionway SA,umicore,40%,vw,40%,sony,20%\nNordCell AB,haier,70%,,,sony,30%\n"
    found = imported(("x.csv", text), known=KNOWN)
    assert [each for each in told(found) if each[1] == "shareholder_of"] == [
        ("umicore", "shareholder_of", "Ionway SA", 40.0),
        ("vw", "shareholder_of", "Ionway SA", 40.0),
        ("sony", "shareholder_of", "Ionway SA", 20.0),
        ("haier", "shareholder_of", "NordCell AB", 70.0),
        ("sony", "shareholder_of", "NordCell AB", 30.0),
    ]
    assert {each[0:3:2] for each in told(found) if each[1] == "joint_venture"} == {
        ("umicore", "vw"),
        ("umicore", "sony"),
        ("vw", "sony"),
        ("haier", "sony"),
    }


def test_a_venture_without_partners_is_a_company() -> None:
    text = in_one_row(CALLED[0]) + "NordCell AB,,,,,2021-06-01,Skellefteå\n"
    found = imported(("x.csv", text), known=KNOWN)
    assert [each.name_en for each in found.data.entities][-1] == "NordCell AB"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Company,Joint venture,Country\na,Yes,DE\nb,No,FR\n", "companies"),
        ("Company,Industry,Joint venture,Partner\na,Steel,Ionway SA,vw\n", "companies"),
        ("公司,行业,合资公司\na,钢铁,是\n", "companies"),
        ("Name,Shareholder 1,Shareholder 2,Supplier\na,umicore,vw,sony\n", "companies"),
        ("Company,Partner 1,Share 1,Partner 2,Share 2\na,umicore,50%,vw,50%\n", "relations"),
        ("Partner A,Partner B,Type\numicore,vw,joint venture\n", "relations"),
    ],
)
def test_other_tables_stay_what_they_were(text: str, kind: str) -> None:
    found = mapped(text)
    assert found.kind == kind
    assert list(found.columns.values()).count("source") < 2


@pytest.mark.parametrize(
    "header", ["Joint venture,Partner,Ownership %,Established", "合资公司,合作方,我方持股比例,成立日期"]
)
def test_a_share_that_may_be_that_of_whoever_reports_is_no_partners(header: str) -> None:
    found = imported(("x.csv", f"{header}\nIonway SA,umicore,60%,2022\nNordCell AB,vw,40%,2021\n"), known=KNOWN)
    assert {each[3] for each in told(found)} == {None}
