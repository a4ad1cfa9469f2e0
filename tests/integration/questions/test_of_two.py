"""Since and until when something is between two, and whether one of two holds a part of the other."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

SINCE = {
    "when toyota in joint_venture=(panasonic)": (
        "When was the joint venture of Toyota and Panasonic set up",
        "When was the joint venture between Toyota and Panasonic formed?",
        "When did the joint venture of Toyota and Panasonic begin",
        "When did Toyota and Panasonic form a joint venture?",
        "since when have Toyota and Panasonic had a joint venture",
        "When did Toyota's joint venture with Panasonic start?",
        "丰田和松下什么时候成立合资公司",
        "丰田和松下哪年成立的合资公司",
        "丰田和松下的合资是什么时候成立的",
        "丰田和松下的合资公司哪年成立",
        "丰田和松下哪年开始合资",
        "丰田和松下什么时候合资的",
        "丰田和松下的合资公司成立于哪年",
    ),
    "when byd in partner=(toyota)": (
        "when did the partnership between BYD and Toyota start",
        "since when do BYD and Toyota cooperate",
        "比亚迪和丰田的合作什么时候开始",
        "比亚迪和丰田什么时候开始合作的",
    ),
}
UNTIL = {
    "still byd in joint_venture=(mercedes-benz)": (
        "when did the joint venture of BYD and Daimler end",
        "when was the joint venture between BYD and Daimler dissolved?",
        "When did BYD and Daimler end their joint venture",
        "when did BYD's joint venture with Daimler end",
        "When did BYD end its joint venture with Daimler?",
        "比亚迪和奔驰的合资什么时候结束",
        "比亚迪和奔驰的合资是什么时候结束的",
        "比亚迪和奔驰什么时候结束合资",
        "比亚迪与奔驰的合资公司哪年解散",
        "比亚迪什么时候结束和奔驰的合资",
        "比亚迪和奔驰的合资公司结束于哪年",
    ),
    "whether byd in joint_venture=(mercedes-benz)": (
        "has the joint venture of BYD and Daimler ended",
        "is the joint venture of BYD and Daimler over?",
        "has BYD's joint venture with Daimler ended",
        "Did BYD and Daimler end their joint venture",
        "比亚迪和奔驰的合资结束了吗",
        "比亚迪和奔驰的合资是不是结束了",
    ),
}
HOLDS = {
    "whether person-ma-huateng in shareholder_of<(tencent)": (
        "马化腾有没有腾讯的股份",
        "马化腾有没有腾讯股份",
        "马化腾有没有腾讯的股票",
        "马化腾在腾讯有没有股份",
        "马化腾有腾讯的股份吗",
        "马化腾是否有腾讯股权",
    ),
    "whether tencent in shareholder_of<(jd)": ("腾讯有没有京东的股份", "腾讯在京东有没有股份", "腾讯有京东的股份吗"),
}
NONE_OF_THESE = (
    "马化腾有没有腾讯的资金",
    "when did the suppliers of Toyota and Panasonic end",
    "特斯拉和松下的供货什么时候结束",
)


@pytest.mark.parametrize(("question", "plan"), by_question(SINCE, UNTIL, HOLDS))
def test_of_two_that_are_named(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", NONE_OF_THESE)
def test_what_is_not_said_of_two_is_not_answered(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood


@pytest.mark.parametrize(
    ("question", "value", "told"),
    [
        ("when did the joint venture of BYD and Daimler end", "2024", "until 2024"),
        ("比亚迪和奔驰的合资什么时候结束", "2024", "至 2024 年"),
        ("has the joint venture of BYD and Daimler ended", True, "former joint-venture partners"),
        ("has the joint venture of Toyota and Panasonic ended", False, "former joint-venture partners"),
        ("when was the joint venture of BYD and Daimler formed", "2010", "from 2010 until 2024"),
        ("马化腾有没有腾讯的股份", True, "马化腾属于腾讯的股东"),
        ("腾讯有没有特斯拉的股份", True, "腾讯属于特斯拉的股东"),
    ],
)
def test_the_answer_tells_until_when(
    sample_pipeline: DiscoveryPipeline, question: str, value: bool | str, told: str
) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.value) == ("answered", value)
    assert told in answer.sentences[0].text
