"""The supply chain of a company is its suppliers and customers, whatever it is called."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import written


@pytest.mark.parametrize(
    "question",
    [
        "苹果供应链",
        "苹果产业链",
        "苹果的产业链有哪些公司",
        "苹果产业链公司",
        "Apple's value chain",
        "Apple's supply chain",
    ],
)
def test_it_is_both_ways(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == ("supplies=(apple)", ())
