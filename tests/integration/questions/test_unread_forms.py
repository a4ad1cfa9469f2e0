"""What no plan says is named: nothing is claimed in answer to such a question."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.two_questions import read_question


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("谁给谁授权：高通和苹果", "谁给谁授权"),
        ("华为和苹果是竞争对手还是合作伙伴", "竞争对手还是合作伙伴"),
        ("HSBC's stake in Bank of Communications, still held?", "still held"),
        ("can you tell me what Bosch sells and to whom", "and to whom"),
        ("When were Boeing and Airbus founded?", "and Airbus"),
        ("When were LinkedIn and GitHub acquired?", "and GitHub"),
        ("Which fund is Tencent an investor in?", "fund"),
        ("Which funds have both Tencent and Alibaba invested in?", "funds"),
        ("who sits on both Apple and another board", "another board"),
        ("特斯拉和比亚迪分别成立于哪一年", "和比亚迪"),
        ("诺基亚和爱立信是哪年成立的", "和爱立信"),
        ("Does every supplier of Tesla also supply BMW?", "every"),
        ("Do all Chinese carmakers buy from CATL?", "all"),
        ("所有中国车企都从宁德时代采购吗", "所有"),
        ("苹果的供应商都在中国吗", "都"),
        ("Which Apple suppliers also have another customer?", "another"),
        ("suppliers of Apple or suppliers of carmakers", "or"),
        ("how many customers do CATL and BYD have each", "each"),
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
    assert (answer.plan, answer.understood_as) == (None, "")  # what was misread is not offered


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
