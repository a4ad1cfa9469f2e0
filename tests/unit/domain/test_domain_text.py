from __future__ import annotations

import pytest

from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel
from core.domain.text import clean_text


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  plain  ", "plain"),
        ("one\r\ntwo\tthree", "one two three"),
        ("line\u2028and\u2029paragraph", "line and paragraph"),
        ("bell\x07 and null\x00", "bell and null"),
        ("\u202eright to left\u202c", "right to left"),
        ("soft\u00adhyphen\u200band zero width", "softhyphenand zero width"),
        ("private\ue000 unassigned\U000e0fff", "private unassigned"),
        ("surrogate\ud800", "surrogate"),
        ("", ""),
        ("\x00\x1b", ""),
    ],
)
def test_control_and_direction_characters_are_removed(raw: str, clean: str) -> None:
    assert clean_text(raw) == clean


@pytest.mark.parametrize(
    "text", ["宁德时代，动力电池。", "Ørsted A/S – №1", "👩\u200d🔬", "<b>x</b>", "[a](b) *c* `d`"]
)
def test_everything_printable_stays(text: str) -> None:
    assert clean_text(text) == text


def test_a_request_is_cleaned_before_it_is_used() -> None:
    request = DiscoveryRequest(company=" CATL\u202e\n", query="who\tsupplies\x00 it? ")
    assert (request.company, request.query) == ("CATL", "who supplies it?")


def test_a_request_refuses_what_is_not_text() -> None:
    with pytest.raises(ValueError, match="company"):
        DiscoveryRequest(company=5)  # type: ignore[arg-type]


def test_relevance_levels_are_ordered_high_medium_low() -> None:
    ordered = sorted(RelevanceLevel, key=lambda level: level.order, reverse=True)
    assert ordered == [RelevanceLevel.HIGH, RelevanceLevel.MEDIUM, RelevanceLevel.LOW]
    assert [level.order for level in ordered] == [3, 2, 1]


def test_fusion_starts_with_equal_halves() -> None:
    fusion = FusionSettings()
    assert (fusion.mode, fusion.graph_weight, fusion.vector_weight) == (FusionMode.WEIGHTED, 0.5, 0.5)


@pytest.mark.parametrize("share", [float("nan"), float("inf"), -0.1])
def test_fusion_refuses_a_share_that_is_no_share(share: float) -> None:
    with pytest.raises(ValueError, match="text_share"):
        FusionSettings(text_share=share)
