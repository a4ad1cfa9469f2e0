"""Scores of a few companies as the arms would give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.domain.arms import ARMS, GRAPH_ARMS, Arm
from core.domain.requests import FusionSettings
from core.retrieval.fusion import CandidateScores


def candidates_of(
    found: Mapping[Arm, Mapping[str, float]], adaptive_weights: Sequence[float] | None = None
) -> CandidateScores:
    """The candidates that any arm found, NaN where one did not; adaptive weights all equal unless given."""
    companies = tuple(sorted({company for scores in found.values() for company in scores}))
    raw = np.full((len(companies), len(ARMS)), np.nan)
    for arm, scores in found.items():
        for company, score in scores.items():
            raw[companies.index(company), ARMS.index(arm)] = score
    if adaptive_weights is None:
        return CandidateScores(companies, raw)
    return CandidateScores(companies, raw, np.array(adaptive_weights, dtype=np.float64))


def only(arm: Arm) -> FusionSettings:
    """All weight on one arm."""
    side = float(arm in GRAPH_ARMS)
    shares = {FusionSettings.share_name(other): float(other == arm) for other in ARMS}
    return FusionSettings(graph_weight=side, vector_weight=1.0 - side, **shares)  # type: ignore[arg-type]


def one_hot(arm: Arm) -> list[float]:
    """Adaptive weights with everything on one arm."""
    return [float(other == arm) for other in ARMS]
