"""A question of which only a name was understood says so: what is related to it is no answer."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer


def asked(pipeline: DiscoveryPipeline, question: str, company: str = "") -> QuestionAnswer:
    language = "zh" if any(each > "\u3400" for each in question) else "en"
    request = DiscoveryRequest(query=question, company=company, language=language)
    return pipeline.discover(request).answer


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("深度求索背后的公司", "背后的公司"),
        ("who is Lei Jun", "who is"),
        ("张勇是谁", "是谁"),
        ("news about CATL", "news about"),
        ("宁德时代怎么样", "怎么样"),
        ("LVMH brands", "brands"),
    ],
)
def test_the_words_beside_the_name_are_named(sample_pipeline: DiscoveryPipeline, question: str, words: str) -> None:
    answer = asked(sample_pipeline, question)
    assert (answer.outcome, answer.not_understood, answer.company_ids) == ("partly_understood", (words,), ())
    assert f"“{words}”" in answer.sentences[0].text
    assert answer.sentences[0].text.startswith(("问题里只理解了“", "Only “"))


@pytest.mark.parametrize(
    "question",
    [
        "CATL",
        "宁德时代",
        "Apple Inc.",
        "宁德时代公司",
        "please show me CATL",
        "动力电池",
    ],
)
def test_a_name_alone_asks_for_what_is_related(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert asked(sample_pipeline, question).outcome == "open"


def test_words_beside_a_company_that_is_chosen_are_named_too(sample_pipeline: DiscoveryPipeline) -> None:
    answer = asked(sample_pipeline, "怎么样", "catl")
    assert (answer.outcome, answer.not_understood) == ("partly_understood", ("怎么样",))
