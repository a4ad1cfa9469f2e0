"""Deals in an industry: by its companies as targets, and of one buyer as before; of what is no industry nothing."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.two_questions import read_question
from tests.plan_notation import by_question, written

DEALS = {
    "acquired>(berkshire-hathaway)[industry in rail]": ("查一下伯克希尔哈撒韦铁路运输行业的收购对象",),
    "acquired<(arm)[industry in technology-investment]": ("查一下Arm科技投资行业的收购方",),
    "shareholder_of>(*)[industry in artificial-intelligence]": ("investments in the AI sector", "AI领域的投资有哪些"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(DEALS))
def test_an_industry_is_that_of_the_targets(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["acquisitions in the Chinese sector", "investments in the zorblatt sector"])
def test_what_is_no_industry_is_not_taken_for_one(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert not parsed.whole
    assert any("sector" in each for each in parsed.not_understood)
