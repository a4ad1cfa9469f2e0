"""Who holds, with how much: the holders of whom a share is recorded, with it, and who they are of whom none is."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer

HOLDERS = ("porsche-se", "qatar-investment-authority")


def asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


@pytest.mark.parametrize(
    "question",
    [
        "Who owns Volkswagen and how much",
        "Who owns Volkswagen, and how much do they own?",
        "Volkswagen shareholders and their stakes",
        "shareholders of Volkswagen with their shares",
        "大众的股东及持股比例",
        "大众的股东和各自的持股比例",
        "大众汽车的股东持股比例",
        "谁持有大众的股份，各持多少",
    ],
)
def test_holders_are_told_with_their_shares(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(sample_pipeline, question)
    assert (answer.outcome, answer.company_ids, answer.not_understood) == ("answered", HOLDERS, ())
    assert all(share in answer.sentences[0].text.replace(" ", "") for share in ("53.3%", "17%"))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("shareholders of OpenAI and their stakes", "On record without a share: NVIDIA"),
        ("OpenAI的股东及持股比例", "没有持股比例记录：英伟达"),
        ("companies Tencent has a stake in and the percentages", "On record without a share: "),
    ],
)
def test_those_without_a_share_are_told_besides(sample_pipeline: DiscoveryPipeline, question: str, told: str) -> None:
    answer = asked(sample_pipeline, question)
    assert answer.outcome == "answered"
    assert any(each.text.startswith(told) and each.source_ids for each in answer.sentences)


def test_a_share_that_is_asked_for_is_told(sample_pipeline: DiscoveryPipeline) -> None:
    answer = asked(sample_pipeline, "Who owns more than 10% of Volkswagen?")
    assert "Porsche Automobil Holding (53.3 %)" in answer.sentences[0].text


@pytest.mark.parametrize(
    "question",
    [
        "Who invested in OpenAI and how much",
        "谁投资了OpenAI，各投多少",
        "suppliers of Tesla and their stakes",
        "former shareholders of Uber and their stakes",
        "shareholders of Leapmotor and TSMC of Apple and their stakes",
        "shareholders of Zhipu AI and their stakes",
    ],
)
def test_other_questions_are_not_answered_with_shares(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(sample_pipeline, question)
    assert answer.kind in ("none", "fact")  # how much money it was may be told by a text
    assert not answer.company_ids


@pytest.mark.parametrize(
    ("question", "value"), [("腾讯持有京东的股份比例", "2–2.4%"), ("软银集团持有Arm的比例是多少", "86–91%")]
)
def test_the_stake_of_one_is_a_number(sample_pipeline: DiscoveryPipeline, question: str, value: str) -> None:
    answer = asked(sample_pipeline, question)
    assert (answer.kind, answer.value) == ("value", value)


@pytest.mark.parametrize(
    "question",
    [
        "Who is Volkswagen's largest shareholder and how much does it hold?",
        "Who is Volkswagen's largest shareholder and what is its stake?",
        "大众汽车的第一大股东是谁，持股多少？",
        "大众汽车的第一大股东是谁，持股比例是多少",
    ],
)
def test_the_largest_holder_is_told_with_its_share(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(sample_pipeline, question)
    assert (answer.outcome, answer.company_ids, answer.not_understood) == ("answered", HOLDERS[:1], ())
    assert len(answer.sentences) == 1  # and nothing of what it holds itself
    assert "53.3%" in answer.sentences[0].text.replace(" ", "")
