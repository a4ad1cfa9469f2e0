"""Ranking metrics over graded relevance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal

from core.evaluation.tasks import Target

MetricName = Literal["nDCG@10", "MRR", "R@10", "recall@5", "recall@2"]
METRICS: dict[Target, tuple[MetricName, ...]] = {
    "company": ("nDCG@10", "MRR", "R@10"),
    "passage": ("recall@5", "recall@2", "nDCG@10", "MRR"),
}
"""What is measured for each target; differences are judged by the first."""


def measure(target: Target, ranked: Sequence[str], grades: Mapping[str, float]) -> dict[MetricName, float]:
    """Every metric of ``target``, each in [0, 1]."""
    values: dict[MetricName, float] = {
        "nDCG@10": ndcg(ranked, grades, 10),
        "MRR": reciprocal_rank(ranked, grades),
        "R@10": attainable_recall(ranked, grades, 10),
        "recall@5": recall(ranked, grades, 5),
        "recall@2": recall(ranked, grades, 2),
    }
    return {name: values[name] for name in METRICS[target]}


def ndcg(ranked: Sequence[str], grades: Mapping[str, float], depth: int = 10) -> float:
    """nDCG@depth in [0, 1] with gain 2^grade − 1 and discount log2(rank + 1) (Burges et al. 2005).

    0 if nothing is relevant. An id ranked twice counts once.
    """
    unique = list(dict.fromkeys(ranked))[:depth]
    gained = _dcg([grades.get(identifier, 0.0) for identifier in unique])
    ideal = _dcg(sorted(grades.values(), reverse=True)[:depth])
    return gained / ideal if ideal > 0 else 0.0


def _dcg(grades: Sequence[float]) -> float:
    return sum((math.pow(2.0, grade) - 1.0) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def reciprocal_rank(ranked: Sequence[str], grades: Mapping[str, float]) -> float:
    """1 / rank of the first relevant id; 0 if there is none."""
    for rank, identifier in enumerate(ranked, start=1):
        if grades.get(identifier, 0.0) > 0:
            return 1.0 / rank
    return 0.0


def recall(ranked: Sequence[str], grades: Mapping[str, float], depth: int) -> float:
    """Relevant ids among the first ``depth``, divided by the number of relevant ids; 0 if there are none."""
    relevant = _relevant(grades)
    return _hits(ranked, relevant, depth) / len(relevant) if relevant else 0.0


def attainable_recall(ranked: Sequence[str], grades: Mapping[str, float], depth: int = 10) -> float:
    """Relevant ids among the first ``depth``, divided by min(depth, number of relevant ids); 0 if there are none.

    Unlike plain recall it can reach 1 where more ids are relevant than places are looked at.
    """
    relevant = _relevant(grades)
    return _hits(ranked, relevant, depth) / min(depth, len(relevant)) if relevant else 0.0


def _relevant(grades: Mapping[str, float]) -> frozenset[str]:
    return frozenset(identifier for identifier, grade in grades.items() if grade > 0)


def _hits(ranked: Sequence[str], relevant: frozenset[str], depth: int) -> int:
    return len(relevant & set(list(dict.fromkeys(ranked))[:depth]))
