"""What no plan says is named: nothing is claimed in answer to such a question."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.two_questions import read_question


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Does Honda own shares in any of its battery suppliers?", "any of its battery suppliers"),
        ("Is SAIC a joint-venture partner of any of its battery suppliers?", "any of its battery suppliers"),
        ("Does Intel compete with any of its chip suppliers?", "any of its chip suppliers"),
        ("Is Nvidia a shareholder of any of its customers?", "any of its customers"),
        ("Is Tencent a shareholder of any of its competitors?", "any of its competitors"),
        ("In which companies are Tencent and Alibaba both shareholders?", "In which"),
        ("For which carmakers are CATL and LG Energy Solution both suppliers?", "For which"),
        ("Which battery makers supply or own shares in Tesla?", "or"),
        ("Which drugmakers supply or license to Merck?", "or"),
        (
            "Which German carmakers have neither a joint venture in China nor a Chinese shareholder?",
            "have neither",
        ),
        ("宁德时代的客户中，哪些同时也有别的电池供应商", "别的"),
        ("微软收购了GitHub，现在还是它的子公司吗", "现在还是它的子公司吗"),
    ],
)
def test_the_words_are_named_and_nothing_is_claimed(
    sample_pipeline: DiscoveryPipeline, question: str, words: str
) -> None:
    answer = sample_pipeline.discover(
        DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")
    ).answer
    assert answer is not None
    assert (answer.outcome, answer.company_ids) == ("partly_understood", ())
    assert words in answer.not_understood


@pytest.mark.parametrize(
    "question",
    [
        "Does Honda own shares in any of its suppliers?",
        "Does Toyota compete with any of its partners?",
        "Who supplies Apple or Huawei?",
        "Which battery makers supply Tesla or Ford?",
        "chip companies that supply neither Apple nor Huawei",
        "Is Audi still a subsidiary of Volkswagen?",
    ],
)
def test_forms_that_are_understood_stay_so(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert parsed.plan is not None
    assert parsed.not_understood == ()
