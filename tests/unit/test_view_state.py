from __future__ import annotations

from collections.abc import Iterator

import pytest
import streamlit as st
from hypothesis import given, strategies
from hypothesis.extra.numpy import arrays

from app import view_state
from app.tuning import chosen_fusion, chosen_influence
from app.view_state import take_over_influence
from core.domain.arms import ARMS, GRAPH_ARMS, VECTOR_ARMS
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import BY_QUESTION, FusionMode
from core.requesting import default_fusion
from core.retrieval.fusion import arm_weights
from core.settings import Settings

positive = arrays(float, len(ARMS), elements=strategies.floats(0.01, 1.0)).map(lambda weights: weights / weights.sum())


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    st.session_state.clear()
    view_state.reset_tuning()
    yield
    st.session_state.clear()


def test_the_defaults_are_those_of_the_settings() -> None:
    assert chosen_fusion(Settings()) == default_fusion(Settings())
    assert chosen_influence() is None


@given(positive)
def test_taking_over_keeps_what_was_chosen_up_to_rounding(weights: arrays) -> None:
    view_state.reset_tuning()
    view_state.show_adaptive_weights(dict(zip(ARMS, weights.tolist(), strict=True)))
    assert chosen_fusion(Settings()) == default_fusion(Settings())  # shown, but not yet in force
    view_state.take_over()
    fusion = chosen_fusion(Settings())
    assert fusion.mode is FusionMode.WEIGHTED
    assert arm_weights(fusion) == pytest.approx(weights, abs=0.02)


@pytest.mark.parametrize("silent", [GRAPH_ARMS, VECTOR_ARMS])
def test_a_silent_side_is_shown_as_zero(silent: tuple[str, ...]) -> None:
    speaking = [arm for arm in ARMS if arm not in silent]
    view_state.show_adaptive_weights({arm: 1 / len(speaking) if arm in speaking else 0.0 for arm in ARMS})
    assert all(st.session_state[view_state.share_key(arm)] == 0.0 for arm in silent)
    assert {st.session_state["wg"], st.session_state["wv"]} == {0.0, 1.0}


def test_a_weight_moved_in_another_mode_leaves_the_mode() -> None:
    st.session_state["mode"] = FusionMode.RRF.value
    view_state.take_over()
    assert chosen_fusion(Settings()).mode is FusionMode.RRF


def test_half_and_half_means_the_default_shares() -> None:
    view_state.show_adaptive_weights(dict.fromkeys(ARMS, 0.125))
    view_state.weigh_equally()
    halves = {"mode": FusionMode.WEIGHTED, "graph_weight": 0.5, "vector_weight": 0.5}
    assert chosen_fusion(Settings()) == default_fusion(Settings()).model_copy(update=halves)


def test_weighed_relations_are_normalised_by_group() -> None:
    st.session_state.update(aware=True, causality=2.0, primary=0.0)
    assert chosen_influence() == BY_QUESTION
    take_over_influence()
    influence = chosen_influence()
    assert isinstance(influence, RelationInfluence)
    assert influence.families.causality == pytest.approx(2 / 6)
    assert influence.roles.model_dump() == pytest.approx({"primary": 0.0, "secondary": 0.5, "peripheral": 0.5})


def test_the_address_of_an_entity_holds_nothing_but_it() -> None:
    put_defaults(company="byd", n=5, sel="tesla")
    assert view_state.company_address("catl") == {"id": "catl", "lang": "zh"}


def test_asking_about_an_entity_keeps_the_controls_and_not_the_question() -> None:
    put_defaults(company="byd", q="rivals?", n=5, sel="tesla", open=("tesla",), id="catl")
    assert view_state.shared_address("catl") == {"company": "catl", "n": "5", "lang": "zh"}


def put_defaults(**values: object) -> None:
    defaults = {name: parameter.default for name, parameter in view_state.PARAMETERS.items()}
    st.session_state.update({**defaults, "lang": "zh", **values})
