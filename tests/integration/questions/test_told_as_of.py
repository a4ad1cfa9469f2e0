"""As of a day in the past, a list that holds what has no date says so in the sentence that counts it."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("suppliers of Tesla as of 2010", "As of 2010, undated ones included: "),
        ("How many competitors did Nokia have as of 2005?", "As of 2005, undated ones included: "),
        ("截至2010年特斯拉的供应商", "截至 2010 年，连同日期不明的："),
        ("CEO of Intel as of 2022", "As of 2022: "),
        ("Is CATL a supplier of Tesla as of 2022", "As of 2022: "),
    ],
)
def test_the_first_sentence_says_what_it_counts(sample_pipeline: DiscoveryPipeline, question: str, said: str) -> None:
    language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer.sentences[0].text.startswith(said)
