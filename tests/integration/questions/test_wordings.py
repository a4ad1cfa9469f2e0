"""Wordings that were read wrongly or not at all: shortest paths, what "not" belongs to, polite openings, names."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Path
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from core.questions.vocabulary.openings import opening_of
from tests.plan_notation import by_question, written

SHORTEST = [
    "What is the shortest path between CATL and Apple?",
    "shortest chain from CATL to Apple",
    "How are CATL and Apple connected by the shortest route?",
    "宁德时代到苹果的最短路径",
    "宁德时代和苹果之间最短的路径是什么",
    "从宁德时代到苹果最短路径",
]
NOT_OF_THE_HEAD = {
    "supplies<(competitor=(catl)) - supplies<(byd)": (
        "suppliers of CATL's competitors that do not supply BYD",
        "suppliers of the competitors of CATL which do not supply BYD",
        "宁德时代竞争对手的供应商里不给比亚迪供货的",
    ),
    "supplies>(competitor=(nvidia)) - supplies>(nvidia)": (
        "customers of Nvidia's rivals that are not customers of Nvidia",
    ),
}
READ = {
    "same_industry=(catl) & competitor=(catl)": ("与宁德时代同行业的竞争公司", "和宁德时代同一行业的竞争对手"),
    "same_industry=(apple)": ("和苹果同行业的公司", "companies in the same sector as Apple"),
    "competitor=(founded_by<(person-elon-musk))": (
        "competitors of the company founded by Elon Musk",
        "competitors of the company that Elon Musk founded",
    ),
    "licenses_to<(apple)": (
        "whose technology does Apple use under licence",
        "Whose technology does Apple license?",
    ),
    "subsidiary_of>(midea)": ("美的是谁的子公司",),
    "supplies<(apple)": (
        "I was wondering if you could tell me which companies supply Apple",
        "Would you be so kind as to tell me who supplies Apple?",
        "For my report, I need the suppliers of Apple",
        "I'm doing some research and would like to know the suppliers of Apple",
        "麻烦您帮我查一下苹果的供应商都有哪些，谢谢",
        "您好，我正在写一份报告，想了解一下苹果的供应商",
    ),
}


@pytest.mark.parametrize("question", SHORTEST)
def test_the_shortest_path_is_asked_for(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.whole
    assert parsed.plan is not None
    assert parsed.plan.answer == Path(ids=("catl", "apple"), shortest=True)


@pytest.mark.parametrize("question", ["How are CATL and Apple connected?", "宁德时代和苹果之间有什么关系"])
def test_otherwise_the_strongest(parser: Parser, question: str) -> None:
    plan = parser.parse(question).plan
    assert plan is not None
    assert plan.answer == Path(ids=("catl", "apple"))


def test_the_shortest_path_has_the_fewest_relations(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="shortest path between Tesla and Apple")).answer
    assert (answer.outcome, answer.kind) == ("answered", "path")
    assert [len(path.steps) for path in answer.paths] == [2]
    assert answer.understood_as == "the shortest connection of Tesla and Apple"


@pytest.mark.parametrize(("question", "plan"), by_question(NOT_OF_THE_HEAD))
def test_not_belongs_to_what_is_asked_for(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


def test_the_other_reading_of_not_is_kept(parser: Parser) -> None:
    also = parser.parse("suppliers of CATL's competitors that do not supply BYD").also
    assert "supplies<(competitor=(catl) - supplies<(byd))" in map(written, also)


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question", ["whose technology does Apple use", "suppliers of the company", "最美的是哪家公司"]
)
def test_what_is_not_said_is_not_claimed(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


@pytest.mark.parametrize("question", ["美的是哪年成立的", "美的是什么时候成立的"])
def test_a_name_that_ends_in_a_particle_is_found(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert sample_pipeline.discover(DiscoveryRequest(query=question, language="zh")).answer.value == "1968"


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("could you supply a list of carmakers", "could you supply a list of"),
        ("would you be so kind as to tell me who", "would you be so kind as to tell me"),
        ("for my report, please provide the suppliers", "for my report, please provide"),
        ("请提供一份苹果的供应商", "请提供一份"),
        ("我正在写一份报告，想了解一下宁德时代", "我正在写一份报告，想了解一下"),
        ("做研究的公司", None),
        ("can apple supply", None),
        ("帮宁德时代供货的公司", None),
    ],
)
def test_openings_are_told_from_what_is_asked(question: str, opening: str | None) -> None:
    found = opening_of(question)
    assert (None if found is None else question[slice(*found)].strip()) == opening


@pytest.mark.parametrize(
    "question",
    [
        "Is Tesla a good investment?",
        "Should I invest in Nvidia?",
        "Is Tesla a supplier?",
        "Will Intel be acquired by Qualcomm?",
        "Which lawsuits does Tesla face?",
        "Will CATL build a factory in Spain?",
        "What will Apple launch next?",
        "高通会收购英特尔吗",
        "高通会不会收购英特尔",
        "要不要投资比亚迪",
        "可以投资英伟达吗",
        "英伟达值得投资吗",
        "特斯拉面临哪些诉讼",
        "特斯拉Model Y的价格是多少",
    ],
)
def test_advice_forecasts_and_opinions_are_no_answers(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome in ("open", "partly_understood")
    assert not answer.company_ids


@pytest.mark.parametrize(
    "question", ["哪些公司会从宁德时代采购", "Can I get the suppliers of Apple?", "Is Toyota Japanese?"]
)
def test_what_only_sounds_like_them_is_read(parser: Parser, question: str) -> None:
    assert parser.parse(question).whole
