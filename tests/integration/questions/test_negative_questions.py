"""Questions of yes and no that are asked in the negative ask whether it is so, and chains of one relation twice."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

WHETHER = {
    "whether catl in supplies<(tesla)": (
        "isn't CATL a supplier of Tesla?",
        "Isn’t CATL a supplier of Tesla?",
        "isnt CATL a supplier of Tesla",
        "Doesn't CATL supply Tesla?",
        "Does CATL not supply Tesla?",
        "Isn't CATL one of Tesla's suppliers?",
        "Is CATL not a supplier of Tesla?",
        "Has CATL never supplied Tesla?",
        "宁德时代不是特斯拉的供应商吗",
        "难道宁德时代不是特斯拉的供应商吗",
        "宁德时代难道不给特斯拉供货吗",
        "宁德时代不也给特斯拉供货吗",
        "宁德时代不就是特斯拉的供应商吗",
        "宁德时代没有给特斯拉供货吗",
        "宁德时代从来没有给特斯拉供过货吗",
        "不是宁德时代给特斯拉供货吗",
    ),
    "whether byd in competitor=(tesla)": ("Aren't BYD and Tesla rivals?", "Are BYD and Tesla not rivals?"),
    "whether catl in competitor=(byd)": ("宁德时代和比亚迪不是竞争对手吗",),
    "whether amd in competitor=(intel)": ("is AMD not a competitor of Intel", "Isn't AMD Intel's competitor?"),
    "whether youtube in subsidiary_of<(alphabet)": (
        "isn't YouTube owned by Google",
        "YouTube不是谷歌的子公司吗",
        "YouTube不是谷歌旗下的吗",
    ),
    "whether arm in subsidiary_of<(softbank)": ("Arm不属于软银吗", "Doesn't Arm belong to SoftBank?"),
    "whether tencent in shareholder_of<(jd)": (
        "Didn't Tencent invest in JD.com?",
        "Hasn't Tencent invested in JD.com?",
        "腾讯没有投资京东吗",
        "腾讯没投资过京东吗",
        "腾讯不是京东的股东吗",
    ),
    "whether tesla in supplies>(catl)": (
        "Isn't Tesla supplied by CATL?",
        "宁德时代的客户里没有特斯拉吗",
        "宁德时代的客户不包括特斯拉吗",
        "宁德时代的客户里不包括特斯拉吗",
        "宁德时代的客户包括特斯拉吗",
    ),
    "whether person-tim-cook in chief_executive_of<(apple)": (
        "Isn't Tim Cook the CEO of Apple?",
        "蒂姆·库克不是苹果的CEO吗",
    ),
    "whether catl in *[country in CN]": ("isn't CATL Chinese", "Is CATL not Chinese?", "宁德时代不是中国公司吗"),
    "whether catl in *[country not_in CN]": ("Is CATL a non-Chinese company?",),
}
STILL_DENIED = {
    "* - supplies<(tesla)": ("Which companies aren't suppliers of Tesla?", "哪些公司不是特斯拉的供应商"),
    "supplies<(apple) - supplies<(huawei)": ("suppliers of Apple that aren't suppliers of Huawei",),
}
TWICE = {
    "competitor=(competitor=(uber))": (
        "competitors of competitors of Uber",
        "rivals of Uber's rivals",
        "competitors' competitors of Uber",
        "who competes with Uber's rivals",
        "who rivals Uber's rivals",
        "Uber竞争对手的竞争对手",
        "Uber的对手的对手",
    ),
    "partner=(partner=(apple))": (
        "partners of Apple's partners",
        "partners of partners of Apple",
        "苹果合作伙伴的合作伙伴",
    ),
    "joint_venture=(joint_venture=(toyota))": ("joint-venture partners of Toyota's joint-venture partners",),
    "subsidiary_of>(subsidiary_of>(volvo-cars))": (
        "who owns Volvo's parent",
        "who owns the owner of Volvo",
        "parents of parents of Volvo",
        "沃尔沃的母公司的母公司",
    ),
    "subsidiary_of>(subsidiary_of>(audi))": ("parent of Audi's parent", "奥迪的母公司的母公司"),
    "supplies<(supplies<(tesla))": ("suppliers of suppliers of Tesla", "suppliers of Tesla's suppliers"),
    "supplies<(apple)": ("suppliers in the supply chain of Apple", "suppliers found in Apple's supply chain"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(WHETHER, STILL_DENIED, TWICE))
def test_it_is_read(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "Isn't Tesla's supplier CATL?",
        "Is CATL, not BYD, a supplier of Tesla?",
        "Is CATL and not BYD a supplier of Tesla?",
        "宁德时代不是特斯拉的供应商吧",
        "CATL isn't a supplier of Tesla?",
        "Why isn't CATL a supplier of Tesla?",
        "Is BYD a supplier of Tesla but not of Apple?",
        "competitors' suppliers of Steve Jobs",
    ],
)
def test_no_other_question_is_answered(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood


def test_a_chain_that_nothing_answers_is_not_answered_by_one_step(parser: Parser) -> None:
    assert [written(each) for each in parser.parse("吉利的母公司的母公司").also] == []
