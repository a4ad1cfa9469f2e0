"""Who could supply, 还可以找谁: recorded relations are no answer, and the page Recommend is named."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import written


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("which companies could BYD partner with", "could"),
        ("who could supply Tesla", "could"),
        ("companies that can supply Tesla", "can"),
        ("companies that could acquire Intel", "could"),
        ("比亚迪还可以找哪些供应商", "还可以"),
        ("宁德时代还能卖给谁", "还能"),
        ("华为可以找谁代工", "可以"),
        ("谁可以给特斯拉供货", "可以"),
        ("可以给特斯拉供货的公司", "可以"),
        ("能给特斯拉供货的公司", "能"),
    ],
)
def test_what_could_be_is_not_understood(sample_pipeline: DiscoveryPipeline, question: str, words: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language="en")).answer
    assert (answer.outcome, answer.not_understood, answer.company_ids) == ("partly_understood", (words,), ())
    assert "Recommend" in answer.sentences[-1].text


@pytest.mark.parametrize(
    "question",
    [
        "Could you list who supplies Tesla?",
        "can you tell me who supplies Tesla",
        "Can I get a list of companies that supply Tesla",
        "可以告诉我谁给特斯拉供货吗",
        "可以帮我找特斯拉的供应商吗",
        "可以给我特斯拉的供应商吗",
        "能不能列出特斯拉的供应商",
        "请给我列一下特斯拉的供应商",
    ],
)
def test_who_asks_politely_asks_for_what_is(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == ("supplies<(tesla)", ())


@pytest.mark.parametrize(
    "question",
    [
        "what do Tesla and BYD have in common",
        "特斯拉和比亚迪有什么共同点",
        "特斯拉和比亚迪的共同点",
        "similarities between Tesla and BYD",
    ],
)
def test_what_two_have_in_common_compares_them(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan, parsed.not_understood) == (parser.parse("compare Tesla and BYD").plan, ())
