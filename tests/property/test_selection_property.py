from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.runtime.top_k import not_among, places_of_largest


@given(st.lists(st.integers(0, 5), max_size=30), st.integers(1, 12))
def test_the_largest_are_those_that_sorting_puts_first(values: list[int], limit: int) -> None:
    array = np.array(values, dtype=np.float64)
    expected = np.argsort(-array, kind="stable")[:limit]
    assert sorted(places_of_largest(array, limit).tolist()) == sorted(expected.tolist())


@given(st.lists(st.integers(0, 20)), st.lists(st.integers(0, 20), max_size=4))
def test_those_not_among_a_few_are_what_filtering_leaves(values: list[int], few: list[int]) -> None:
    nodes = np.array(values, dtype=np.int64)
    assert nodes[not_among(nodes, few)].tolist() == [value for value in values if value not in few]
