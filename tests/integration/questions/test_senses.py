"""Words that mean something else in their place than elsewhere."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

READ = {
    "supplies<(tesla)": ("特斯拉工厂的供应商",),
    "supplies<(apple)": ("给苹果供货的工厂", "哪些工厂给苹果供货"),
    "supplies<(apple)[country in JP]": ("给苹果供货的日本工厂",),
    "produces<(product-food-delivery)": ("外卖平台有哪些", "外卖平台公司", "外卖平台公司有哪些", "哪些公司是外卖平台"),
    "produces<(product-food-delivery)[country in CN]": ("国内外卖平台有哪几家", "中国的外卖平台"),
    "produces<(product-online-marketplace)": ("电商平台有哪些",),
    "located_in>(supplies<(apple))": (
        "苹果的供应商都在哪里",
        "苹果的供应商都在哪儿",
        "苹果的供应商都位于哪里",
        "苹果的供应商分别在哪",
        "苹果的供应商分布在哪里",
        "where are all of Apple's suppliers",
    ),
    "competitor=(huawei)[industry in servers-networking telecom-equipment]": (
        "Huawei's rivals in network equipment",
        "competitors of Huawei in networking gear",
        "rivals of Huawei in network gear",
    ),
    "competitor=(huawei)[industry in servers-networking]": ("华为在网络设备上的竞争对手",),
}
NOT_UNDERSTOOD = {
    "特斯拉德国工厂的供应商": "德国工厂",
    "德国特斯拉工厂的供应商": "工厂",
    "特斯拉在德国的工厂的供应商": "工厂",
    "谁给特斯拉德国工厂供货": "德国工厂",
    "给特斯拉上海工厂供货的公司": "上海工厂",
    "上海特斯拉工厂的供应商": "工厂",
    "苹果印度工厂的代工厂": "印度工厂",
    "suppliers of Tesla's German factory": "factory",
    "rivals of Apple in hardware": "hardware",
    "competitors of Amazon in services": "services",
    "华为在设备方面的对手": "设备",
    "苹果的供应商都在哪些国家": "国家",
}
MEANINGS = (
    "what is HBM",
    "What is a GPU?",
    "what are solar inverters",
    "What are semiconductors?",
    "什么是HBM",
    "HBM是什么",
    "什么是大模型",
    "什么是刀片电池",
)


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_they_are_read_as_what_they_mean_there(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(("question", "word"), NOT_UNDERSTOOD.items())
def test_what_nothing_records_is_not_understood(parser: Parser, question: str, word: str) -> None:
    assert any(word in each for each in parser.parse(question).not_understood)


@pytest.mark.parametrize("question", MEANINGS)
def test_what_a_thing_is_is_not_who_makes_it(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome == "partly_understood"
    assert answer.not_understood


def test_what_a_company_is_is_told_by_the_texts(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="What is Moderna?")).answer
    assert not answer.not_understood


def test_who_makes_a_thing_is_told(parser: Parser) -> None:
    parsed = parser.parse("what are the food delivery platforms")
    assert parsed.plan is not None
    assert written(parsed.plan) == "produces<(product-food-delivery)"
