"""The controls of fusion and walk as a session has them: reset, taken over by hand, or put where something says."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from app.view_parameters import BETA_BY_HAND, TUNED, TUNING, WEIGHTS, on_sliders, share_key, tuning_values
from app.view_state import differing_now, move, put, reset, settle
from core.domain.arms import GRAPH_ARMS, VECTOR_ARMS, Arm
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import FusionMode
from core.tuning.tuned_settings import TunedSettings


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
    """A weight was moved by hand: where adaptive fusion chose them, all of them stay as they stand from now on.

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


def weigh_equally() -> None:
    """Graph and vector half and half, with the default shares inside."""
    reset(WEIGHTS)
    move({"mode": FusionMode.WEIGHTED.value, "wg": 0.5, "wv": 0.5})


def show_adaptive_weights(weights: Mapping[Arm, float]) -> None:
    """Put what adaptive fusion chose for the question on the sliders; call before they are drawn.

    ``weights`` sum to 1. Each side's slider shows its part of that, each share its part of its side.
    """
    for side, arms in (("wg", GRAPH_ARMS), ("wv", VECTOR_ARMS)):
        total = sum(weights[arm] for arm in arms)
        shares = {share_key(arm): round(weights[arm] / total, 2) if total > 0 else 0.0 for arm in arms}
        put({side: round(total, 2), **shares})
