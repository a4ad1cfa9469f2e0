"""Weights, shares and the walk as the controls stand, and the links that hold them."""

from __future__ import annotations

import re

import pytest
import streamlit as st
from hypothesis import given, strategies
from hypothesis.extra.numpy import arrays

from app.state import tuning_state, view_state
from app.state.sliders import chosen_fusion, chosen_influence, chosen_settings
from app.state.tuning_state import take_over_influence
from app.state.view_parameters import (
    WEIGHTS,
    defaults_of,
    on_sliders,
    share_key,
)
from core.defaults import default_fusion
from core.domain.arms import ARMS, GRAPH_ARMS, VECTOR_ARMS
from core.domain.relation_influence import FamilyInfluence, RelationInfluence
from core.domain.requests import BY_QUESTION, FusionMode
from core.retrieval.fusion import arm_weights, taken_over
from core.settings import Settings
from core.tuning.quality import on_the_curve
from core.workspace.tuned_settings import TunedSettings

pytestmark = pytest.mark.usefixtures("session")


positive = arrays(float, len(ARMS), elements=strategies.floats(0.01, 1.0)).map(lambda weights: weights / weights.sum())


def test_the_defaults_are_those_of_the_settings() -> None:
    assert chosen_fusion(Settings()) == default_fusion(Settings())
    assert chosen_influence() is None


@given(positive, strategies.sampled_from(WEIGHTS), strategies.integers(0, 100))
def test_taking_over_keeps_all_that_was_chosen_but_the_moved_weight(weights: arrays, moved: str, to: int) -> None:
    tuning_state.reset_tuning()
    chosen = dict(zip(ARMS, weights.tolist(), strict=True))
    tuning_state.show_adaptive_weights(chosen)
    assert chosen_fusion(Settings()) == default_fusion(Settings())  # shown, but not yet in force
    exact = taken_over(chosen)
    assert arm_weights(exact) == pytest.approx(weights, rel=1e-12)
    fusion = exact.model_copy(update={name: round(value, 6) for name, value in exact if isinstance(value, float)})
    assert arm_weights(fusion) == pytest.approx(weights, abs=4e-6)  # both roundings at their worst
    st.session_state[moved] = to / 100
    tuning_state.take_over()
    field = {"wg": "graph_weight", "wv": "vector_weight"}.get(moved, f"{moved}_share")
    assert chosen_fusion(Settings()) == fusion.model_copy(update={field: to / 100})


@given(positive)
def test_a_link_to_weights_taken_over_opens_the_same_fusion(weights: arrays) -> None:
    tuning_state.reset_tuning()
    tuning_state.show_adaptive_weights(dict(zip(ARMS, weights.tolist(), strict=True)))
    tuning_state.take_over()
    before, link = chosen_fusion(Settings()), view_state.current_query()
    tuning_state.reset_tuning()
    view_state.open_address(link)
    assert chosen_fusion(Settings()) == before


@given(positive, strategies.sampled_from(WEIGHTS), strategies.integers(0, 100))
def test_a_link_to_weights_taken_over_is_short(weights: arrays, moved: str, to: int) -> None:
    tuning_state.reset_tuning()
    tuning_state.show_adaptive_weights(dict(zip(ARMS, weights.tolist(), strict=True)))
    st.session_state[moved] = to / 100
    tuning_state.take_over()
    link = view_state.current_query()
    assert len(link) <= 140
    assert all(len(digits) <= 6 for digits in re.findall(r"[.](\d+)", link))


any_share = strategies.floats(0.0, 2.0)


@given(
    strategies.lists(any_share, min_size=len(ARMS), max_size=len(ARMS)), strategies.sampled_from(["weighted", "rrf"])
)
def test_a_link_holds_any_shares_without_loss(shares: list[float], mode: str) -> None:
    tuning_state.reset_tuning()
    st.session_state.update({"mode": mode, **dict(zip(map(share_key, ARMS), shares, strict=True))})
    before, link = chosen_fusion(Settings()), view_state.current_query()
    tuning_state.reset_tuning()
    view_state.open_address(link)
    assert chosen_fusion(Settings()) == before
    assert view_state.current_query() == link


def test_a_link_of_the_longer_form_still_opens() -> None:
    link = "wg=0.3&wv=0.7128150990969698&mode=weighted&scale=adaptive&walk=0.7648529342800932&peers=0.25&named=0.0"
    view_state.open_address(link)
    fusion = chosen_fusion(Settings())
    assert (fusion.vector_weight, fusion.walk_share, fusion.peers_share) == (
        0.7128150990969698,
        0.7648529342800932,
        0.25,
    )
    view_state.open_address(view_state.current_query())
    assert chosen_fusion(Settings()) == fusion


@pytest.mark.parametrize(
    "shares",
    [
        "",
        "1",
        "1_.5",
        "2" + "_.5" * len(ARMS),
        "1" + "_.5" * (len(ARMS) + 1),
        "1" + "_nan" * len(ARMS),
        "1_-1" + "_0" * (len(ARMS) - 1),
        "1_9" + "_0" * (len(ARMS) - 1),
        "1_x" + "_0" * (len(ARMS) - 1),
        "1" + "_" * len(ARMS),
    ],
)
def test_shares_of_another_form_are_left_out(shares: str) -> None:
    view_state.open_address(f"mode=weighted&shares={shares}")
    assert chosen_fusion(Settings()) == default_fusion(Settings()).model_copy(update={"mode": FusionMode.WEIGHTED})


def test_a_share_by_its_own_name_counts_before_all_of_them() -> None:
    view_state.open_address("shares=1" + "_.5" * len(ARMS) + "&words=0.25")
    assert st.session_state["mode"] == FusionMode.WEIGHTED
    assert (st.session_state["words"], st.session_state["walk"]) == (0.25, 0.5)


def test_a_link_without_a_scale_means_min_max() -> None:
    for link in ("mode=weighted&wg=0.3", "wg=0.3&peers=0.75", "mode=weighted&scale=magic"):
        view_state.open_address(link)
        assert (st.session_state["mode"], st.session_state["scale"]) == ("weighted", "min_max")


@pytest.mark.parametrize("silent", [GRAPH_ARMS, VECTOR_ARMS])
def test_a_silent_side_is_shown_as_zero(silent: tuple[str, ...]) -> None:
    speaking = [arm for arm in ARMS if arm not in silent]
    tuning_state.show_adaptive_weights({arm: 1 / len(speaking) if arm in speaking else 0.0 for arm in ARMS})
    assert all(st.session_state[share_key(arm)] == 0.0 for arm in silent)
    assert {st.session_state["wg"], st.session_state["wv"]} == {0.0, 1.0}


def test_a_weight_moved_in_another_mode_leaves_the_mode() -> None:
    st.session_state["mode"] = FusionMode.RRF.value
    tuning_state.take_over()
    assert chosen_fusion(Settings()).mode is FusionMode.RRF


def test_a_weight_that_moves_where_no_mode_is_left_counts() -> None:
    del st.session_state["mode"]
    tuning_state.take_over()
    assert st.session_state["mode"] == FusionMode.WEIGHTED


def test_half_and_half_means_the_default_shares() -> None:
    tuning_state.show_adaptive_weights(dict.fromkeys(ARMS, 0.125))
    tuning_state.take_over()
    tuning_state.weigh_equally()
    halves = {"mode": FusionMode.WEIGHTED, "graph_weight": 0.5, "vector_weight": 0.5}
    assert chosen_fusion(Settings()) == default_fusion(Settings()).model_copy(update=halves)


def test_a_point_of_the_curve_is_taken_with_its_scale_and_shares() -> None:
    tuning_state.show_adaptive_weights(dict.fromkeys(ARMS, 0.125))  # as a question on Discover leaves them
    point = on_the_curve(default_fusion(Settings()), 0.3)
    tuning_state.weigh_by_hand(point)
    assert chosen_fusion(Settings()) == point


def test_weighed_relations_are_normalised_by_group() -> None:
    st.session_state.update(aware=True, causality=2.0, primary=0.0)
    assert chosen_influence() == BY_QUESTION
    take_over_influence()
    influence = chosen_influence()
    assert isinstance(influence, RelationInfluence)
    assert influence.families.causality == pytest.approx(2 / 6)
    assert influence.roles.model_dump() == pytest.approx({"primary": 0.0, "secondary": 0.5, "peripheral": 0.5})


def test_a_control_at_its_default_follows_the_settings() -> None:
    other = TunedSettings(mode=FusionMode.RRF, rrf_k=9, damping=0.5).over(Settings())
    assert tuning_state.is_untuned()
    assert defaults_of(other)["k"] == 9
    assert defaults_of(other)["mode"] == FusionMode.RRF
    assert defaults_of(other)["damping"] == 0.5


def test_loading_settings_puts_every_control_there() -> None:
    families = FamilyInfluence(causality=2.0, attribution=1.0)
    tuned = TunedSettings(
        mode=FusionMode.WEIGHTED,
        graph_weight=0.3,
        vector_weight=0.7,
        text_share=0.25,
        max_hops=3,
        influence=RelationInfluence(families=families),
    )
    tuning_state.tune(tuned)
    assert not tuning_state.is_untuned()
    loaded = chosen_settings(Settings())
    assert loaded.fusion == tuned.fusion
    assert isinstance(loaded.influence, RelationInfluence)
    assert loaded.influence.families.model_dump() == pytest.approx(families.model_dump())
    tuning_state.reset_tuning()
    assert chosen_settings(Settings()) == TunedSettings.of(Settings())


def test_relation_weights_stand_on_sliders_in_hundredths_of_the_largest() -> None:
    families = FamilyInfluence(hierarchical=1.5, temporal=0.5, spatial=0.5, causality=0.5, attribution=0.5)
    shown = on_sliders(RelationInfluence(families=families))
    assert (shown["hierarchical"], shown["temporal"]) == (1.0, 0.33)
