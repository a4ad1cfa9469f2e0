"""Companies of an industry that a question says in other words than its name."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest

MEMBERS = {"albemarle", "sqm", "ganfeng", "tianqi-lithium"}


@pytest.mark.parametrize("question", ["lithium mining companies", "lithium miners", "锂矿企业", "锂盐公司有哪些？"])
def test_the_companies_of_the_industry_stand_first(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=question))
    first = {each.company_id for each in found.related_companies[:6]}
    assert (found.outcome, found.answer.not_understood) == ("found", ())
    assert first >= MEMBERS
