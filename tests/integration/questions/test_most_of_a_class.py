"""Who of a class has the most of a relation, and who does most for a class, in the order of words of Chinese as well;
what one has somebody as, and what nobody is to anybody."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.parser import Parser
from core.questions.reading.two_questions import read_question
from tests.plan_notation import by_question, written

_CARMAKERS = "*[industry in automobiles electric-vehicles]"
_CHIPMAKERS = "*[industry in fabless-chips integrated-device-chips memory-chips semiconductor-foundry]"
MOST = {
    f"{_CARMAKERS}{{most supplies<}}": ("哪家车企供应商最多", "which carmaker has the most suppliers?"),
    f"{_CARMAKERS}{{least supplies>}}": ("哪家车企客户最少",),
    f"*{{most supplies> in {_CARMAKERS}}}": ("给车企供货最多的公司", "哪家公司车企客户最多"),
    "*{most supplies<}": ("哪家公司的供应商最多", "哪家公司供应商最多"),
    "*{most acquired>}": ("收购公司最多的是谁", "收购企业最多的公司", "who has acquired the most companies?"),
    "*{most shareholder_of>}": ("投资企业最多的公司",),
}
ROLES = {
    f"{_CARMAKERS} - supplies>(catl)": (
        "carmakers without CATL as supplier",
        "carmakers without CATL as their supplier",
        "carmakers without CATL among their suppliers",
        "没有把宁德时代当供应商的车企",
        "没有将宁德时代作为供应商的车企",
    ),
    "supplies>(catl)[industry in automobiles electric-vehicles]": (
        "把宁德时代当供应商的车企",
        "以宁德时代为供应商的车企",
        "把宁德时代作为供应商的车企",
    ),
}
NEITHER = {
    f"{_CHIPMAKERS} - supplies<(apple) - supplies<(huawei)": (
        "既不给苹果也不给华为供货的芯片公司",
        "不给苹果也不给华为供货的芯片公司",
        "chip companies that supply neither Apple nor Huawei",
    ),
    "*[industry in video-games] - shareholder_of>(tencent) - subsidiary_of<(tencent)": ("腾讯没有投资的游戏公司",),
    "(partner=(nvidia) & supplies>(nvidia))[industry in automobiles electric-vehicles]": (
        "carmakers both partner and customer of Nvidia",
    ),
}
OF_A_CLASS = {
    "supplies<(*[industry in fabless-chips])[industry in semiconductor-foundry]": ("foundries of chip designers",),
    "supplies<(*[industry in artificial-intelligence])[industry in cloud-computing]": (
        "Which cloud providers of AI companies are there?",
    ),
    "supplies<(*[industry in automobiles electric-vehicles])[industry in ev-batteries]": (
        "battery makers of carmakers",
    ),
}
BONDS = {
    "when saic in joint_venture=(general-motors)": (
        "When was SAIC and GM's joint venture set up?",
        "When was the joint venture of SAIC and GM founded?",
    ),
    "when saic in joint_venture=(volkswagen)": (
        "上汽和大众的合资公司什么时候成立的",
        "上汽跟大众的合资企业成立于哪一年",
    ),
    "when sony in joint_venture=(honda)": ("When did Sony and Honda's joint venture start?",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(MOST, ROLES, NEITHER, OF_A_CLASS, BONDS))
def test_every_word_is_in_the_plan(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert parsed.plan is not None
    assert (written(parsed.plan), parsed.not_understood, parsed.passed_over) == (plan, (), ())


def test_no_looser_reading_stands_beside_one_that_joins(parser: Parser) -> None:
    """Both of "both partner and customer" must hold; a list of either would pass over the word."""
    assert parser.parse("carmakers both partner and customer of Nvidia").also == ()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("how many carmakers are partners of each other", "each other"),
        ("给苹果供货最多的公司", "最多"),
        ("suppliers that only supply Apple", "only"),
        ("companies that have no other customer than Apple", "have no other customer than"),
    ],
)
def test_what_no_plan_holds_is_named(sample_pipeline: DiscoveryPipeline, question: str, words: str) -> None:
    assert words in " ".join(read_question(sample_pipeline.base, question, (), ()).not_understood)
