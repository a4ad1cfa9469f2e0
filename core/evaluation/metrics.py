"""Ranking metrics over graded relevance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence


def ndcg(ranked: Sequence[str], grades: Mapping[str, float], depth: int = 10) -> float:
    """nDCG@depth in [0, 1] with gain 2^grade − 1 and discount log2(rank + 1) (Burges et al. 2005).

    0 if nothing is relevant. An id ranked twice counts once.
    """
    unique = list(dict.fromkeys(ranked))[:depth]
    gained = _dcg([grades.get(entity_id, 0.0) for entity_id in unique])
    ideal = _dcg(sorted(grades.values(), reverse=True)[:depth])
    return gained / ideal if ideal > 0 else 0.0


def _dcg(grades: Sequence[float]) -> float:
    return sum((math.pow(2.0, grade) - 1.0) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def reciprocal_rank(ranked: Sequence[str], grades: Mapping[str, float]) -> float:
    """1 / rank of the first relevant id; 0 if there is none."""
    for rank, entity_id in enumerate(ranked, start=1):
        if grades.get(entity_id, 0.0) > 0:
            return 1.0 / rank
    return 0.0


def recall(ranked: Sequence[str], grades: Mapping[str, float], depth: int = 10) -> float:
    """Relevant ids among the first ``depth``, divided by min(depth, number of relevant ids); 0 if there are none."""
    relevant = {entity_id for entity_id, grade in grades.items() if grade > 0}
    if not relevant:
        return 0.0
    unique = list(dict.fromkeys(ranked))[:depth]
    return len(relevant & set(unique)) / min(depth, len(relevant))
