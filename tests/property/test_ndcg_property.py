from __future__ import annotations

import math

from hypothesis import assume, given
from hypothesis import strategies as st

from core.evaluation.metrics import attainable_recall, ndcg, recall, reciprocal_rank

ids = st.text("abcdefghij", min_size=1, max_size=1)
grades = st.dictionaries(ids, st.sampled_from([0.0, 1.0, 2.0, 3.0]))
rankings = st.lists(ids, unique=True)
depths = st.integers(1, 12)


@given(rankings, grades, depths)
def test_every_metric_is_between_nought_and_one(ranked: list[str], graded: dict[str, float], depth: int) -> None:
    recalled, attained = recall(ranked, graded, depth), attainable_recall(ranked, graded, depth)
    scores = ndcg(ranked, graded, depth), reciprocal_rank(ranked, graded), recalled, attained
    assert all(0.0 <= score <= 1.0 + 1e-12 for score in scores)


@given(rankings, grades, depths)
def test_no_more_is_recalled_than_can_be_attained(ranked: list[str], graded: dict[str, float], depth: int) -> None:
    assert recall(ranked, graded, depth) <= attainable_recall(ranked, graded, depth)
    assert recall(ranked, graded, depth) <= recall(ranked, graded, depth + 1)


@given(grades, rankings, depths)
def test_the_ideal_order_scores_one(graded: dict[str, float], others: list[str], depth: int) -> None:
    assume(any(graded.values()))
    best = sorted(graded, key=lambda entity: -graded[entity])
    ideal = best + [entity for entity in others if entity not in graded]
    assert math.isclose(ndcg(ideal, graded, depth), 1.0)


@given(rankings, grades, depths, st.integers(0, 8))
def test_moving_a_better_answer_up_never_lowers_the_score(
    ranked: list[str], graded: dict[str, float], depth: int, place: int
) -> None:
    assume(place + 1 < len(ranked))
    upper, lower = ranked[place], ranked[place + 1]
    swapped = [*ranked[:place], lower, upper, *ranked[place + 2 :]]
    better, worse = (swapped, ranked) if graded.get(lower, 0) >= graded.get(upper, 0) else (ranked, swapped)
    assert ndcg(better, graded, depth) >= ndcg(worse, graded, depth) - 1e-12


@given(rankings, grades)
def test_a_complete_ranking_recalls_everything(ranked: list[str], graded: dict[str, float]) -> None:
    assume(any(graded.values()))
    complete = ranked + [entity for entity in graded if entity not in ranked]
    assert recall(complete, graded, len(complete)) == 1.0
