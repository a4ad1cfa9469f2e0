"""A value that each company has for itself is that of either, unless they share one."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.two_questions import read_question
from tests.plan_notation import by_question, written

VALUES = {
    "located_in>(apple) | located_in>(nvidia)": ("headquarters of Apple and Nvidia", "苹果和英伟达的总部在哪里"),
    "located_in>(huawei) & located_in>(tencent)": ("headquarters of Huawei and Tencent", "华为和腾讯的总部在哪里"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(VALUES))
def test_two_companies_are_asked_together_only_for_what_they_share(
    sample_pipeline: DiscoveryPipeline, question: str, plan: str
) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())
