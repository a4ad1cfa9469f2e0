"""Sentences of answers: every relation type and end has a label in them, every statement a footnote."""

from __future__ import annotations

import re

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Count, Entities, Plan, Related
from core.domain.requests import DiscoveryRequest

_HOLE = re.compile(r"(?:only as|on record as|that of)\s*(?:[:.]|and (?:is|are))|[以是]的关系|关系是。")
_COMPANIES = ("tsmc", "apple", "catl")


@pytest.mark.matrix(every=3)
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
