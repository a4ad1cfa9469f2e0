"""Forms of questions that few people use, each read as it is meant, or with the words named that no plan holds."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.questions.reading.two_questions import read_question


def _answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("When was Microsoft's acquisition of GitHub?", "2018"),
        ("Date of the acquisition of GitHub by Microsoft", "2018"),
        ("Tim Cook became CEO of Apple when?", "2011"),
        ("When did Tim Cook start to be CEO of Apple?", "2011"),
    ],
)
def test_a_moment_in_other_words(sample_pipeline: DiscoveryPipeline, question: str, value: str) -> None:
    assert str(_answer(sample_pipeline, question).value).startswith(value)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("companies that have neither suppliers in China nor in Japan", "have neither"),
        ("What share of its purchases does Apple get from TSMC?", "share of its purchases"),
    ],
)
def test_what_no_plan_holds_is_named(sample_pipeline: DiscoveryPipeline, question: str, words: str) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert any(words in each for each in parsed.not_understood)
