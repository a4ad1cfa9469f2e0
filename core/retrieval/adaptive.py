"""Adaptive fusion: weights of the arms chosen for each question by a small model, kept as readable numbers.

Weights = softmax(W · features), one row of W for each arm; adaptive_weights.json says on what and by which command W
was learnt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from core.domain.arms import ARMS
from core.retrieval.fusion import Matrix

FILE_NAME = "adaptive_weights.json"
_UNKNOWN_NAME: Mapping[str, float] = {"keyword": 0.5, "words": 0.5}
_SHARED_INDUSTRY = 0.2
_TOPIC: Mapping[str, float] = {"keyword": 0.3, "words": 0.3, "text": 0.2, "graph": 0.2}


class ArmWeights(BaseModel):
    """``weights[arm][feature]``; a feature that is not listed counts 0."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    weights: dict[str, dict[str, float]]

    def choose(
        self,
        features: Mapping[str, float],
        speaking: NDArray[np.bool_] | None = None,
        arms: Sequence[str] | None = None,
    ) -> Matrix:
        """Weights for one question, shape (arms,), non-negative, summing to 1. ``arms``: of which, in which order; None
        for those that were learnt.

        An arm that says nothing (``speaking``, shape (arms,)) or was not learnt gets none; where no other speaks, all
        that were learnt count.
        """
        rows = [self.weights.get(arm) for arm in (self.weights if arms is None else arms)]
        logits = np.array([sum((row or {}).get(name, 0.0) * value for name, value in features.items()) for row in rows])
        learnt = np.array([row is not None for row in rows])
        spoken = learnt if speaking is None else learnt & speaking
        heard = spoken if spoken.any() else learnt
        powers = np.where(heard, np.exp(logits - logits.max()), 0.0)
        return np.asarray(powers / powers.sum())


class AdaptiveFusion(BaseModel):
    """The learnt model for companies and for passages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str
    learnt_from: str
    companies: ArmWeights
    passages: ArmWeights


def unknown_name_weights(speaking: NDArray[np.bool_]) -> Matrix:
    """Weights, shape (arms,), where the question is the name of a company that is not here: texts that hold it are all
    there is to find. Set by hand; ``speaking`` as in ``ArmWeights.choose``."""
    return _designed(_UNKNOWN_NAME, speaking)


def topic_weights(speaking: NDArray[np.bool_]) -> Matrix:
    """Weights, shape (arms,), where an English question is about a topic alone (``is_topic_alone``): texts in its words
    or of its meaning, and what surrounds them in the graph. No question that the model learnt from is such a one. Set
    by hand; ``speaking`` as in ``ArmWeights.choose``."""
    return _designed(_TOPIC, speaking)


def with_shared_industry(weights: Matrix, speaking: NDArray[np.bool_]) -> Matrix:
    """Adds a designed weight for the arm ``industry`` to the learnt ``weights``, shape (arms,), which sum to 1 again;
    where that arm is silent they stay as they are.

    The model does not learn it: its features do not tell questions for similar companies from those for competitors,
    which the arm makes worse. The weight was compared on the public parts: docs/benchmarks.md.
    """
    shared = np.array([arm == "industry" for arm in ARMS]) & speaking
    return np.asarray((weights + _SHARED_INDUSTRY * shared) / (1.0 + _SHARED_INDUSTRY * shared.any()))


def _designed(weights: Mapping[str, float], speaking: NDArray[np.bool_]) -> Matrix:
    """``weights`` of the arms that say something, summing to 1; where none of them does, all arms get the same."""
    wanted = np.array([weights.get(arm, 0.0) for arm in ARMS]) * speaking
    return np.asarray(wanted / wanted.sum() if wanted.any() else np.full(len(ARMS), 1 / len(ARMS)))


@cache
def default_adaptive_fusion() -> AdaptiveFusion:
    """The model that ships with the program."""
    return AdaptiveFusion.model_validate_json(files(__package__).joinpath(FILE_NAME).read_text(encoding="utf-8"))
