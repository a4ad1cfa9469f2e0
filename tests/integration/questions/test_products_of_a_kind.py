"""What chips does NVIDIA make: products are recorded by name, so all are listed and the kind is told as not used."""

from __future__ import annotations

from typing import Literal

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

PRODUCTS = {
    "produces>(nvidia)": (
        "What chips does NVIDIA make?",
        "Which chips does NVIDIA design?",
        "英伟达生产哪些芯片",
        "英伟达有哪些芯片",
    ),
    "produces>(eli-lilly)": (
        "What drugs does Eli Lilly make?",
        "drugs made by Eli Lilly",
        "礼来有哪些药",
        "礼来有什么药",
    ),
    "produces>(nio)": ("Which cars does NIO have?", "What cars does NIO make?", "蔚来有哪些汽车"),
}
NO_PRODUCTS = ("谁给大众造车", "How many chips does NVIDIA make?", "Who makes batteries for Tesla?", "谁为苹果生产芯片")


def _asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language: Literal["zh", "en"] = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(("question", "plan"), by_question(PRODUCTS))
def test_all_products_are_listed_and_the_kind_is_told(
    parser: Parser, sample_pipeline: DiscoveryPipeline, question: str, plan: str
) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())
    assert len(parsed.goods_made) == 1
    answer = _asked(sample_pipeline, question)
    assert answer.outcome == "answered"
    assert any(parsed.goods_made[0] in each.text and not each.source_ids for each in answer.sentences)


@pytest.mark.parametrize("question", NO_PRODUCTS)
def test_what_does_not_ask_for_products_of_a_kind_does_not_list_them(parser: Parser, question: str) -> None:
    assert not parser.parse(question).goods_made
