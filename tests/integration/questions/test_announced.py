"""Words that a plan does not hold: announced, independent directors; the year of founding of a chosen company."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Value
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser


@pytest.mark.parametrize(
    ("question", "missed"),
    [
        ("Which acquisitions were announced in 2023?", "announced"),
        ("Microsoft acquisitions announced since 2016", "announced"),
        ("2023年宣布的收购有哪些", "宣布"),
        ("苹果的独立董事是谁", "独立"),
        ("Who are the independent directors of Apple?", "independent"),
    ],
)
def test_what_is_not_recorded_is_named(parser: Parser, question: str, missed: str) -> None:
    assert parser.parse(question).not_understood == (missed,)


@pytest.mark.parametrize("question", ["Who announced a partnership with OpenAI?", "宣布收购GitHub的公司"])
def test_without_a_year_the_word_says_nothing(parser: Parser, question: str) -> None:
    assert parser.parse(question).whole


@pytest.mark.parametrize("question", ["成立于哪一年？", "成立于什么时候", "它成立于哪一年？", "哪一年成立的？"])
def test_the_year_of_founding_of_a_chosen_company(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(company="CATL", query=question)).answer
    assert answer.plan is not None
    assert answer.plan.answer == Value(entity="catl", attribute="founded")
    assert "2011" in answer.sentences[0].text
