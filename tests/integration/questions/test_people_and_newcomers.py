"""People as holders and directors, who is in office, 被…的公司, when it ended; young companies are in no field."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

READ = {
    "chief_executive_of<(cisco)": (
        "思科现任CEO是谁",
        "思科的现任CEO是谁",
        "思科现任首席执行官",
        "current CEO of Cisco",
    ),
    "acquired>(microsoft)": ("被微软收购的公司", "被微软收购的企业有哪些"),
    "subsidiary_of<(tencent)": ("腾讯下面的子公司", "腾讯下面有哪些子公司"),
    "director_of<(amgen)": ("members of the board of Amgen", "board members of Amgen"),
    "founded_by<(person-elon-musk)": ("Elon Musk's startups", "马斯克的创业公司"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "does Elon Musk own shares in Tesla",
        "马化腾持有腾讯的股份吗",
        "马化腾是不是腾讯的股东",
        "孙正义控制软银吗",
        "is Satya Nadella on the board of Microsoft",
        "does Satya Nadella sit on the board of Microsoft",
        "When did TSMC stop supplying HiSilicon?",
        "台积电什么时候停止给海思供货",
        "高盛什么时候不再持有工行",
    ],
)
def test_it_is_a_question_of_yes_and_no(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.whole
    assert parsed.plan is not None
    assert parsed.plan.answer.kind == "yes_no"
    ends = "stop" in question or "停止" in question or "不再" in question
    assert parsed.plan.answer.asks == ("still" if ends else "whether")


@pytest.mark.parametrize(
    "question",
    [
        "biotech startups from China",
        "startups Alphabet invested in",
        "which startups supply Apple",
        "start-ups in Germany",
        "early-stage AI companies",
        "EV startups",
        "中国造车新势力",
        "软银投资的初创公司",
        "AI创业公司",
        "造车新势力有哪些",
    ],
)
def test_young_companies_are_not_understood(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood
