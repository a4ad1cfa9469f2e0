from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.reranking import Reranking

IDS = [f"company {number}" for number in range(12)]
orders = st.permutations(range(len(IDS))).flatmap(
    lambda order: st.integers(0, len(order)).map(lambda length: order[:length])
)
kept_scores = st.dictionaries(st.sampled_from(IDS), st.floats(0.0, 1.0))
rerankings = st.builds(
    Reranking, state=st.just("on"), scores=kept_scores, wanted=st.integers(0, 12), top_n=st.integers(0, 15)
)


@given(orders, rerankings)
def test_nobody_enters_and_nobody_leaves(order: list[int], kept: Reranking) -> None:
    assert sorted(kept.order(order, IDS)) == sorted(order)


@given(orders, rerankings)
def test_a_row_without_a_score_keeps_its_place(order: list[int], kept: Reranking) -> None:
    reranked = kept.order(order, IDS)
    assert all(reranked[place] == row for place, row in enumerate(order) if IDS[row] not in kept.scores)


@given(orders, rerankings)
def test_nothing_below_the_first_rows_moves(order: list[int], kept: Reranking) -> None:
    assert kept.order(order, IDS)[kept.top_n :] == order[kept.top_n :]


@given(orders, rerankings)
def test_scored_rows_among_the_first_stand_best_first(order: list[int], kept: Reranking) -> None:
    reranked = kept.order(order, IDS)[: kept.top_n]
    relevance = [kept.scores[IDS[row]] for row in reranked if IDS[row] in kept.scores]
    assert all(higher >= lower for higher, lower in pairwise(relevance))


@given(orders, rerankings)
def test_reordering_what_is_reordered_changes_nothing(order: list[int], kept: Reranking) -> None:
    once = kept.order(order, IDS)
    assert kept.order(once, IDS) == once


@given(orders, rerankings)
def test_the_order_handed_in_is_left_alone(order: list[int], kept: Reranking) -> None:
    before = list(order)
    kept.order(order, IDS)
    assert order == before
