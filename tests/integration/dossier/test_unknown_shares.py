"""Of a chain with a stake of which no share is recorded, no bound of the rest of the chain is told to a person; data
has it all the same."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.partial_dates import today
from core.dossier.ownership.report import Ownership, ownership

UNKNOWN = (0.0, 100.0)


def report(pipeline: DiscoveryPipeline, company: str) -> Ownership:
    return ownership(pipeline.base, company, today(), "en")


def test_who_holds_the_holder_of_an_unknown_share_holds_an_unknown_share(sample_pipeline: DiscoveryPipeline) -> None:
    found = report(sample_pipeline, "catl")
    owners = {each.id: each for each in found.owners}
    assert owners["sinopec"].direct == UNKNOWN
    assert owners["sasac"].told == UNKNOWN
    assert {each.id: each.told for each in found.ultimate}["sasac"] == UNKNOWN
    assert 0.0 == owners["sasac"].integrated[0] < owners["sasac"].integrated[1] < 100.0
    assert "untold" not in found.model_dump_json()


@pytest.mark.parametrize("company", ["catl", "openai", "volvo-cars", "byd"])
def test_who_is_known_to_hold_something_comes_first(sample_pipeline: DiscoveryPipeline, company: str) -> None:
    found = report(sample_pipeline, company)
    for listed in (found.owners, found.ultimate, found.holdings):
        unknown = [each.told == UNKNOWN for each in listed]
        assert unknown == sorted(unknown)


def test_a_share_that_is_recorded_all_the_way_keeps_its_bounds(sample_pipeline: DiscoveryPipeline) -> None:
    found = report(sample_pipeline, "volvo-cars")
    bounds = {each.id: each.integrated for each in found.owners}
    assert bounds["geely-holding"][0] > 50.0
    assert 0.0 < bounds["person-li-shufu"][0] <= bounds["geely-holding"][1]
