"""What was paid, when it was, and the columns of a company, worded as people type them."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer


def answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    found = pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh"))
    assert found.answer is not None
    return found.answer


def told(pipeline: DiscoveryPipeline, question: str) -> str:
    """The value and the sentences of an answer that is one."""
    given = answer(pipeline, question)
    assert given.outcome == "answered", question
    return f"{given.value} {' '.join(each.text for each in given.sentences)}"


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("How much did Microsoft pay for GitHub?", "7.5 billion US dollars"),
        ("What did GitHub cost Microsoft?", "7.5 billion US dollars"),
        ("price tag on LVMH's Tiffany deal", "15.8 billion US dollars"),
        ("How much did Toyota invest in Uber?", "500 million US dollars"),
        ("How much was Arm sold for?", "24 billion British pounds"),
        ("微软花多少钱收购了GitHub", "75亿美元"),
        ("拿下Supercell腾讯那边花了多少钱", "86亿美元"),
        ("丰田给优步投了多少钱", "5亿美元"),
    ],
)
def test_the_amount_of_a_deal_is_told(sample_pipeline: DiscoveryPipeline, question: str, amount: str) -> None:
    assert amount in told(sample_pipeline, question)


@pytest.mark.parametrize(
    ("question", "moment"),
    [
        ("Who acquired GitHub and when?", "2018"),
        ("谁收购了GitHub，什么时候", "2018"),
        ("When did Tim Cook become CEO of Apple", "2011"),
        ("When did Tim Cook start as CEO of Apple", "2011"),
        ("Tim Cook was appointed CEO of Apple in what year?", "2011"),
        ("When did CATL begin as a supplier of Tesla?", "2020"),
        ("Walmart bought Flipkart when exactly", "2018"),
    ],
)
def test_the_time_of_what_is_asked_is_told(sample_pipeline: DiscoveryPipeline, question: str, moment: str) -> None:
    assert moment in told(sample_pipeline, question)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Unilever's London ticker", "ULVR.L"),
        ("腾讯港股代码", "0700.HK"),
        ("HQ town of Inditex?", "Arteixo"),
        ("大疆哪年创立的来着", "2006"),
        ("in what year did Hapag-Lloyd come into being", "1970"),
        ("what slice of Air India does Singapore Airlines hold", "25.1"),
        ("恩捷股份的股票代码发我一下", "002812"),
        ("阳光电源总部坐落在哪座城市？", "合肥"),
    ],
)
def test_a_value_is_told(sample_pipeline: DiscoveryPipeline, question: str, value: str) -> None:
    assert value in told(sample_pipeline, question)


@pytest.mark.parametrize(
    "question",
    [
        "How much did Tesla pay for SolarCity?",
        "How much did CATL pay for BYD?",
        "宁德时代花了多少钱收购比亚迪",
        "Unilever's Tokyo ticker",
        "How much profit did Microsoft make from GitHub?",
    ],
)
def test_what_is_not_recorded_is_not_claimed(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    given = answer(sample_pipeline, question)
    assert given.value is None and not given.company_ids
    assert given.outcome in ("empty", "partly_understood", "unknown_name")
