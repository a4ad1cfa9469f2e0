"""The work that a long question takes grows more slowly than the square of its length, and stays within a bound."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest

REPEATED = (
    "谁",
    "苹果的",
    "电池",
    "不是",
    "宁德",
    "CATL、",
    "US ",
    "b ",
    "1,000 2 ",
    "1,000,000.01 ",
    "in China ",
    "after 2,001 ",
    "suppliers of ",
    "Apple and ",
    "Nobody Knows ",
    "not ",
    "什么时候",
    "花多少钱收购",
    "，谁",
    "那家，它",
    "who and ",
    "and when ",
    "when did Apple buy ",
)
SHORT, LONG = 480, 1920  # characters
MOST = 2_500_000  # calls, about two seconds


def calls(pipeline: DiscoveryPipeline, question: str) -> int:
    """Functions of this program that are called to answer a question that was not asked before."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal counted
        counted += event == "call" and "core" in frame.f_code.co_filename

    sys.setprofile(count)
    try:
        pipeline.discover(DiscoveryRequest(query=question, language="en"))
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("opening", ["", "companies with revenue over "])
@pytest.mark.parametrize("repeated", REPEATED)
@pytest.mark.matrix()
def test_four_times_the_length_takes_less_than_ten_times_the_work(
    repeated: str, opening: str, sample_pipeline: DiscoveryPipeline
) -> None:
    sample_pipeline.discover(DiscoveryRequest(query="Who supplies CATL?", language="en"))
    short, long = (calls(sample_pipeline, (opening + repeated * LONG)[:length]) for length in (SHORT, LONG))
    assert long < min(10 * short, MOST)
