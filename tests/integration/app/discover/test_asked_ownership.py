"""A question for owners or holdings leads to the ownership tree of the company, and no other question does."""

from __future__ import annotations

import pytest

from app.discover.answer.box import asked_ownership_of
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest


@pytest.mark.parametrize(
    ("question", "company"),
    [
        ("Who owns Arm?", "arm"),
        ("Who controls Volvo Cars?", "volvo-cars"),
        ("shareholders of Uber", "uber"),
        ("subsidiaries of Alibaba", "alibaba"),
        ("How many shareholders does Uber have?", "uber"),
        ("沃尔沃汽车由谁控制？", "volvo-cars"),
        ("优步的美国股东", "uber"),
        ("Who supplies Apple?", ""),
        ("suppliers of the subsidiaries of Alibaba", ""),
        ("shareholders of both Uber and Arm", ""),
        ("Japanese companies", ""),
    ],
)
def test_only_owners_and_holdings_of_one_company_lead_there(
    sample_pipeline: DiscoveryPipeline, question: str, company: str
) -> None:
    plan = sample_pipeline.discover(DiscoveryRequest(query=question)).answer.plan
    assert plan is not None
    assert asked_ownership_of(plan, sample_pipeline.base) == company
