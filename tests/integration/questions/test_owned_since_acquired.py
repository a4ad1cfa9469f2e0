"""Who is on record to have acquired a company, and nobody else to own it, may own it: no answer is a plain no."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language


def ask(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language: Language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    "question",
    [
        "Does Foxconn own Sharp?",
        "Does Foxconn still own Sharp?",
        "Does Foxconn hold shares in Sharp?",
        "Is Foxconn the parent of Sharp?",
        "Is Sharp a subsidiary of Foxconn?",
        "鸿海持有夏普的股份吗",
        "夏普是富士康的吗",
    ],
)
def test_it_is_neither_yes_nor_no(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, answer.kind, answer.value) == ("empty", "yes_no", None)
    assert ("No direct record" if question.isascii() else "没有直接记录") in answer.sentences[0].text
    assert "66" in answer.sentences[1].text


@pytest.mark.parametrize("question", ["how much of Sharp does Foxconn own", "鸿海持有夏普多少股份"])
def test_the_share_that_was_acquired_is_told(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, answer.kind) == ("answered", "value")
    said = "acquired 66–66.1 % of Sharp (2016)" if question.isascii() else "收购了夏普 66–66.1% 的股份（2016 年）"
    assert said in answer.sentences[0].text
    assert ("nothing later" if question.isascii() else "此后没有") in answer.sentences[0].text


@pytest.mark.parametrize(
    "question", ["who owns Sharp", "shareholders of Sharp", "Sharp's parent company", "夏普的母公司", "谁拥有夏普"]
)
def test_who_acquired_it_is_told_where_no_owner_is(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = ask(sample_pipeline, question)
    assert answer.outcome == "empty"
    said = "Recorded as acquirer: Foxconn" if question.isascii() else "以收购方记录在案：鸿海精密"
    assert said in answer.sentences[1].text


@pytest.mark.parametrize(
    ("question", "on_record"),
    [
        ("Does Ford own Volvo?", "sold it to Zhejiang Geely Holding"),  # another parent is on record
        ("Does Google own Motorola?", "acquired Motorola Mobility in 2012"),
        ("Does Toyota own Sharp?", ""),
        ("福特拥有沃尔沃吗", "2010"),
    ],
)
def test_it_is_a_no_where_another_owns_it(sample_pipeline: DiscoveryPipeline, question: str, on_record: str) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", False)
    assert on_record in " ".join(each.text for each in answer.sentences)


@pytest.mark.parametrize("question", ["former shareholders of Sharp", "shareholders of Sharp since 2020"])
def test_the_acquirer_is_no_answer_to_another_time(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert "acquirer" not in " ".join(each.text for each in ask(sample_pipeline, question).sentences)
