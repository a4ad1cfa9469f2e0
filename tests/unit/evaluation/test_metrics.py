from __future__ import annotations

import math

import pytest

from core.evaluation.metrics import METRICS, attainable_recall, measure, ndcg, recall, reciprocal_rank

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
    grades = {"x": 0.0, "a": 1.0}
    assert reciprocal_rank(["x", "a"], grades) == 0.5
    assert recall(["x"], grades, 5) == attainable_recall(["x"], grades) == 0.0
    assert recall(["a"], grades, 5) == attainable_recall(["a"], grades) == 1.0


def test_recall_is_the_share_of_all_that_is_relevant() -> None:
    assert recall(["a", "x", "b"], GRADES, 5) == pytest.approx(2 / 3)
    assert recall(["a", "b", "c"], GRADES, 2) == pytest.approx(2 / 3)
    assert recall(["a", "a", "b"], GRADES, 2) == pytest.approx(2 / 3)
    assert recall(["a"], {}, 5) == 0.0


def test_attainable_recall_is_the_share_of_what_could_be_found() -> None:
    assert attainable_recall(["a", "x", "b"], GRADES) == pytest.approx(2 / 3)
    assert attainable_recall(["a", "b"], GRADES, depth=2) == 1.0
    many = {f"c{number}": 1.0 for number in range(20)}
    assert attainable_recall(["c1", "x", "c2", *"abcdefg", "c3"], many) == pytest.approx(2 / 10)
    assert attainable_recall(["a"], {}) == 0.0


def test_companies_are_measured_by_hand_computed_values() -> None:
    measured = measure("company", ["x", "a", "b"], {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0})
    gained = 1 / math.log2(3) + 1 / math.log2(4)
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4) + 1 / math.log2(5)
    assert measured == pytest.approx({"nDCG@10": gained / ideal, "MRR": 0.5, "R@10": 0.5})


def test_passages_are_measured_by_plain_recall_at_two_and_five() -> None:
    measured = measure("passage", ["x", "p1", "y", "z", "p2", "p3"], {"p1": 1.0, "p2": 1.0, "p3": 1.0, "p4": 1.0})
    assert (measured["recall@2"], measured["recall@5"], measured["MRR"]) == (0.25, 0.5, 0.5)
    assert tuple(measured) == METRICS["passage"]
