"""Who of several that are named has more suppliers, and whether one has more than another."""

from __future__ import annotations

import re

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.questions.reading.parser import Parser


def _asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


def _counted(pipeline: DiscoveryPipeline, what: str) -> int:
    value = _asked(pipeline, f"How many {what} are there?").value
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize(
    "question",
    [
        "Which has more suppliers, BYD or Tesla?",
        "Who has more suppliers, BYD or Tesla?",
        "Of BYD and Tesla, which has more suppliers?",
        "比亚迪和特斯拉谁的供应商多",
        "比亚迪和特斯拉谁的供应商更多",
        "比亚迪和特斯拉哪个供应商多",
        "比亚迪和特斯拉哪家的供应商更多",
    ],
)
def test_who_has_more_is_told_with_both_numbers(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.company_ids, answer.not_understood) == ("answered", ("tesla",), ())
    numbers = [_counted(sample_pipeline, f"suppliers of {company}") for company in ("Tesla", "BYD")]
    assert re.findall(r"\d+", answer.sentences[1].text) == [str(each) for each in numbers]


@pytest.mark.parametrize(
    ("question", "has_more"),
    [
        ("Does BYD have more suppliers than Tesla?", False),
        ("Does Tesla have more suppliers than BYD?", True),
        ("Does BYD have fewer suppliers than Tesla?", True),
        ("特斯拉的供应商比比亚迪多吗", True),
        ("比亚迪的供应商比特斯拉多吗", False),
    ],
)
def test_whether_one_has_more(sample_pipeline: DiscoveryPipeline, question: str, has_more: bool) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.kind, answer.value) == ("answered", "yes_no", has_more)
    assert answer.sentences[0].text.startswith(("Yes:", "是：") if has_more else ("No:", "不是："))


def test_nobody_has_more_of_two_with_as_many(sample_pipeline: DiscoveryPipeline) -> None:
    """Two with the same number: neither has more."""
    assert _counted(sample_pipeline, "competitors of Tokyo Electron") == _counted(
        sample_pipeline, "competitors of AMEC"
    )
    for one, other in (("Tokyo Electron", "AMEC"), ("AMEC", "Tokyo Electron")):
        answer = _asked(sample_pipeline, f"Does {one} have more competitors than {other}?")
        assert (answer.outcome, answer.value) == ("answered", False)


@pytest.mark.parametrize("question", ["Which company has the most suppliers?", "谁的供应商最多"])
def test_of_all_companies_no_numbers_are_told(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert len(_asked(sample_pipeline, question).sentences) == 1


@pytest.mark.parametrize("role", ["customers", "competitors", "partners", "subsidiaries"])
def test_every_role_is_counted(parser: Parser, role: str) -> None:
    found = parser.parse(f"Which has more {role}, Samsung Electronics or Sony?")
    assert found.whole, found.not_understood
    assert found.plan == parser.parse(f"Of Samsung Electronics and Sony, which has the most {role}?").plan


def test_a_tie_is_one_on_the_day_that_is_asked_for(sample_pipeline: DiscoveryPipeline) -> None:
    for one, other in (("CATL", "BYD"), ("BYD", "CATL")):
        asked = DiscoveryRequest(query=f"Does {one} have more suppliers than {other}?", as_of="2019", language="en")
        answer = sample_pipeline.discover(asked).answer
        assert (answer.outcome, answer.value) == ("answered", False)


@pytest.mark.parametrize(
    "question",
    [
        "Does Apple have more suppliers than Apple?",
        "Does Apple have more similar companies than Tesla?",
    ],
)
def test_of_one_company_or_of_what_nobody_counts_no_more_is_claimed(parser: Parser, question: str) -> None:
    found = parser.parse(question)
    assert "more" in found.not_understood
