"""A question about a company that is not here: its name alone is said to be unknown, whatever is asked of it."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.understanding import understand
from core.domain.requests import DiscoveryRequest
from core.messages import Language

ASKED: dict[Language, tuple[str, ...]] = {
    "zh": (
        "{x}的竞争对手",
        "{x}的供应商",
        "{x}的客户",
        "{x}的股东",
        "{x}的子公司",
        "{x}的母公司",
        "{x}的合作伙伴",
        "{x}有哪些供应商？",
        "{x}的客户有哪些",
        "谁是{x}的竞争对手？",
        "{x}的创始人是谁？",
        "{x}收购了哪些公司？",
        "请问{x}的股东都有谁",
        "谁收购了{x}？",
        "谁投资了{x}",
    ),
    "en": (
        "competitors of {x}",
        "suppliers of {x}",
        "customers of {x}",
        "shareholders of {x}",
        "subsidiaries of {x}",
        "parent of {x}",
        "partners of {x}",
        "Who are {x}'s suppliers?",
        "who competes with {x}",
        "{x} competitors",
        "who founded {x}?",
    ),
}
ABSENT: dict[Language, tuple[str, ...]] = {
    "zh": ("蜜雪冰城", "老干妈", "海底捞"),
    "en": ("Haidilao", "sichuan haidilao", "Genki Springwater"),
}


@pytest.mark.parametrize(
    ("language", "question", "name"),
    [
        (language, asked.format(x=name), name)
        for language, questions in ASKED.items()
        for asked in questions
        for name in ABSENT[language]
    ],
)
def test_the_name_alone_is_said_to_be_unknown(
    sample_pipeline: DiscoveryPipeline, language: Language, question: str, name: str
) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question, language=language))
    assert (found.outcome, found.answer.outcome) == ("unknown_company", "unknown_name")
    assert found.named == name
    assert f"“{name}”" in found.explanation


@pytest.mark.parametrize(
    "question",
    [
        "Where is {x} based?",
        "Where is {x}?",
        "What does {x} do?",
        "When was {x} founded?",
        "How many employees does {x} have?",
        "What is the ticker of {x}?",
        "Tell me about {x}",
    ],
)
@pytest.mark.parametrize("name", ["Zorblatt", "Zorblatt Industries"])
def test_a_fact_about_a_company_that_is_not_here(sample_pipeline: DiscoveryPipeline, question: str, name: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question.format(x=name), language="en"))
    assert (found.outcome, found.named) == ("unknown_company", name)
    assert f"“{name}”" in found.explanation


@pytest.mark.parametrize(
    "question",
    [
        "{x}在哪里？",
        "{x}的总部在哪里？",
        "{x}总部在哪",
        "{x}位于哪个国家",
        "{x}是哪国的公司",
        "{x}属于什么行业？",
        "{x}成立于哪一年",
        "请问{x}是什么时候成立的？",
        "帮我查一下{x}的股票代码",
        "{x}有多少员工",
        "{x}的市值是多少",
        "{x}的CEO是谁",
        "{x}是做什么的",
        "{x}怎么样？",
        "介绍一下{x}",
    ],
)
@pytest.mark.parametrize("name", ["佐布拉特", "佐布拉特公司", "蜜雪冰城", "海底捞"])
def test_a_fact_about_a_chinese_company_that_is_not_here(
    sample_pipeline: DiscoveryPipeline, question: str, name: str
) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question.format(x=name), language="zh"))
    alone = name.removesuffix("公司")
    assert (found.outcome, found.answer.outcome, found.named) == ("unknown_company", "unknown_name", alone)
    assert f"“{alone}”" in found.explanation


@pytest.mark.parametrize(
    "question",
    [
        "超导材料的公司有哪些",
        "which companies sell flying carpets",
        "锂矿公司在哪里",
        "哪里有锂矿",
        "芯片公司在哪里",
        "公司在哪里",
        "总部在哪里",
        "员工最多的公司在哪里",
        "介绍一下芯片行业",
        "光刻机是做什么的",
        "列出公司",
    ],
)
def test_what_is_no_name_is_not_made_one(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question))
    assert found.named in ("", question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("micr", "microsoft"),
        ("Volks", "volkswagen"),
        ("tes", "tesla"),
        ("宁", "catl"),
        ("Volks suppliers", "volkswagen"),
        ("who competes with Volks", "volkswagen"),
    ],
)
def test_a_name_typed_as_far_as_its_beginning_is_offered(
    sample_pipeline: DiscoveryPipeline, question: str, expected: str
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer is not None
    assert answer.outcome == "unknown_name"
    assert expected in [choice.company_id for choice in answer.choices]


def test_a_beginning_of_any_name_is_linked_a_topic_or_leads_to_offers(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base
    for entity_id in base.knowledge_base.best_connected_companies(60):
        entity = base.knowledge_base.entity_at(entity_id)
        for begun in (entity.name_en[:4].strip(), entity.name_zh[:2]):
            link = understand(base, DiscoveryRequest(query=begun)).link
            assert link.outcome in {"linked", "topic", "ambiguous"} or link.choices, begun


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How do analysts judge Revolut's valuation?", "Revolut"),
        ("Merrowick Textiles's dependencies", "Merrowick Textiles"),
    ],
)
def test_what_is_asked_of_an_unknown_name_is_no_part_of_it(
    sample_pipeline: DiscoveryPipeline, question: str, name: str
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language="en")).answer
    assert (answer.outcome, answer.not_understood) == ("unknown_name", (name,))
