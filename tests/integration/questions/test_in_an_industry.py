"""What somebody did in an industry is narrowed to it, also to its own; both kinds are not either."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

PLANS = {
    "shareholder_of>(tencent)[industry in video-games]": (
        "腾讯在游戏行业投资了哪些公司",
        "腾讯在游戏领域投资了哪些公司",
        "腾讯在游戏行业的投资有哪些",
        "腾讯投资的游戏公司",
        "Which companies has Tencent invested in in the games industry?",
        "Tencent's investments in the games industry",
    ),
    "shareholder_of>(catl)[industry in ev-batteries]": ("宁德时代在动力电池行业投资了哪些公司",),
    "acquired>(tencent)[industry in video-games]": ("腾讯在游戏行业收购了哪些公司",),
    "shareholder_of>(alibaba)[industry in video-games]": ("阿里巴巴在游戏行业投资了哪些公司",),
    "licenses_to>(innovent)": ("信达生物把药授权给谁",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(PLANS))
def test_the_industry_narrows_the_list(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "firms with both insurance and banking",
        "Who supplies both screens and batteries to Apple?",
        "suppliers of both screens and batteries",
        "suppliers of both carmakers and airlines",
    ],
)
def test_both_kinds_that_a_plan_does_not_join_are_not_read_as_either(parser: Parser, question: str) -> None:
    assert any("both" in each for each in parser.parse(question).not_understood)
