"""Fusion of the arms' scores: weighted sums or reciprocal rank fusion. Pure arithmetic on kept numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.domain.arms import ARMS, GRAPH_ARMS, VECTOR_ARMS, Arm, arm_entry
from core.domain.requests import FusionMode, FusionSettings, ScoreScale

Matrix = NDArray[np.float64]
WALKS = [column for column, arm in enumerate(ARMS) if arm_entry(arm).scaling == "walk"]
_ROOTS = [column for column, arm in enumerate(ARMS) if arm_entry(arm).scaling == "root"]
_WALK_RANGE = 1000.0
_DECIMALS = 12


@dataclass(frozen=True, eq=False)
class CandidateScores:
    """Raw scores of all candidates: ``raw`` has shape (candidates, arms), columns as in ARMS, NaN where an arm
    did not return the candidate. ``adaptive_weights``, shape (arms,): what adaptive fusion chose for the question,
    for its ``features``."""

    company_ids: tuple[str, ...]
    raw: Matrix
    adaptive_weights: Matrix = field(default_factory=lambda: np.full(len(ARMS), 1.0 / len(ARMS)))
    features: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class FusedScores:
    """Every candidate's final score in [0, 1] and how it came about; ``order`` lists rows best first.

    ``normalised`` and ``ranks`` have shape (candidates, arms); rank 0 means the arm did not return the candidate.
    ``weights``, shape (arms,), are the effective weights: final = Σ weight · normalised in every mode.
    """

    company_ids: tuple[str, ...]
    final: Matrix
    normalised: Matrix
    ranks: NDArray[np.int64]
    weights: Matrix
    order: NDArray[np.int64]


def min_max(raw: Matrix) -> Matrix:
    """Scale each column to [0, 1] by (x − min)/(max − min); missing → 0; all equal → 1 where positive, else 0."""
    present = np.isfinite(raw)
    low = np.min(np.where(present, raw, np.inf), axis=0, initial=np.inf)
    high = np.max(np.where(present, raw, -np.inf), axis=0, initial=-np.inf)
    scaled = np.divide(raw - low, high - low, out=(raw > 0).astype(float), where=high > low)
    return np.where(present, scaled, 0.0)


def walk_scaled(normalised: Matrix, walks: Sequence[int]) -> Matrix:
    """Columns ``walks`` on a logarithmic scale, still in [0, 1]: probabilities of a walk fall off like a power."""
    scaled = normalised.copy()
    scaled[:, walks] = np.log1p(_WALK_RANGE * scaled[:, walks]) / np.log1p(_WALK_RANGE)
    return scaled


def adaptively_scaled(raw: Matrix) -> Matrix:
    """Scores of companies, shape (candidates, arms), on the adaptive scale, in [0, 1].

    Min-max; then as the table of the arms says: walks on a logarithmic scale; of words the square root, because few
    share the rarest ones.
    """
    scaled = walk_scaled(min_max(raw), WALKS)
    scaled[:, _ROOTS] = np.sqrt(scaled[:, _ROOTS])
    return scaled


def competition_ranks(raw: Matrix) -> NDArray[np.int64]:
    """Rank of each row in each column, 1 for the highest; equal scores share the best rank; missing → 0."""
    ranks = np.zeros(raw.shape, dtype=np.int64)
    for column in range(raw.shape[1]):
        present = np.flatnonzero(np.isfinite(raw[:, column]))
        values = raw[present, column]
        ranks[present, column] = 1 + np.searchsorted(np.sort(-values), -values, side="left")
    return ranks


def reciprocal_rank_fusion(ranks: NDArray[np.int64], k: int) -> Matrix:
    """1/(k + rank), divided by that of rank 1; rank 0, which is none, scores 0."""
    return np.where(ranks > 0, (k + 1) / (k + np.maximum(ranks, 1)), 0.0)


def arm_weights(settings: FusionSettings) -> Matrix:
    """Effective weight per arm, shape (arms,), summing to 1: W_g spread over the graph parts, W_v over the others.

    All-zero weights count as equal ones, so that an answer exists at every slider position.
    """
    outer = _proportions([settings.graph_weight, settings.vector_weight])
    graph = _proportions([settings.share(arm) for arm in GRAPH_ARMS])
    vector = _proportions([settings.share(arm) for arm in VECTOR_ARMS])
    return np.concatenate([outer[0] * graph, outer[1] * vector])


def _proportions(weights: Sequence[float]) -> Matrix:
    given = np.array(weights)
    return given / given.sum() if given.sum() > 0 else np.full(len(given), 1 / len(given))


def taken_over(weights: Mapping[Arm, float]) -> FusionSettings:
    """Weighted fusion that scores as adaptive fusion does with these ``weights``, which sum to 1.

    Each side has its part of the whole, each arm its part of its side; a side without weight has shares of 0.
    """
    settings: dict[str, float] = {}
    for side, arms in (("graph_weight", GRAPH_ARMS), ("vector_weight", VECTOR_ARMS)):
        total = sum(weights[arm] for arm in arms)
        settings[side] = min(1.0, total)  # a sum of rounded numbers may exceed it
        settings |= {FusionSettings.share_name(arm): weights[arm] / total if total > 0 else 0.0 for arm in arms}
    return FusionSettings(mode=FusionMode.WEIGHTED, scale=ScoreScale.ADAPTIVE, **settings)


def in_force(candidates: CandidateScores, settings: FusionSettings) -> FusionSettings:
    """What ``fuse`` goes by: of adaptive fusion, the weighted fusion that ranks as it does for this question."""
    if settings.mode is not FusionMode.ADAPTIVE:
        return settings
    chosen = taken_over(dict(zip(ARMS, candidates.adaptive_weights.tolist(), strict=True)))
    unchanged = settings.model_dump(include={"rrf_k", "max_results", "min_relevance"})
    return chosen.model_copy(update=unchanged)


def fuse(candidates: CandidateScores, settings: FusionSettings) -> FusedScores:
    """Final score per candidate in [0, 1], best first (ties: by company id).

    Weighted: Final = W_g·Graph + W_v·Vector, on min-max or on ``adaptively_scaled`` scores. RRF (Cormack et al. 2009):
    Σ w/(k + rank), divided by the best attainable (rank 1 in every arm). Adaptive: weights chosen for the question,
    on ``adaptively_scaled`` scores. Final scores that differ by less than rounding does are equal, whichever settings
    the same weights come from.
    """
    ranks = competition_ranks(candidates.raw)
    weights = candidates.adaptive_weights if settings.mode is FusionMode.ADAPTIVE else arm_weights(settings)
    if settings.mode is FusionMode.RRF:
        normalised = reciprocal_rank_fusion(ranks, settings.rrf_k)
    elif settings.mode is FusionMode.ADAPTIVE or settings.scale is ScoreScale.ADAPTIVE:
        normalised = adaptively_scaled(candidates.raw)
    else:
        normalised = min_max(candidates.raw)
    summed = (normalised * weights).sum(axis=1)  # row by row: a matrix product adds up equal rows in unequal ways
    final = np.clip(np.round(summed, _DECIMALS), 0.0, 1.0)
    order = np.argsort(-final, kind="stable")
    return FusedScores(candidates.company_ids, final, normalised, ranks, weights, order)
