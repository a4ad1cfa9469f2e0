"""Words for how large or of what kind companies are, which no field of the data says, are not understood."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("AI giants", "giants"),
        ("oil giants", "giants"),
        ("cloud giants", "giants"),
        ("which giants invested in OpenAI", "giants"),
        ("multinational drugmakers", "multinational"),
        ("which conglomerates own banks", "conglomerates own"),
        ("AI startups", "startups"),
        ("AI unicorns", "unicorns"),
        ("carmakers with at least 5 joint ventures", "5"),
        ("AI巨头", "巨头"),
        ("AI大厂", "大厂"),
        ("家电巨头", "巨头"),
        ("哪些巨头投资了OpenAI", "哪些巨头"),
        ("龙头车企", "龙头"),
        ("知名车企", "知名"),
        ("中国AI独角兽", "独角兽"),
        ("AI初创公司", "初创公司"),
    ],
)
def test_they_are_told_and_claim_nothing(sample_pipeline: DiscoveryPipeline, question: str, word: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh"))
    assert (found.answer.outcome, found.answer.company_ids) == ("partly_understood", ())
    assert word in found.answer.not_understood
    assert not any(each.answers_question for each in found.related_companies)


@pytest.mark.parametrize("question", ["AI companies", "AI公司", "zaibatsu", "companies Elon Musk founded"])
def test_other_words_for_companies_say_no_more(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh"))
    assert found.answer.outcome == "answered"


@pytest.mark.parametrize("question", ["AI Startups Holdings", "Solar Giants Inc"])
def test_a_name_that_is_not_here_stays_a_name(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert sample_pipeline.discover(DiscoveryRequest(query=question)).answer.outcome == "unknown_name"
