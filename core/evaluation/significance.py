"""How far a mean over questions can be trusted, and whether two variants differ on the same questions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

Values = NDArray[np.float64]
RESAMPLES = 10_000
CONFIDENCE = 0.95
_CELLS_AT_A_TIME = 4_000_000
_ROUNDING = 1e-12


class Estimate(BaseModel):
    """A mean over questions with its 95 % confidence interval."""

    model_config = ConfigDict(frozen=True)

    mean: float
    low: float
    high: float


class Difference(Estimate):
    """A mean paired difference with its 95 % confidence interval and two-sided p-value in (0, 1]."""

    p_value: float


def estimates(values: Values, *, seed: int, resamples: int = RESAMPLES) -> list[Estimate]:
    """Mean and interval of each column of ``values``, shape (questions, columns); questions ≥ 1.

    Percentile bootstrap (Efron & Tibshirani 1993, An Introduction to the Bootstrap, §13.3): questions are drawn with
    replacement, the same draw for all columns.
    """
    low, high = _percentiles(values, seed, resamples)
    return [
        Estimate(mean=float(mean), low=float(below), high=float(above))
        for mean, below, above in zip(values.mean(axis=0), low, high, strict=True)
    ]


def differences(values: Values, others: Values, *, seed: int, resamples: int = RESAMPLES) -> list[Difference]:
    """``values`` minus ``others``, column by column; row q of both, shape (questions, columns), is one question.

    The interval is the percentile bootstrap's of the mean difference. The p-value is that of the paired randomisation
    test (Smucker, Allan & Carterette 2007): were the two equally good, each difference could as well have the other
    sign. p = (1 + random sign patterns with a mean at least as far from 0) / (1 + patterns).
    """
    apart = values - others
    low, high = _percentiles(apart, seed, resamples)
    means = apart.mean(axis=0)
    as_far = np.zeros(apart.shape[1], dtype=np.int64)
    random = np.random.default_rng(seed)
    for size in _batches(len(apart), resamples):
        signs = random.choice([-1.0, 1.0], size=(size, len(apart)))
        as_far += (np.abs(signs @ apart) / len(apart) >= np.abs(means) - _ROUNDING).sum(axis=0)
    p_values = (1 + as_far) / (1 + resamples)
    return [
        Difference(mean=float(mean), low=float(below), high=float(above), p_value=float(p_value))
        for mean, below, above, p_value in zip(means, low, high, p_values, strict=True)
    ]


def _percentiles(values: Values, seed: int, resamples: int) -> tuple[Values, Values]:
    """The ends of the interval of each column's mean."""
    questions = len(values)
    random = np.random.default_rng(seed)
    means = []
    for size in _batches(questions, resamples):
        drawn = random.integers(0, questions, size=(size, questions)) + np.arange(size)[:, None] * questions
        times = np.bincount(drawn.ravel(), minlength=size * questions).reshape(size, questions)
        means.append(times @ values / questions)
    tail = (1.0 - CONFIDENCE) / 2.0
    low, high = np.quantile(np.concatenate(means), [tail, 1.0 - tail], axis=0)
    return low, high


def _batches(questions: int, resamples: int) -> Iterator[int]:
    """Sizes that add up to ``resamples``, each small enough for a few ten megabytes."""
    largest = max(1, _CELLS_AT_A_TIME // questions)
    for start in range(0, resamples, largest):
        yield min(largest, resamples - start)
