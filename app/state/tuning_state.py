"""The controls of fusion and walk as a session has them: reset, taken over by hand, or put where something says."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from app.state.view_parameters import BETA_BY_HAND, TUNED, TUNING, WEIGHTS, on_sliders, tuning_values, weight_values
from app.state.view_state import differing_now, move, put, reset, settle
from core.domain.arms import Arm
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import FusionMode, FusionSettings, ScoreScale
from core.retrieval.fusion import taken_over
from core.workspace.tuned_settings import TunedSettings

_DECIMALS = 6
"""Of a weight that adaptive fusion chose. Scores are listed with 2."""

LEANS: Mapping[str, float | None] = {"recorded": 0.85, "balanced": None, "similar": 0.15}
"""Rankings in words, by the weight of the graph; None: as adaptive fusion chooses for each question."""


def is_untuned() -> bool:
    """Whether every control of fusion and walk that counts stands at its default."""
    return not differing_now() & set(TUNED)


def tune(tuned: TunedSettings) -> None:
    """Put the controls of fusion and walk where ``tuned`` says."""
    move(tuning_values(tuned))


def reset_tuning() -> None:
    """Put every tuning control back to its default."""
    reset(TUNING)


def take_over() -> None:
    """A weight was moved by hand: where adaptive fusion chose them, the others and their scale stay as they stand.

    Runs that were cut short by further moves may have left no mode behind.
    """
    settle()
    if st.session_state.get("mode") in (None, FusionMode.ADAPTIVE):
        move({"mode": FusionMode.WEIGHTED.value})


def take_over_influence() -> None:
    """A β was moved by hand: all of them stay as they stand from now on."""
    move({"beta": BETA_BY_HAND})


def show_influence(influence: RelationInfluence) -> None:
    """Put the β that were chosen for the question on the sliders, the largest of each group at 1; call before they
    are drawn."""
    put(on_sliders(influence))


def weigh_by_hand(fusion: FusionSettings) -> None:
    """Put mode, scale, weights and shares where ``fusion`` says."""
    move({"mode": fusion.mode.value, **weight_values(fusion)})


def lean() -> str | None:
    """The ranking in words that mode and weights are set to; None if they are set to another."""
    if st.session_state["mode"] == FusionMode.ADAPTIVE:
        return "balanced"
    if st.session_state["mode"] != FusionMode.WEIGHTED:
        return None
    weights = (st.session_state["wg"], st.session_state["wv"])
    return next((name for name, graph in LEANS.items() if graph and weights == (graph, round(1 - graph, 2))), None)


def lean_to(name: str | None) -> None:
    """Set mode and weights to a ranking in words; ``None`` changes nothing."""
    if name is None:
        return
    graph = LEANS[name]
    reset(WEIGHTS)
    if graph is None:
        move({"mode": FusionMode.ADAPTIVE.value})
        return
    weights = {"wg": graph, "wv": round(1 - graph, 2)}
    move({"mode": FusionMode.WEIGHTED.value, "scale": ScoreScale.MIN_MAX.value, **weights})


def weigh_equally() -> None:
    """Graph and vector half and half on min-max scores, with the default shares inside."""
    reset(WEIGHTS)
    move({"mode": FusionMode.WEIGHTED.value, "scale": ScoreScale.MIN_MAX.value, "wg": 0.5, "wv": 0.5})


def show_adaptive_weights(weights: Mapping[Arm, float]) -> None:
    """Put what adaptive fusion chose for the question on the sliders; call before they are drawn.

    ``weights`` sum to 1. Each side's slider stands at its part of that, each share at its part of its side, with
    enough decimals to keep the list for whoever takes over by moving one, and no more: an address holds them.
    """
    values = weight_values(taken_over(weights))
    put({name: round(value, _DECIMALS) if name in WEIGHTS else value for name, value in values.items()})
