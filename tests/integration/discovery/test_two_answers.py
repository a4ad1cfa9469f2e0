"""Two questions in one that ask for different things are both answered, or told not to be."""

from __future__ import annotations

from typing import Literal

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer

ALONE = {
    "Who is the CEO of Tesla and where is it based?": ("Who is the CEO of Tesla?", "Where is Tesla based?"),
    "What is Apple's ticker and when was it founded?": ("What is Apple's ticker?", "When was Apple founded?"),
    "Where is Tesla headquartered, and when was it founded?": (
        "Where is Tesla headquartered?",
        "When was Tesla founded?",
    ),
    "Apple's ticker and founding year": ("Apple's ticker", "Apple's founding year"),
    "ticker and headquarters of BYD": ("ticker of BYD", "headquarters of BYD"),
    "Who supplies Tesla and who is its CEO?": ("Who supplies Tesla?", "Who is the CEO of Tesla?"),
    "Who is the CEO of Tesla and which companies supply it?": (
        "Who is the CEO of Tesla?",
        "Which companies supply Tesla?",
    ),
    "谁是特斯拉的CEO，总部在哪里？": ("谁是特斯拉的CEO", "特斯拉总部在哪里"),
    "苹果的股票代码和成立时间": ("苹果的股票代码", "苹果的成立时间"),
    "苹果的总部在哪里，什么时候成立的？": ("苹果的总部在哪里", "苹果什么时候成立的"),
}


def _asked(pipeline: DiscoveryPipeline, question: str, company: str = "") -> QuestionAnswer:
    language: Literal["zh", "en"] = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, company=company, language=language)).answer


def _stated(answer: QuestionAnswer) -> list[tuple[str, list[str]]]:
    """Each sentence, with the texts of the sources that its marks lead to."""
    said = []
    for sentence in answer.sentences:
        cited = [place + 1 for place in range(len(answer.sources)) if f"[{place + 1}]" in sentence.text]
        text = sentence.text
        for number in cited:
            text = text.replace(f"[{number}]", "[]")
        said.append((text, [answer.sources[number - 1].text for number in cited]))
    return said


@pytest.mark.parametrize("question", ALONE)
def test_both_are_answered_as_each_is_alone(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    together = _asked(sample_pipeline, question)
    alone = [_asked(sample_pipeline, each) for each in ALONE[question]]
    assert [each.outcome for each in alone] == ["answered", "answered"]
    assert together.outcome == "answered"
    expected = [sentence for each in alone for sentence in _stated(each)]
    assert [text for text, _ in _stated(together)] == [text for text, _ in expected]
    for (_, cited), (_, texts) in zip(_stated(together), expected, strict=True):
        assert all(text in source for text, source in zip(texts, cited, strict=True))
    assert set(together.company_ids) == {company for each in alone for company in each.company_ids}
    assert all(each.understood_as in together.understood_as for each in alone)


def test_the_companies_that_answer_are_listed_first_whichever_question_they_answer(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    question = "Who is the CEO of Tesla and which companies supply it?"
    found = sample_pipeline.discover(DiscoveryRequest(query=question, max_results=5))
    assert {each.company_id for each in found.related_companies} <= set(found.answer.company_ids)


def test_the_company_of_the_page_is_meant_in_both(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _asked(sample_pipeline, "Who is the CEO and when was it founded?", company="tesla")
    assert [each.text for each in answer.sentences] == [
        "Chief executive of Tesla: Elon Musk [1].",
        "Tesla was founded in 2003 [2].",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Who is the CEO of Tesla and what colour are its cars?",
        "What is Apple's ticker and how tall is it?",
        "苹果的股票代码和颜色",
    ],
)
def test_one_that_is_not_understood_leaves_both_unanswered(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert answer.outcome != "answered"


def test_one_without_a_record_says_so_beside_the_other(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _asked(sample_pipeline, "Who founded Tesla and who acquired it?")
    assert answer.outcome == "answered"
    assert [each.text.partition(" of ")[0] for each in answer.sentences] == ["Founders", "There is no record"]


@pytest.mark.parametrize("question", ["格芯的竞争对手的设备和材料由谁供应", "特斯拉的竞争对手的电池和芯片由谁供应"])
def test_goods_of_a_set_are_no_two_values(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _asked(sample_pipeline, question).outcome != "answered"


@pytest.mark.parametrize(
    "question", ["? Apple", "？苹果", "?? Who supplies Apple?", "，苹果的供应商", "; Tesla", "Apple?", "Apple ?!"]
)
def test_marks_alone_are_no_question_beside_another(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _asked(sample_pipeline, question).outcome in ("answered", "open", "partly_understood")


@pytest.mark.parametrize(
    "question", ["谁拥有沃尔沃汽车？它还拥有哪些公司？", "Who owns GEICO and what else does it own?", *ALONE]
)
def test_a_source_that_both_cite_has_one_number(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    keys = [each.key for each in answer.sources]
    assert len(set(keys)) == len(keys)
    for sentence in answer.sentences:
        marks = {keys[place] for place in range(len(keys)) if f"[{place + 1}]" in sentence.text}
        assert marks == set(sentence.source_ids), sentence.text
