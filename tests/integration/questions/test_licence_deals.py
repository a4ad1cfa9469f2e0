"""A licence deal is a licence of either company to the other."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import written


@pytest.mark.parametrize(
    "question",
    [
        "Which license deals does Hengrui have?",
        "Who has a license deal with Hengrui?",
        "Hengrui's licensing deals",
        "恒瑞医药跟哪些公司有授权合作",
        "恒瑞医药的授权交易",
        "谁和恒瑞有许可协议",
    ],
)
def test_a_licence_deal_is_one_whoever_gives_the_licence(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == ("licenses_to=(hengrui)", ())


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        (
            "Which drugmakers license their drugs from Zai Lab?",
            "licenses_to>(zai-lab)[industry in biotech pharmaceuticals]",
        ),
        ("Who licenses batteries from CATL?", "licenses_to>(catl)"),
    ],
)
def test_goods_that_the_licensor_makes_may_be_what_is_licensed(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "goods"),
    [("Who licenses batteries from Zai Lab?", "batteries"), ("Who licenses steel from Ford?", "steel")],
)
def test_goods_that_the_licensor_does_not_make_are_not_understood(parser: Parser, question: str, goods: str) -> None:
    assert goods in " ".join(parser.parse(question).not_understood)
