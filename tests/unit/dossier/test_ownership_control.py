"""Who controls whom, by each of the stated rules."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dossier.ownership.control import ControlLinks
from tests.ownership_graphs import TODAY, Row, holdings
from tests.support import examples

NODES = 6
Expected = list[tuple[int, str, tuple[int, ...]]]


def controllers(rows: list[Row], company: int = 0) -> Expected:
    stakes = holdings(rows, NODES).owners_of(company, TODAY)
    nodes = stakes.nodes.tolist()
    chains = ControlLinks(stakes).controllers(stakes.root)
    return [(nodes[each.controller], each.rule, tuple(nodes[place] for place in each.path)) for each in chains]


def exactly(owner: int, held: int, share: float, *, control: bool = False) -> Row:
    return Row(owner, held, share, share, control=control)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([exactly(1, 0, 50.01)], [(1, "majority", (1, 0))], id="more than half"),
        pytest.param([exactly(1, 0, 50), exactly(2, 0, 50)], [], id="half each"),
        pytest.param([Row(1, 0, 50, 75)], [(1, "majority", (1, 0))], id="a range that begins at half"),
        pytest.param([Row(1, 0, 25, 75)], [], id="a range that may be more than half, or less than another has"),
        pytest.param([Row(1, 0)], [], id="an unknown share"),
        pytest.param([Row(1, 0, control=True)], [(1, "majority", (1, 0))], id="a subsidiary without a share"),
        pytest.param([exactly(1, 0, 5, control=True)], [(1, "agreement", (1, 0))], id="said to control with 5 %"),
        pytest.param([exactly(1, 0, 30)], [(1, "largest_holder", (1, 0))], id="largest holder"),
        pytest.param([exactly(1, 0, 29.9)], [], id="largest holder below the threshold"),
        pytest.param([exactly(1, 0, 35), exactly(2, 0, 35)], [], id="two largest holders"),
        pytest.param([exactly(1, 0, 35), Row(2, 0, 5, 40)], [], id="another may hold more"),
        pytest.param([exactly(0, 0, 60), exactly(1, 0, 35)], [(1, "largest_holder", (1, 0))], id="own shares"),
        pytest.param(
            [exactly(1, 0, 60), exactly(2, 1, 35)],
            [(1, "majority", (1, 0)), (2, "largest_holder", (2, 1, 0))],
            id="the weakest rule of a chain",
        ),
        pytest.param(
            [exactly(1, 0, 30), exactly(2, 0, 25), exactly(3, 1, 60), exactly(3, 2, 60)],
            [(3, "majority", (3, 1, 0))],
            id="more than half through two others",
        ),
        pytest.param(
            [exactly(1, 0, 30), exactly(3, 0, 25), exactly(3, 1, 60)],
            [(3, "majority", (3, 1, 0))],
            id="more than half with what it controls",
        ),
        pytest.param(
            [exactly(1, 0, 30), exactly(3, 0, 21), exactly(3, 2, 60), exactly(2, 1, 60)],
            [(3, "majority", (3, 2, 1, 0))],
            id="a chain down to the holder",
        ),
        pytest.param([exactly(1, 0, 60), exactly(0, 1, 60)], [(1, "majority", (1, 0))], id="two that hold each other"),
    ],
)
def test_each_rule(rows: list[Row], expected: Expected) -> None:
    assert controllers(rows) == expected


JOINTLY = [exactly(1, 0, 30), exactly(2, 0, 25), exactly(3, 1, 60), exactly(3, 2, 60), exactly(0, 4, 60)]


def test_what_a_new_controller_controls_counts_for_it() -> None:
    assert controllers(JOINTLY, 4) == [(0, "majority", (0, 4)), (3, "majority", (3, 1, 0, 4))]
    below = [*JOINTLY, exactly(4, 5, 30), exactly(3, 5, 25)]
    assert controllers(below, 5)[0] == (3, "majority", (3, 1, 0, 4, 5))


def test_a_chain_is_followed_as_far_as_is_asked() -> None:
    stakes = holdings([exactly(1, 0, 60), exactly(2, 1, 60)], NODES).owners_of(0, TODAY)
    for most, count in ((1, 1), (2, 2)):
        assert len(list(ControlLinks(stakes).controllers(stakes.root, most_links=most))) == count


def test_a_chain_leaves_out_the_circle_that_it_comes_through() -> None:
    rows = [
        *(exactly(1, 2, 60), exactly(2, 0, 35), exactly(2, 1, 60), exactly(1, 0, 26), exactly(0, 5, 35)),
        *(exactly(3, 5, 60), exactly(3, 1, 20)),
    ]
    assert controllers(rows) == [(1, "majority", (1, 2, 0)), (2, "majority", (2, 0))]


def test_what_a_controller_controls() -> None:
    recorded = holdings(
        [exactly(0, 1, 60), exactly(1, 2, 60), exactly(0, 3, 40), exactly(4, 3, 45), exactly(2, 0, 5)], 6
    )
    stakes = recorded.stakes_in(np.arange(NODES), TODAY, 0)
    assert ControlLinks(stakes).controlled(0) == {1: "majority", 2: "majority"}
    assert ControlLinks(stakes).controlled(4) == {3: "largest_holder"}


def test_a_long_chain_of_joint_majorities_is_followed() -> None:
    """Each company is held by the one before it and by the head, which has more than half only with it."""
    count = 600
    rows = [exactly(0, 1, 60)]
    rows += [
        each for company in range(2, count) for each in (exactly(0, company, 30), exactly(company - 1, company, 31))
    ]
    stakes = holdings(rows, count).owners_of(count - 1, TODAY)
    (chain,) = ControlLinks(stakes).controllers(stakes.root)
    assert (chain.controller, chain.rule, chain.path) == (0, "majority", tuple(range(count)))


@settings(max_examples=examples(400, quick=150))
@given(
    st.lists(
        st.builds(
            exactly,
            st.integers(0, 7),
            st.integers(0, 7),
            st.sampled_from([10, 20, 26, 30, 34, 40, 51]),
            control=st.booleans(),
        ),
        max_size=40,
    )
)
def test_every_step_of_a_chain_is_a_holding_and_none_is_taken_twice(rows: list[Row]) -> None:
    """Also where holders that are taken together hold one another."""
    held = {(each.owner, each.held) for each in rows}
    for company in range(8):
        stakes = holdings(rows, 8).owners_of(company, TODAY)
        nodes = stakes.nodes.tolist()
        for chain in ControlLinks(stakes).controllers(stakes.root):
            path = [nodes[place] for place in chain.path]
            assert (path[0], path[-1]) == (nodes[chain.controller], company)
            assert all(pair in held for pair in pairwise(path))
            assert len(set(path)) == len(path)
