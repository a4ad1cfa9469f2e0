"""Sentences of answers: every relation type and end has a label in them, every statement a footnote."""

from __future__ import annotations

import re

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Count, Entities, Plan, Related
from core.domain.requests import DiscoveryRequest

_HOLE = re.compile(r"(?:only as|on record as|that of)\s*(?:[:.]|and (?:is|are))|[以是]的关系|关系是。")
_COMPANIES = ("tsmc", "apple", "catl")


@pytest.mark.matrix()
@pytest.mark.parametrize("company", _COMPANIES)
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("end", ["forward", "backward", "either"])
def test_no_label_of_a_relation_is_empty(
    company: str, language: str, end: str, sample_pipeline: DiscoveryPipeline
) -> None:
    for kind in sample_pipeline.base.ontology.types:
        asked = Related(type=kind, end=end, of=Entities(ids=(company,)))
        for answer in (Companies(set=asked), Count(set=asked)):
            request = DiscoveryRequest(plan=Plan(answer=answer), language=language)
            said = sample_pipeline.discover(request).answer
            assert not [each.text for each in said.sentences if _HOLE.search(each.text)], kind


@pytest.mark.parametrize("question", ["Who depends on TSMC?", "谁离不开台积电"])
def test_mere_customers_are_no_dependents(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question))
    base = sample_pipeline.base.knowledge_base
    node, kinds = base.node_of["tsmc"], base.manifest.edge_types
    rows, others = base.relations_of(node)
    dependents = {
        base.entity_ids[other]
        for row, other in zip(rows.tolist(), others.tolist(), strict=True)
        if kinds[base.graph.edge_type[row]] == "depends_on" and base.graph.target[row] == node
    }

    assert set(found.answer.company_ids) == dependents
    assert {each.company_id for each in found.related_companies if each.answers_question} <= dependents


@pytest.mark.parametrize(
    "question",
    [
        "Who founded Tesla?",
        "特斯拉的创始人",
        "What does DJI make?",
        "大疆的产品",
        "What is the ticker of CATL?",
        "宁德时代的股票代码",
        "Where is the headquarters of CATL?",
        "宁德时代的总部在哪里",
        "宁德时代是哪一年成立的？",
        "Japanese carmakers",
        "日本车企",
        "carmakers founded before 1950",
    ],
)
def test_values_and_members_by_a_column_have_footnotes(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer

    assert answer.outcome == "answered"
    numbers = {int(each) for each in re.findall(r"\[(\d+)\]", answer.sentences[0].text)}
    assert numbers and max(numbers) <= len(answer.sources)
    assert "[" not in str(answer.value)


@pytest.mark.parametrize(
    "question",
    [
        "Who supplied Tesla before 2015?",
        "2015年以前谁给特斯拉供货",
        "Who has supplied Tesla since 2020?",
        "2020年以来新增的特斯拉供应商",
    ],
)
def test_whose_relation_has_no_date_is_told_where_it_is_asked_when_it_began(
    question: str, sample_pipeline: DiscoveryPipeline
) -> None:
    language = "en" if question.isascii() else "zh"
    found = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    words = "Recorded without a date" if language == "en" else "没有日期记录"
    told = [each.text for each in found.sentences if each.text.startswith(words)]
    assert len(told) == 1
    assert ("Panasonic" if language == "en" else "松下") in told[0]
    assert "panasonic" not in found.company_ids


def test_nobody_is_told_so_whose_relation_has_a_date(sample_pipeline: DiscoveryPipeline) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query="companies Microsoft acquired in 2016")).answer
    assert not any("Recorded without a date" in each.text for each in found.sentences)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("CEOs of Ford and GM", ("Mary Barra (General Motors)", "Jim Farley (Ford)")),
        ("苹果和微软的CEO", ("约翰·特努斯（苹果公司）", "萨提亚·纳德拉（微软）")),
        ("爱立信和诺基亚的总部", ("斯德哥尔摩（爱立信）", "埃斯波（诺基亚）")),
    ],
)
def test_of_several_companies_it_is_told_whose_a_value_is(
    question: str, values: tuple[str, ...], sample_pipeline: DiscoveryPipeline
) -> None:
    language = "en" if question.isascii() else "zh"
    found = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert all(each in found.sentences[0].text for each in values)


def test_of_one_company_it_is_not(sample_pipeline: DiscoveryPipeline) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query="CEO of Ford")).answer
    assert found.value == "Jim Farley"


@pytest.mark.parametrize(
    ("question", "dependents"),
    [
        ("AI companies that do not use Nvidia's chips", "dependents of NVIDIA: OpenAI"),
        ("How many AI companies do not use Nvidia's chips?", "dependents of NVIDIA: OpenAI"),
        ("哪些手机厂商没有用高通的芯片", "高通的依赖方的：中兴通讯"),
    ],
)
def test_who_is_listed_though_another_relation_says_about_the_same_is_told(
    question: str, dependents: str, sample_pipeline: DiscoveryPipeline
) -> None:
    language = "en" if question.isascii() else "zh"
    found = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    told = [each for each in found.sentences if dependents in each.text]
    assert len(told) == 1
    assert told[0].source_ids


def test_of_a_list_without_exceptions_nobody_is_told_so(sample_pipeline: DiscoveryPipeline) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query="customers of NVIDIA")).answer
    assert not any("Of these, on record as" in each.text for each in found.sentences)
