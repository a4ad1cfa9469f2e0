"""Ownership against plain enumeration: sums over walks, rules of control, cycles, on small graphs with loops."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from core.dossier.ownership import walk_sums
from core.dossier.ownership.circular import circular_holdings
from core.dossier.ownership.holdings import Holdings, Stakes
from core.dossier.ownership.shares import shares_in, shares_of
from tests.ownership_graphs import TODAY, Row, by_walks, holdings
from tests.support import examples

NODES = 6


@st.composite
def direct_shares(draw: st.DrawFn, most: float = 1.0) -> np.ndarray:
    """Direct shares, percent in whole numbers, of each company at most ``most`` in all; loops and own shares happen."""
    direct = np.zeros((NODES, NODES))
    for held in range(NODES):
        left = int(100 * most)
        for owner in draw(st.lists(st.integers(0, NODES - 1), max_size=4, unique=True)):
            part = draw(st.integers(0, min(left, 100)))
            direct[owner, held] = part / 100
            left -= part
    return direct


def rows_of(low: np.ndarray, high: np.ndarray | None = None) -> Holdings:
    high = low if high is None else high
    pairs = np.argwhere(high > 0).tolist()
    return holdings([Row(i, j, 100 * low[i, j], 100 * high[i, j]) for i, j in pairs], NODES)


def spread(stakes: Stakes, shares: np.ndarray) -> np.ndarray:
    """By entity instead of by place in the tree."""
    found = np.zeros(NODES)
    found[stakes.nodes] = shares
    return found


@settings(max_examples=examples(150), deadline=None)
@given(direct=direct_shares(0.97), company=st.integers(0, NODES - 1))
def test_integrated_shares_are_sums_over_walks(direct: np.ndarray, company: int) -> None:
    recorded = rows_of(direct)
    expected = np.array([by_walks(direct, owner) for owner in range(NODES)])
    up, down = recorded.owners_of(company, TODAY), recorded.held_by(company, TODAY)
    least, most = (spread(up, shares) for shares in shares_in(up))
    np.testing.assert_allclose(least, expected[:, company], atol=1e-9)
    np.testing.assert_array_equal(least, most)
    least, most = (spread(down, shares) for shares in shares_of(down))
    np.testing.assert_allclose(least, expected[company], atol=1e-9)


@settings(max_examples=examples(100), deadline=None)
@given(direct=direct_shares(0.97), owner=st.integers(0, NODES - 1))
def test_the_formula_of_the_source_holds(direct: np.ndarray, owner: int) -> None:
    """y_ij = a_ij + the sum over k ≠ i of y_ik a_kj."""
    recorded = rows_of(direct)
    down = recorded.held_by(owner, TODAY)
    shares = spread(down, shares_of(down)[0])
    others = np.arange(NODES) != owner
    np.testing.assert_allclose(shares[others], (direct[owner] + shares @ direct)[others], atol=1e-9)


@settings(max_examples=examples(200), deadline=None)
@given(first=direct_shares(1.3), second=direct_shares(1.3), company=st.integers(0, NODES - 1))
def test_bounds_hold_whatever_the_shares_add_up_to(first: np.ndarray, second: np.ndarray, company: int) -> None:
    """Shares that add up to 100 % and above make walks without an end: the share is then everything."""
    low, high = np.minimum(first, second), np.minimum(np.maximum(first, second), 1.0)
    recorded = rows_of(low, high)
    for bound, direct in enumerate((low, high)):
        expected = np.minimum(np.array([by_walks(direct, owner) for owner in range(NODES)]), 1.0)
        up, down = recorded.owners_of(company, TODAY), recorded.held_by(company, TODAY)
        np.testing.assert_allclose(spread(up, shares_in(up)[bound]), expected[:, company], atol=1e-5)
        np.testing.assert_allclose(spread(down, shares_of(down)[bound]), expected[company], atol=1e-5)


@settings(max_examples=examples(200), deadline=None)
@given(direct=direct_shares())
def test_circular_holdings_are_all_simple_cycles(direct: np.ndarray) -> None:
    recorded = rows_of(direct)
    stakes = recorded.stakes_in(np.arange(NODES), TODAY, 0)
    found = {tuple(stakes.nodes[list(cycle)].tolist()) for cycle in circular_holdings(stakes).cycles}
    expected = {
        some
        for count in range(1, NODES + 1)
        for some in permutations(range(NODES), count)
        if some[0] == min(some) and all(direct[i, j] > 0 for i, j in zip(some, (*some[1:], some[0]), strict=True))
    }
    assert found == expected


@given(direct=direct_shares(0.97))
def test_walks_come_back_as_the_inverse_says(direct: np.ndarray) -> None:
    expected = np.diag(np.linalg.inv(np.eye(NODES) - direct))
    for found in walk_sums.returns(csr_array(direct)):
        np.testing.assert_allclose(found, expected, rtol=1e-6)


@given(direct=direct_shares(0.97))
def test_loops_too_large_to_be_solved_as_a_whole_have_bounds(direct: np.ndarray) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk_sums, "_DENSE", 1)
        least, most = walk_sums.returns(csr_array(direct))
        stakes = rows_of(direct).owners_of(0, TODAY)
        low, high = (spread(stakes, bound) for bound in shares_in(stakes))
    exact = np.diag(np.linalg.inv(np.eye(NODES) - direct))
    assert np.all((least <= exact * (1 + 1e-9)) & (exact <= most * (1 + 1e-9)))
    expected = np.array([by_walks(direct, owner)[0] for owner in range(NODES)])
    expected[0] = 0.0
    assert np.all((low <= expected + 1e-9) & (expected <= high + 1e-9))


@pytest.mark.parametrize("most_steps", [500, 1])
@given(direct=direct_shares(1.1), start=st.lists(st.floats(0, 1), min_size=NODES, max_size=NODES))
def test_large_loops_are_solved_by_steps_to_the_same_sums(
    most_steps: int, direct: np.ndarray, start: list[float]
) -> None:
    """Also where walks have no end, and where the steps do not suffice."""
    begins, steps = np.array(start), csr_array(direct)
    expected = walk_sums.walk_sums(steps, begins)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk_sums, "_FACTORED", 1)
        patch.setattr(walk_sums, "_MOST_STEPS", most_steps)
        found = walk_sums.walk_sums(steps, begins)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-9)


def test_a_search_for_circles_says_where_it_stops() -> None:
    ring = [Row(place, (place + 1) % 4, 60, 60) for place in range(4)]
    stakes = holdings(ring, NODES).owners_of(0, TODAY)
    whole = circular_holdings(stakes)
    assert (whole.cycles, whole.complete) == (((0, 1, 2, 3),), True)
    for limits in ({"longest": 3}, {"most_steps": 3}, {"most": 0}):
        found = circular_holdings(stakes, **limits)
        assert (found.cycles, found.complete) == ((), False)


def test_walks_through_what_holds_itself_wholly_never_end() -> None:
    whole = csr_array(np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert np.isinf(walk_sums.returns(whole)).all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk_sums, "_FACTORED", 1)
        assert np.isinf(walk_sums.returns(whole)).all()
        assert np.isfinite(walk_sums.returns(csr_array(whole * 0.9))).all()


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([Row(0, 1, 60, 60)], (60, 60)),
        ([Row(0, 1, 25, 50)], (25, 50)),
        ([Row(0, 1)], (0, 100)),
        ([Row(0, 1, control=True)], (50, 100)),
        ([Row(0, 1, 40, 40, control=True)], (40, 40)),
        ([Row(0, 1, control=True), Row(0, 1, 40, 40)], (40, 40)),  # recorded before what a type means
        ([Row(0, 1), Row(0, 1, control=True)], (50, 100)),  # what both leave possible
        ([Row(0, 1, 30, 30, as_of=20200000), Row(0, 1, 35, 35, as_of=20210000)], (35, 35)),  # the newer one
        ([Row(0, 1, 30, 30, as_of=20210000), Row(0, 1, 35, 35, start=20150000)], (30, 30)),
        ([Row(0, 1, 30, 30), Row(0, 1, 35, 35)], (30, 35)),  # sources that disagree
        ([Row(0, 1, 60, 60, end=20250000)], None),
        ([Row(0, 1, 60, 60, end=20260000)], (60, 60)),  # some day of this year
        ([Row(0, 1, 60, 60, status="ended")], None),
        ([Row(0, 1, 60, 60, status="planned")], None),
        ([Row(0, 1, 60, 60, status="denied")], None),
        ([Row(0, 1, 60, 60, status="reported")], (60, 60)),
        ([Row(0, 1, 60, 60, start=20270000)], None),
        ([Row(0, 1, 0, 0)], None),
    ],
)
def test_what_counts_of_the_rows_of_a_pair(rows: list[Row], expected: tuple[float, float] | None) -> None:
    stakes = holdings(rows, 2).owners_of(1, TODAY)
    found = [(100 * low, 100 * high) for low, high in zip(stakes.low, stakes.high, strict=True)]
    assert found == [pytest.approx(each) for each in ([expected] if expected else [])]
    assert len(stakes.rows) == (len(rows) if expected else 0)


def test_holdings_of_many_days_are_told_apart() -> None:
    recorded = holdings([Row(0, 1, 60, 60, start=20200000 + day) for day in range(100, 109)], 2)
    for _ in range(2):
        assert [int(recorded.in_force(20200000 + day).sum()) for day in range(100, 109)] == list(range(1, 10))
