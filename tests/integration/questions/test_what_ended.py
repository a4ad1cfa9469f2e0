"""Whether, when and by whom a stake was sold, and until when somebody was in office, on the sample."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Minus, Related, nodes_of
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.questions.reading.two_questions import read_question
from core.questions.reading.what_ended import asked_as_former
from tests.plan_notation import written


def _answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


@pytest.mark.parametrize(
    "question",
    [
        "Did Berkshire sell its BYD stake?",
        "Has Berkshire Hathaway sold all its shares of BYD?",
        "Did Berkshire exit BYD?",
        "Did SoftBank sell its Nvidia shares?",
        "伯克希尔卖了比亚迪的股份吗",
        "伯克希尔出售了比亚迪的股票吗",
        "软银卖掉英伟达股份了吗",
    ],
)
def test_a_stake_that_was_sold_is_a_former_one(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.kind, answer.value) == ("yes_no", True)
    assert "former" in answer.sentences[0].text or "前股东" in answer.sentences[0].text


@pytest.mark.parametrize("question", ["Did Berkshire sell its Apple stake?", "伯克希尔卖掉苹果的股份了吗"])
def test_a_stake_that_is_held_was_not_sold(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.kind, answer.value) == ("yes_no", False)


@pytest.mark.parametrize(
    "question", ["Who sold their stake in BYD?", "谁卖掉了比亚迪的股份", "Who sold its BYD shares?"]
)
def test_who_sold_a_stake_are_former_shareholders(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _answer(sample_pipeline, question).company_ids == ("berkshire-hathaway",)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("When did Berkshire sell its BYD stake?", "2025-03"),
        ("伯克希尔什么时候清仓了比亚迪", "2025-03"),
        ("When did SoftBank stop being a shareholder of Nvidia?", "2019"),
        ("Until when was SoftBank a shareholder of Nvidia?", "2019"),
        ("软银什么时候不再是英伟达的股东", "2019"),
        ("Until when was Cook CEO of Apple?", "2026-08"),
        ("库克什么时候卸任苹果CEO", "2026-08"),
        ("When did Cook become CEO of Apple?", "2011"),
        ("库克什么时候担任苹果CEO", "2011"),
    ],
)
def test_when_it_ended_or_began(sample_pipeline: DiscoveryPipeline, question: str, value: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.kind, answer.value) == ("value", value)
    assert answer.sources


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Was Tim Cook CEO of Apple?", True),
        ("Was Warren Buffett a director of Coca-Cola?", True),
        ("蒂姆·库克担任过苹果CEO吗", True),
        ("伯克希尔持有过比亚迪吗", True),
        ("Is Tim Cook CEO of Apple?", False),
        ("Is Tim Cook still CEO of Apple?", False),
        ("蒂姆·库克现在还是苹果的CEO吗", False),
        ("Was John Ternus CEO of Tesla?", False),
    ],
)
def test_what_was_so_is_a_yes_where_the_past_is_asked_about(
    sample_pipeline: DiscoveryPipeline, question: str, value: bool
) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.kind, answer.value) == ("yes_no", value)
    assert not value or answer.sentences[0].text.startswith(("Yes, but no longer", "是，但现在不再是"))


@pytest.mark.parametrize("question", ["Until when did IBM supply Pfizer?", "Until when was IBM a supplier of Pfizer?"])
def test_what_ended_without_a_date_is_told_without_one(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("empty", None)
    assert answer.sentences[0].text.startswith("Not any more: IBM")


def test_since_when_of_what_is_not_on_record_is_no_no(sample_pipeline: DiscoveryPipeline) -> None:
    """The stake is told with its beginning; whether it owns the company is not what was asked."""
    answer = _answer(sample_pipeline, "Since when does Berkshire Hathaway own Apple?")
    assert (answer.outcome, answer.value) == ("empty", None)
    assert "since 2016" in answer.sentences[1].text


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        ("Chinese companies that have never supplied Tesla", "*[country in CN] - supplies<(tesla) - supplies<(tesla)"),
        (
            "partners of Apple that have never supplied Tesla and that supply BMW",
            "(partner=(apple) & supplies<(bmw)) - supplies<(tesla) - supplies<(tesla)",
        ),
        (
            "partners of Apple that never supplied Tesla or companies that supply BMW",
            "(partner=(apple) - supplies<(tesla) - supplies<(tesla)) | supplies<(bmw)",
        ),
    ],
)
def test_never_leaves_out_what_has_ended_wherever_it_is_said(
    sample_pipeline: DiscoveryPipeline, question: str, plan: str
) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert parsed.plan is not None
    assert (written(parsed.plan), parsed.not_understood) == (plan, ())
    without = next(node.without for _, node in nodes_of(parsed.plan) if isinstance(node, Minus))
    assert [each.ended for each in without if isinstance(each, Related)] == [None, True]


@pytest.mark.parametrize(
    "question", ["Does Apple sell its shares?", "What did Apple sell?", "苹果卖什么", "谁是比亚迪的股东"]
)
def test_other_questions_are_left_alone(question: str) -> None:
    assert asked_as_former(question) == ""
