"""Words that look like others which say nothing, and goods that no relation tells of."""

from __future__ import annotations

from typing import Literal

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.two_questions import read_question


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("Indian IT companies", "Indian companies in the cloud computing or enterprise software industry"),
        ("印度的IT公司", "IT companies in India"),
    ],
)
def test_it_in_capitals_is_an_industry(sample_pipeline: DiscoveryPipeline, question: str, plain: str) -> None:
    found, meant = (
        sample_pipeline.discover(DiscoveryRequest(query=each)).answer.company_ids for each in (question, plain)
    )
    assert set(found) == set(meant) == {"infosys", "tcs"}


@pytest.mark.parametrize("question", ["Tesla's IT suppliers", "谁是特斯拉的IT供应商", "NVIDIA's IT suppliers"])
def test_it_in_capitals_is_no_pronoun(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert read_question(sample_pipeline.base, question, (), ()).not_understood == ("IT",)


def test_a_question_in_capitals_has_a_pronoun(sample_pipeline: DiscoveryPipeline) -> None:
    assert read_question(sample_pipeline.base, "WHO SUPPLIES IT?", ("tesla",), ()).whole


@pytest.mark.parametrize("question", ["Chinese internet companies", "中国的互联网公司"])
def test_internet_companies_are_no_search_engines_alone(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question)).answer.company_ids
    assert {"tencent", "alibaba", "meituan", "bytedance", "baidu"} <= set(found)


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("Who buys BYD's batteries?", "en", "Customers whose supply record mentions “batteries”: Toyota"),
        ("how many battery customers does BYD have", "en", "Customers whose supply record mentions “battery”: Toyota"),
        ("比亚迪的电池卖给谁", "zh", "供应记录提到“电池”的客户：丰田汽车"),
        ("Who buys memory chips from Samsung Electronics?", "en", "“memory chips” did not narrow the list: no supply"),
        ("三星电子的存储芯片卖给谁", "zh", "“存储芯片” 没有用来筛选"),
    ],
)
def test_whose_records_name_the_goods_is_told(
    sample_pipeline: DiscoveryPipeline, question: str, language: Literal["zh", "en"], said: str
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer.outcome == "answered"
    assert any(each.text.startswith(said) for each in answer.sentences)


@pytest.mark.parametrize("question", ["宁德时代的电池卖给谁", "台积电的芯片客户", "Who are CATL's battery customers?"])
def test_goods_that_all_records_name_say_no_more(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome == "answered"
    assert not [each for each in answer.sentences if "record" in each.text and "“" in each.text]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("其中哪些是韩国公司？", "其中"),
        ("这些公司里哪些在香港上市", "这些公司里"),
        ("Which of those are carmakers in Germany?", "Which of those"),
        ("Which of these are listed in Hong Kong?", "Which of these"),
        ("how many of these are Chinese", "how many of these"),
    ],
)
def test_a_list_that_is_not_given_is_told(sample_pipeline: DiscoveryPipeline, question: str, words: str) -> None:
    assert read_question(sample_pipeline.base, question, (), ()).not_understood == (words,)


def test_a_list_in_the_question_is_narrowed(sample_pipeline: DiscoveryPipeline) -> None:
    assert read_question(sample_pipeline.base, "特斯拉的供应商，其中哪些是韩国公司？", (), ()).whole


@pytest.mark.parametrize(
    ("question", "among"),
    [
        ("companies that make lithium batteries", {"lg-energy-solution", "catl", "calb"}),
        ("韩国有哪些锂电池公司", {"lg-energy-solution", "samsung-sdi", "sk-on"}),
    ],
)
def test_everyday_classes_are_not_narrower_than_people_mean(
    sample_pipeline: DiscoveryPipeline, question: str, among: set[str]
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome == "answered"
    assert among <= set(answer.company_ids)


@pytest.mark.parametrize("question", ["杭州的科技公司", "中国有哪些科技公司"])
def test_science_and_technology_is_nobodys_name(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert sample_pipeline.discover(DiscoveryRequest(query=question)).answer.outcome != "ambiguous_name"
