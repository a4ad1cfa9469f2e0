from __future__ import annotations

import math

import pytest
from pydantic import BaseModel

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


BOUNDS: tuple[tuple[type[BaseModel], str, float, float], ...] = (
    (FusionSettings, "graph_weight", 0.0, 1.0),
    (FusionSettings, "vector_weight", 0.0, 1.0),
    (FusionSettings, "rrf_k", 1, 1_000_000),
    (FusionSettings, "max_results", 1, 100),
    (DiscoveryRequest, "damping", 0.0, math.nextafter(1.0, 0.0)),
    (DiscoveryRequest, "max_hops", 1, 6),
)


@pytest.mark.parametrize(("model", "field", "least", "most"), BOUNDS)
def test_numbers_of_a_request_are_taken_up_to_their_bounds(
    model: type[BaseModel], field: str, least: float, most: float
) -> None:
    for value in (least, most):
        assert getattr(model.model_validate({field: value}), field) == value
    step = 1 if isinstance(least, int) else 1e-9
    beyond = [least - step] if most == 1_000_000 else [least - step, most + step]
    for value in [*beyond, math.nan]:
        with pytest.raises(ValueError, match=field):
            model.model_validate({field: value})


def test_a_request_that_says_nothing_is_the_documented_one() -> None:
    request = DiscoveryRequest()
    assert (request.damping, request.max_hops, request.both_languages) == (0.85, 2, False)
    assert (request.fusion.rrf_k, request.fusion.max_results) == (60, 10)


@pytest.mark.parametrize("share", [float("nan"), float("inf"), -0.1])
def test_fusion_refuses_a_share_that_is_no_share(share: float) -> None:
    with pytest.raises(ValueError, match="text_share"):
        FusionSettings(text_share=share)
