"""Ranking metrics and their intervals are those of trec_eval (by ir-measures) and of scipy."""

from __future__ import annotations

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import RR, R, nDCG
from scipy.stats import bootstrap, permutation_test

from core.evaluation.metrics import attainable_recall, ndcg, recall, reciprocal_rank
from core.evaluation.significance import differences, estimates

IDS = [f"c{number:02}" for number in range(15)]
GAINS = {0: 0, 1: 1, 2: 3, 3: 7}  # 2^grade − 1
MEASURES = [nDCG(gains=GAINS) @ 10, RR, R @ 10, R @ 5, R @ 2]


@given(
    st.dictionaries(st.sampled_from(IDS), st.integers(0, 3), min_size=1), st.lists(st.sampled_from(IDS), unique=True)
)
def test_metrics_are_those_of_trec_eval(grades: dict[str, int], ranked: list[str]) -> None:
    run = {"q": {identifier: float(-place) for place, identifier in enumerate(ranked)}}
    values = ir_measures.calc_aggregate(MEASURES, {"q": grades}, run if ranked else {})
    expected = [values[each] for each in MEASURES]
    relevant = {identifier: float(grade) for identifier, grade in grades.items()}
    found = [ndcg(ranked, relevant), reciprocal_rank(ranked, relevant)]
    assert [*found, *(recall(ranked, relevant, depth) for depth in (10, 5, 2))] == pytest.approx(expected)
    of_all = sum(grade > 0 for grade in grades.values())
    attained = expected[2] * of_all / min(10, of_all) if of_all else 0.0
    assert attainable_recall(ranked, relevant) == pytest.approx(attained)


@pytest.mark.parametrize("questions", [5, 9, 40])
def test_p_values_and_intervals_are_those_of_scipy(questions: int) -> None:
    random = np.random.default_rng(questions)
    ours, others = random.random(questions), random.random(questions) - 0.15
    (found,) = differences(ours[:, None], others[:, None], seed=0)
    apart = ours - others
    tested = permutation_test((ours, others), lambda a, b: np.mean(a - b), permutation_type="samples", rng=1)
    assert found.p_value == pytest.approx(tested.pvalue, abs=0.02)
    drawn = bootstrap((apart,), np.mean, method="percentile", rng=1).confidence_interval
    assert (found.mean, found.low, found.high) == pytest.approx((apart.mean(), drawn.low, drawn.high), abs=0.02)
    (alone,) = estimates(apart[:, None], seed=0)
    assert (alone.low, alone.high) == pytest.approx((drawn.low, drawn.high), abs=0.02)
