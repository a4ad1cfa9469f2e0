"""Two questions in one: both sets are the answer, or the second question is told as not understood."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Count, Or
from core.questions.plans.parsed import Parsed
from core.questions.reading.largest_holders import parsed_question
from core.questions.reading.two_questions import read_question


def question_parsed(pipeline: DiscoveryPipeline, question: str) -> Parsed:
    """The question, read as one."""
    return parsed_question(pipeline.base, question, (), ())


@pytest.mark.parametrize(
    ("question", "together"),
    [
        ("Who supplies Tesla? Who competes with it?", "suppliers or competitors of Tesla"),
        ("Who are Tesla's suppliers and who are its competitors?", "suppliers or competitors of Tesla"),
        ("Who supplies Tesla and who supplies BYD?", "suppliers of Tesla or BYD"),
        ("Tell me who supplies Tesla and who its rivals are", "suppliers or competitors of Tesla"),
        ("Which companies supply Tesla, and which compete with it?", "suppliers or competitors of Tesla"),
        ("特斯拉的供应商有哪些？竞争对手呢？", "suppliers or competitors of Tesla"),
        ("谁给特斯拉供货，谁和它竞争？", "suppliers or competitors of Tesla"),
        ("哪些公司给特斯拉供货，还有哪些是它的竞争对手", "suppliers or competitors of Tesla"),
    ],
)
def test_members_of_either_set_answer(sample_pipeline: DiscoveryPipeline, question: str, together: str) -> None:
    asked = read_question(sample_pipeline.base, question, (), ())
    assert asked.whole and asked.plan is not None
    assert isinstance(asked.plan.answer, Companies) and isinstance(asked.plan.answer.set, Or)
    assert asked.plan == question_parsed(sample_pipeline, together).plan


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("Who is the CEO of Apple and who founded it?", "who founded it"),
        ("Which suppliers of Tesla are Chinese and which are Korean?", "which are Korean"),
        ("How many suppliers does Tesla have and who founded it?", "who founded it"),
        ("Who owns Arm, and what is the mood there?", "what is the mood there"),
        ("苹果的CEO是谁，谁创立了它？", "谁创立了它"),
    ],
)
def test_a_second_question_for_something_else_is_told(
    sample_pipeline: DiscoveryPipeline, question: str, second: str
) -> None:
    asked = read_question(sample_pipeline.base, question, (), ())
    assert asked.plan is not None and second in asked.not_understood


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("How many suppliers does Tesla have and who are they?", "How many suppliers does Tesla have?"),
        ("How many rivals does CATL have, and which companies are they?", "How many rivals does CATL have?"),
        ("苹果有多少供应商，分别是谁", "苹果有多少供应商"),
        ("宁德时代有几家竞争对手，都是哪些公司？", "宁德时代有几家竞争对手"),
    ],
)
def test_who_they_are_is_told_beside_a_count(sample_pipeline: DiscoveryPipeline, question: str, alone: str) -> None:
    asked = read_question(sample_pipeline.base, question, (), ())
    assert asked.whole and asked.plan is not None and isinstance(asked.plan.answer, Count)
    assert asked.plan == question_parsed(sample_pipeline, alone).plan


@pytest.mark.parametrize(
    "question",
    [
        "谁给特斯拉供货，谁也给比亚迪供货？",
        "Which companies supply Tesla and which of them supply BYD?",
        "companies that supply Tesla and who compete with it",
        "特斯拉和比亚迪有哪些共同的供应商？",
    ],
)
def test_one_question_stays_one(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert read_question(sample_pipeline.base, question, (), ()) == question_parsed(sample_pipeline, question)
