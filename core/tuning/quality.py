"""How good the lists are: means with intervals, the weight–quality curve, and what each question wins or loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.requests import FusionMode, FusionSettings
from core.evaluation.experiment import QuestionScore
from core.evaluation.metrics import METRICS, MetricName
from core.evaluation.significance import Difference, Estimate, Values, differences, estimates
from core.evaluation.summaries import metric_values
from core.evaluation.tasks import LabelledQuestion

MEASURED: tuple[MetricName, ...] = METRICS["company"]
DECIDING = MEASURED[0]
"""What the best point of the curve, and a win or a loss, are judged by."""
RESAMPLES = 2000
"""Fewer than ``evaluate`` draws: the figures follow a slider."""
CURVE_WEIGHTS = tuple(round(step / 20, 2) for step in range(21))
_SEED = 0
_ROUNDING = 1e-9

Quality = Mapping[MetricName, Estimate]


@dataclass(frozen=True)
class CurvePoint:
    """Quality with W_g = ``graph_weight`` and W_v = 1 − W_g."""

    graph_weight: float
    quality: Quality


@dataclass(frozen=True)
class Outcome:
    """One question now and under the reference; ``change`` is in nDCG@10, in [−1, 1]."""

    question: LabelledQuestion
    now: QuestionScore
    reference: QuestionScore

    @property
    def change(self) -> float:
        """What was won, or lost where negative; 0 for what is equal but for rounding."""
        apart = self.now.metrics[DECIDING] - self.reference.metrics[DECIDING]
        return apart if abs(apart) > _ROUNDING else 0.0


def quality(scores: Sequence[QuestionScore]) -> Quality:
    """The mean of each metric with its 95 % interval. Raises ValueError without scores."""
    return dict(zip(MEASURED, estimates(_values(scores), seed=_SEED, resamples=RESAMPLES), strict=True))


def compared(scores: Sequence[QuestionScore], reference: Sequence[QuestionScore]) -> Mapping[MetricName, Difference]:
    """``scores`` minus ``reference`` on the same questions, in the same order. Raises ValueError without scores."""
    apart = differences(_values(scores), _values(reference), seed=_SEED, resamples=RESAMPLES)
    return dict(zip(MEASURED, apart, strict=True))


def outcomes(scores: Sequence[QuestionScore], reference: Sequence[QuestionScore]) -> tuple[Outcome, ...]:
    """Every question, the largest loss first and the largest win last; both in the same order of questions."""
    found = [Outcome(now.question, now, then) for now, then in zip(scores, reference, strict=True)]
    return tuple(sorted(found, key=lambda outcome: outcome.change))


def on_the_curve(fusion: FusionSettings, graph_weight: float) -> FusionSettings:
    """``fusion`` with this W_g and W_v = 1 − W_g; for adaptive fusion, which looks at no weights, the weighted one."""
    mode = FusionMode.WEIGHTED if fusion.mode is FusionMode.ADAPTIVE else fusion.mode
    weights = {"mode": mode, "graph_weight": graph_weight, "vector_weight": round(1.0 - graph_weight, 4)}
    return fusion.model_copy(update=weights)


def weight_of_graph(fusion: FusionSettings) -> float | None:
    """Where on the curve ``fusion`` lies: W_g / (W_g + W_v); None for adaptive fusion, which lies on none."""
    if fusion.mode is FusionMode.ADAPTIVE:
        return None
    total = fusion.graph_weight + fusion.vector_weight
    return fusion.graph_weight / total if total > 0 else 0.5


def best_point(curve: Sequence[CurvePoint]) -> CurvePoint:
    """The highest mean of the deciding metric; of equal ones the most even weights. Raises ValueError for no points."""
    return max(curve, key=lambda point: (point.quality[DECIDING].mean, -abs(point.graph_weight - 0.5)))


def _values(scores: Sequence[QuestionScore]) -> Values:
    if not scores:
        raise ValueError("there are no questions to measure on")
    return np.asarray(metric_values((score.metrics for score in scores), MEASURED))
