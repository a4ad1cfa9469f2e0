from __future__ import annotations

import math

import pytest

from core.evaluation.metrics import ndcg, recall, reciprocal_rank

GRADES = {"a": 3.0, "b": 2.0, "c": 1.0}


def test_ndcg_by_hand() -> None:
    gained = 3 / math.log2(2) + 7 / math.log2(3) + 1 / math.log2(5)
    ideal = 7 / math.log2(2) + 3 / math.log2(3) + 1 / math.log2(4)
    assert ndcg(["b", "a", "x", "c"], GRADES) == pytest.approx(gained / ideal)


def test_the_ideal_order_scores_one() -> None:
    assert ndcg(["a", "b", "c", "x"], GRADES) == pytest.approx(1.0)


def test_nothing_relevant_scores_nought() -> None:
    assert ndcg(["x"], {}) == 0.0
    assert ndcg(["x"], {"x": 0.0}) == 0.0
    assert ndcg([], GRADES) == 0.0


def test_ndcg_looks_no_deeper_than_asked() -> None:
    assert ndcg(["x", "y", "a"], GRADES, depth=2) == 0.0


def test_an_id_ranked_twice_counts_once() -> None:
    assert ndcg(["a", "a", "b", "c"], GRADES) == pytest.approx(1.0)


@pytest.mark.parametrize(("ranked", "expected"), [(["a"], 1.0), (["x", "y", "c"], 1 / 3), (["x"], 0.0), ([], 0.0)])
def test_reciprocal_rank_is_that_of_the_first_relevant(ranked: list[str], expected: float) -> None:
    assert reciprocal_rank(ranked, GRADES) == pytest.approx(expected)


def test_a_grade_of_nought_is_not_relevant() -> None:
    assert reciprocal_rank(["x", "a"], {"x": 0.0, "a": 1.0}) == 0.5
    assert recall(["x"], {"x": 0.0, "a": 1.0}) == 0.0


def test_recall_is_the_share_of_what_could_be_found() -> None:
    assert recall(["a", "x", "b"], GRADES) == pytest.approx(2 / 3)
    assert recall(["a", "b"], GRADES, depth=2) == 1.0
    assert recall(["a"], {}) == 0.0
