"""A company called by a word unlike its name: the answer says whom it is about."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest


def _told(pipeline: DiscoveryPipeline, question: str) -> list[str]:
    answer = pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer
    assert answer.outcome == "answered"
    return [each.text for each in answer.sentences if "In the data, “" in each.text or "资料中的“" in each.text]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("TikTok competitors", ["In the data, “TikTok” means ByteDance."]),
        ("抖音的竞争对手", ["资料中的“抖音”即字节跳动。"]),
        ("Founding year of Google", ["In the data, “Google” means Alphabet."]),
        (
            "Is Google a rival of Facebook?",
            ["In the data, “Google” means Alphabet.", "In the data, “Facebook” means Meta Platforms."],
        ),
    ],
)
def test_a_name_unlike_the_companys_is_told(sample_pipeline: DiscoveryPipeline, question: str, told: list[str]) -> None:
    assert _told(sample_pipeline, question) == told


@pytest.mark.parametrize(
    "question",
    ["Suppliers of TSMC", "宁德时代的供应商", "Who owns 300750", "工行的竞争对手", "VW suppliers", "鸿海的客户"],
)
def test_a_ticker_or_a_short_form_needs_no_word(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _told(sample_pipeline, question) == []
