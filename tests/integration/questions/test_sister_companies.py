"""Sister companies are looked for by the parents of one company, and of several as they are recorded."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.two_questions import read_question
from tests.plan_notation import by_question, written

SISTERS = {
    "same_group=(skoda) | (subsidiary_of<(volkswagen) - skoda)": ("sister companies of Skoda",),
    "same_group=(supplies<(kia))": ("group companies of Kia's suppliers",),
    "same_group=(located_in<(place-shenzhen))": ("sister companies of firms that are headquartered in Shenzhen",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(SISTERS))
def test_parents_tell_of_the_sisters_of_one(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())
