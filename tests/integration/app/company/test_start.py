"""Company, before there is anybody to show: goods whose names hold the words that were typed are offered."""

from __future__ import annotations

import pytest

from app.company.start import goods_called
from core.discovery.pipeline import DiscoveryPipeline


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("lithography", {"lithography systems"}),
        ("锂电池", {"consumer lithium batteries", "lithium iron phosphate batteries"}),
        ("zzzqq", set()),
        ("", set()),
    ],
)
def test_goods_are_offered_by_a_part_of_their_name(
    sample_pipeline: DiscoveryPipeline, words: str, names: set[str]
) -> None:
    assert {each.name_en for each in goods_called(sample_pipeline.base, words)} == names
