"""When relations began (new suppliers, deals signed, ventures formed), overlaps, nobody, one but not the other."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

BEGUN = {
    "supplies<@2022-(tesla)": (
        "new suppliers of Tesla since 2022",
        "特斯拉2022年以来的新供应商",
        "特斯拉2022年起新增的供应商",
    ),
    "shareholder_of<@2018-2018(grab)": ("Grab's new investors in 2018", "Grab 2018年的新股东"),
    "partner=@2020-(geely)": ("Which new partners has Geely gained since 2020?",),
    "joint_venture=@2015-(toyota)": (
        "joint ventures of Toyota formed since 2015",
        "joint ventures Toyota set up since 2015",
        "丰田2015年以来成立的合资公司",
        "丰田2015年起组建的合资企业",
    ),
    "partner=@2019-2019(sap)": ("partnerships SAP announced in 2019", "SAP partnerships struck in 2019"),
    "partner=@2018-2020(baidu)": ("百度2018年到2020年签下的合作", "百度2018年到2020年签约的合作伙伴"),
    "joint_venture=(toyota)[founded >= 2015]": ("joint venture partners of Toyota founded since 2015",),
}
SHARED = {
    "supplies<(tesla) & supplies<(ford)": (
        "overlap between the suppliers of Tesla and Ford",
        "supplier overlap between Tesla and Ford",
        "特斯拉和福特供应商的交集",
        "特斯拉和福特的供应商有哪些重叠",
    ),
    "supplies<(tesla) & competitor=(byd)": ("overlap between Tesla's suppliers and BYD's rivals",),
}
NOBODY = {
    "*[industry in automobiles electric-vehicles] - acquired<(*)": ("carmakers that acquired nobody",),
    "*[industry in ev-batteries] - shareholder_of>(*)": ("battery makers nobody invested in", "没人投资的动力电池公司"),
    "*[industry in solar] - supplies<(*)": ("不给任何公司供货的光伏企业", "solar companies that don't supply anyone"),
}
ONE_ONLY = {
    "partner=(toyota) - joint_venture=(toyota)": ("与丰田有合作但没有合资的公司", "和丰田合作、但不合资的企业"),
    "supplies<(huawei) - competitor=(huawei)": ("companies that supply but don't compete with Huawei",),
}
PEOPLE = {
    "founded_by>(netease)": ("创立网易的人是谁", "the person who started NetEase"),
    "founded_by>(biontech)": ("people who set up BioNTech", "创办BioNTech的人有哪些"),
}
BY_AGE = {
    "*[industry in biotech pharmaceuticals]{least founded}": (
        "oldest drugmaker by founding year",
        "按成立时间最老的药企",
    ),
}


@pytest.mark.parametrize(("question", "plan"), by_question(BEGUN | SHARED | NOBODY | ONE_ONLY | PEOPLE | BY_AGE))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "new suppliers of Tesla",
        "特斯拉的新供应商",
        "overlap between the suppliers of Tesla",
        "特斯拉供应商的交集",
        "nobody supplies Rivian",
        "carmakers by age",
    ],
)
def test_what_is_left_open_is_not_claimed(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
