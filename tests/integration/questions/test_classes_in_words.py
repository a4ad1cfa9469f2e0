"""Classes of companies: asked of one company, and named in short where they hold many industries."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.plans.chips import chips
from core.questions.plans.sentences import PlanWords, names_in


@pytest.mark.parametrize("question", ["小米造车吗", "小米造不造车", "比亚迪造车吗", "特斯拉造车吗"])
def test_making_cars_is_asked_of_a_company(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (answer.outcome, answer.kind, answer.value) == ("answered", "yes_no", True)


def test_long_lists_of_a_class_are_shortened_and_its_chip_names_them_all(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="Tech companies in Germany", language="en")).answer
    assert answer.outcome == "answered"
    assert " more " in answer.understood_as
    assert len(answer.understood_as) < 120
    base = sample_pipeline.base
    words = PlanWords(base.ontology, names_in(base.knowledge_base), "en")
    assert answer.plan is not None
    industries = next(each.text for each in chips(answer.plan, words) if "industry" in each.text)
    assert " more" not in industries and industries.count(",") > 10
