"""Learning adaptive fusion: which arm weights, given a question's features, put what is relevant first.

Multinomial logistic (softmax) arm weights, fitted to the listwise cross-entropy of ListNet's top-one probabilities
(Cao et al. 2007, section 4) with an L2 penalty, by L-BFGS. Every task counts by the fourth root of its size, so that a
large task does not drown a small one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from core.retrieval.adaptive import ArmWeights
from core.retrieval.fusion import Matrix

FOLDS = 5
PENALTY = 1e-3
_SHARPNESS = 12.0
_KEPT_PER_ARM = 60
_ITERATIONS = 300
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Example:
    """One labelled question: ``scores``, shape (candidates, arms), in [0, 1]; ``relevant``, shape (candidates,);
    ``features``, shape (features,). ``group`` keeps questions about one company in one fold."""

    task: str
    group: str
    scores: Matrix
    relevant: Flags
    features: Matrix

    @property
    def fold(self) -> int:
        """The fold of its group: the same in every run."""
        return crc32(self.group.encode()) % FOLDS

    def shortened(self) -> Example:
        """Only what matters for learning: everything relevant, and the best of each arm and of their mean."""
        columns = [*self.scores.T, self.scores.mean(axis=1)]
        best = [np.argsort(-column, kind="stable")[:_KEPT_PER_ARM] for column in columns]
        kept = np.unique(np.concatenate([np.flatnonzero(self.relevant), *best]))
        return Example(self.task, self.group, self.scores[kept], self.relevant[kept], self.features)


def learn(examples: Sequence[Example], arms: Sequence[str], features: Sequence[str]) -> ArmWeights:
    """The arm weights that fit ``examples`` best; questions without any relevant candidate teach nothing."""
    useful = [example.shortened() for example in examples if example.relevant.any()]
    fitted = _fitted(useful, len(arms)) if useful else np.zeros((len(arms), len(features)))
    rows = {
        arm: {name: round(float(value), 3) for name, value in zip(features, row, strict=True)}
        for arm, row in zip(arms, fitted, strict=True)
    }
    return ArmWeights(weights=rows)


def _fitted(examples: Sequence[Example], arms: int) -> Matrix:
    features = len(examples[0].features)
    longest = max(len(example.relevant) for example in examples)
    scores = np.zeros((len(examples), longest, arms))
    wanted = np.zeros((len(examples), longest))
    present = np.zeros((len(examples), longest), dtype=bool)
    for row, example in enumerate(examples):
        count = len(example.relevant)
        scores[row, :count] = example.scores
        wanted[row, :count] = example.relevant / example.relevant.sum()
        present[row, :count] = True
    speaking = np.asarray(scores.any(axis=1), dtype=bool)  # an arm that says nothing gets no weight, and learns nothing
    looked_at = np.array([example.features for example in examples])
    sizes = Counter(example.task for example in examples)
    counted = np.array([sizes[example.task] ** -0.75 for example in examples])
    counted /= counted.sum()

    def loss(flat: Matrix) -> tuple[float, Matrix]:
        table, sharpness = flat[:-1].reshape(arms, features), np.exp(flat[-1])
        logits = looked_at @ table.T
        weights = np.where(speaking, np.exp(logits - logits.max(axis=1, keepdims=True)), 0.0)
        weights /= weights.sum(axis=1, keepdims=True)
        fused = np.einsum("qca,qa->qc", scores, weights)
        powers = np.where(present, np.exp(sharpness * (fused - fused.max(axis=1, keepdims=True))), 0.0)
        chances = powers / powers.sum(axis=1, keepdims=True)
        surprise = -np.log(np.maximum(chances, 1e-300))
        cost = (counted[:, None] * wanted * surprise).sum() + PENALTY * (table**2).sum()
        by_fused = counted[:, None] * sharpness * (chances - wanted)
        by_weights = np.einsum("qc,qca->qa", by_fused, scores)
        by_logits = weights * (by_weights - (weights * by_weights).sum(axis=1, keepdims=True))
        by_table = by_logits.T @ looked_at + 2.0 * PENALTY * table
        return float(cost), np.concatenate([by_table.ravel(), [(by_fused * fused).sum()]])

    start = np.append(np.zeros(arms * features), np.log(_SHARPNESS))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _ITERATIONS})
    return np.asarray(found.x[:-1].reshape(arms, features))
