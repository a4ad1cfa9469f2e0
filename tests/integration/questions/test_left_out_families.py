"""A family name behind “except” leaves out all who bear it; a full name, or another word with its letters, does not."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest

LG = {"lg-corp", "lg-energy-solution", "lg-electronics", "lg-display", "lg-chem"}


def _asked(pipeline: DiscoveryPipeline, question: str) -> set[str]:
    answer = pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer
    assert not answer.not_understood
    return set(answer.company_ids)


@pytest.mark.parametrize(
    ("question", "without"),
    [
        ("suppliers of Apple except LG", "suppliers of Apple"),
        ("苹果的供应商，LG除外", "苹果的供应商"),
        ("Apple's display suppliers other than LG", "Apple's display suppliers"),
        ("除LG以外给特斯拉供电池的公司", "给特斯拉供电池的公司"),
        ("除了LG集团，给通用供电池的", "给通用供电池的"),
    ],
)
def test_a_family_name_leaves_out_all_who_bear_it(
    sample_pipeline: DiscoveryPipeline, question: str, without: str
) -> None:
    everyone = _asked(sample_pipeline, without)
    assert everyone & LG
    assert _asked(sample_pipeline, question) == everyone - LG


def test_a_full_name_leaves_out_only_itself(sample_pipeline: DiscoveryPipeline) -> None:
    left = _asked(sample_pipeline, "Tesla's battery suppliers except LG Energy Solution")
    assert left == _asked(sample_pipeline, "Tesla's battery suppliers") - {"lg-energy-solution"}


def test_a_name_with_the_same_characters_is_of_another_family(sample_pipeline: DiscoveryPipeline) -> None:
    """吉利 begins 吉利德 (Gilead), which is no part of Geely."""
    found = sample_pipeline.discover(DiscoveryRequest(query="除了吉利，还有哪些制药公司", language="zh")).answer
    assert "gilead" in found.company_ids
