"""The largest chains come first, and it is said where there are more."""

from __future__ import annotations

import pytest

from core.dossier.ownership.chains import chains
from tests.ownership_graphs import TODAY, Row, holdings

DIRECT, BY_TWO, BY_THREE = 0.4, 0.3, 0.01
ROWS = [
    Row(owner, held, share, share)
    for owner, held, share in ((1, 0, 40), (1, 2, 60), (2, 0, 50), (1, 3, 10), (3, 0, 10))
]


@pytest.mark.parametrize(
    ("most", "shares", "complete"),
    [(1, [DIRECT], False), (2, [DIRECT, BY_TWO], False), (3, [DIRECT, BY_TWO, BY_THREE], True)],
)
def test_the_largest_are_found_and_whether_there_are_others(most: int, shares: list[float], complete: bool) -> None:
    stakes = holdings(ROWS, 4).owners_of(0, TODAY)
    found = chains(stakes, stakes.nodes.tolist().index(1), most=most)
    assert ([each.high for each in found.found], found.complete) == (pytest.approx(shares), complete)


def test_who_stops_early_says_so() -> None:
    stakes = holdings(ROWS, 4).owners_of(0, TODAY)
    assert not chains(stakes, stakes.nodes.tolist().index(1), most=3, most_steps=2).complete
