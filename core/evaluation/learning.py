"""Learning adaptive fusion: which arm weights, given a question's features, put what is relevant first.

Multinomial logistic (softmax) arm weights, fitted to the listwise cross-entropy of ListNet's top-one probabilities
(Cao et al. 2007, section 4) with an L2 penalty, by L-BFGS. Every task counts the same, however many questions it has.
How sharply the loss tells first from second may differ between questions (it is learnt too, and not kept): a hard kind
of question would otherwise pull the weights towards whatever spreads scores most evenly.
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
SHARPNESS_PENALTY = 0.1
"""Both chosen by cross-validation on the public tasks. Without the second, a hard kind of question is given up."""
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
    problem = _Problem.of(examples)
    features = problem.features.shape[1]
    start = np.zeros(arms * features + 1 + features)
    start[arms * features] = np.log(_SHARPNESS)
    found = minimize(problem.loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _ITERATIONS})
    return np.asarray(found.x[: arms * features].reshape(arms, features))


@dataclass(frozen=True, eq=False)
class _Problem:
    """All examples as one block: ``scores`` (questions, candidates, arms), ``wanted`` and ``present`` (questions,
    candidates), ``features`` (questions, features), ``counted`` (questions,), summing to 1."""

    scores: Matrix
    wanted: Matrix
    present: Flags
    features: Matrix
    counted: Matrix

    @classmethod
    def of(cls, examples: Sequence[Example]) -> _Problem:
        longest = max(len(example.relevant) for example in examples)
        scores = np.zeros((len(examples), longest, examples[0].scores.shape[1]))
        wanted = np.zeros((len(examples), longest))
        present = np.zeros((len(examples), longest), dtype=bool)
        for row, example in enumerate(examples):
            count = len(example.relevant)
            scores[row, :count] = example.scores
            wanted[row, :count] = example.relevant / example.relevant.sum()
            present[row, :count] = True
        sizes = Counter(example.task for example in examples)
        counted = np.array([1.0 / (len(sizes) * sizes[example.task]) for example in examples])
        return cls(scores, wanted, present, np.array([example.features for example in examples]), counted)

    def loss(self, flat: Matrix) -> tuple[float, Matrix]:
        """Cost and its gradient at ``flat``: the table of arms × features, then the sharpness and how it varies."""
        arms, features = self.scores.shape[2], self.features.shape[1]
        table, sharpening = flat[: arms * features].reshape(arms, features), flat[arms * features :]
        sharpness = np.exp(sharpening[0] + self.features @ sharpening[1:])[:, None]
        weights = self._weights(table)
        fused = np.einsum("qca,qa->qc", self.scores, weights)
        powers = np.where(self.present, np.exp(sharpness * (fused - fused.max(axis=1, keepdims=True))), 0.0)
        chances = powers / powers.sum(axis=1, keepdims=True)
        surprise = -np.log(np.maximum(chances, 1e-300))
        cost = (self.counted[:, None] * self.wanted * surprise).sum()
        cost += PENALTY * (table**2).sum() + SHARPNESS_PENALTY * (sharpening[1:] ** 2).sum()
        missed = self.counted[:, None] * sharpness * (chances - self.wanted)
        by_weights = np.einsum("qc,qca->qa", missed, self.scores)
        by_logits = weights * (by_weights - (weights * by_weights).sum(axis=1, keepdims=True))
        by_table = by_logits.T @ self.features + 2.0 * PENALTY * table
        by_sharpness = (missed * fused).sum(axis=1)
        by_sharpening = by_sharpness @ self.features + 2.0 * SHARPNESS_PENALTY * sharpening[1:]
        return float(cost), np.concatenate([by_table.ravel(), [by_sharpness.sum()], by_sharpening])

    def _weights(self, table: Matrix) -> Matrix:
        """Of each question's arms, shape (questions, arms): an arm that says nothing gets none, and learns nothing."""
        speaking = np.asarray(self.scores.any(axis=1), dtype=bool)
        logits = self.features @ table.T
        powers = np.where(speaking, np.exp(logits - logits.max(axis=1, keepdims=True)), 0.0)
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))
