"""Of whom somebody is the largest holder is in no plan: whoever asks so is told that it is not understood."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.largest_holders import parsed_question


@pytest.mark.parametrize(
    "question",
    [
        "of which companies is Exor the biggest shareholder",
        "which companies is Tencent the largest shareholder of",
        "companies of which Tencent is the largest shareholder",
        "companies in which Tencent is the largest investor",
        "companies whose largest shareholder is Tencent",
        "companies with Tencent as the largest shareholder",
        "who has Tencent as its largest shareholder",
        "who is Tencent a major shareholder of",
        "companies whose major shareholder is Tencent",
        "of which companies is Tencent a major shareholder",
        "腾讯是谁的最大股东",
        "腾讯是哪些公司的第一大股东",
        "腾讯是谁的大股东",
        "腾讯是哪些公司的主要股东",
        "最大股东是腾讯的公司",
        "第一大股东为腾讯的公司",
        "哪些公司的最大股东是腾讯",
        "腾讯当第一大股东的公司",
    ],
)
def test_it_is_not_understood(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    parsed = parsed_question(sample_pipeline.base, question, (), ())
    assert parsed.plan is None or parsed.not_understood


@pytest.mark.parametrize(
    "question",
    [
        "the largest shareholder of Tencent",
        "腾讯的最大股东",
        "腾讯的大股东有哪些",
        "major shareholders of Tencent",
        "腾讯是谁的股东",
        "Tencent's largest investee",
        "腾讯是哪些公司的多数股东",
        "of which companies is Exor the majority shareholder",
        "of which companies is Tencent a shareholder",
    ],
)
def test_the_holders_of_one_are(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    parsed = parsed_question(sample_pipeline.base, question, (), ())
    assert parsed.plan is not None and parsed.not_understood == ()
