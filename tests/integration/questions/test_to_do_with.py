"""What two have to do with each other is what connects them; what each does to the other is in no plan."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import written

CONNECTED = [
    "what do Apple and Nokia have to do with each other",
    "what do Apple and Nokia have to do with one another?",
    "what do Apple and Nokia do with each other",
    "what does Apple have to do with Nokia",
    "what has Apple to do with Nokia",
    "do Apple and Nokia have anything to do with each other",
    "how do Apple and Nokia relate to each other",
    "how are Apple and Nokia connected with one another",
    "苹果和诺基亚有什么瓜葛",
    "苹果跟诺基亚有啥牵连",
    "苹果和诺基亚有什么往来",
    "苹果和诺基亚彼此有什么关系",
]


@pytest.mark.parametrize("question", CONNECTED)
def test_it_asks_what_connects_them(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == ("path apple nokia", ())


@pytest.mark.parametrize(
    "question",
    [
        "do Apple and Nokia supply each other",
        "when did Apple and Nokia sue each other",
        "what do Apple and Nokia buy from each other",
        "京东和腾讯互相持股吗",
        "what are Siemens and Maersk to each other",
    ],
)
def test_what_each_does_to_the_other_is_not_answered(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.company_ids) == ("partly_understood", ())


def test_of_what_both_do_each_other_says_no_more(parser: Parser) -> None:
    parsed = parser.parse("do Boeing and Airbus compete with each other")
    assert parsed.plan and written(parsed.plan) == "whether boeing in competitor=(airbus)"
