"""The ownership tree on small random graphs with circles: levels end, boxes stand apart, chains are all chains."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dossier.ownership.chains import chains
from core.dossier.ownership.holdings import Stakes
from core.dossier.ownership.levels import levels
from core.dossier.ownership.tree_layout import ACROSS, DOWN, HEIGHT, WIDTH, tree_layout
from tests.ownership_graphs import TODAY, Row, holdings

NODES = 6
ROWS = st.lists(
    st.builds(Row, st.integers(0, NODES - 1), st.integers(0, NODES - 1), st.sampled_from([5.0, 20.0]))
    | st.builds(Row, st.integers(0, NODES - 1), st.integers(0, NODES - 1)),
    max_size=14,
    unique_by=lambda row: (row.owner, row.held),
).map(lambda rows: [Row(row.owner, row.held, row.low, row.low) for row in rows])
OPENED = st.dictionaries(st.integers(0, NODES - 1), st.integers(1, 4))


def tree(rows: list[Row], root: int, *, upwards: bool) -> Stakes:
    recorded = holdings(rows, NODES)
    return recorded.owners_of(root, TODAY) if upwards else recorded.held_by(root, TODAY)


@settings(deadline=None)
@given(rows=ROWS, upwards=st.booleans())
def test_every_stake_has_one_line_where_everything_is_opened(rows: list[Row], upwards: bool) -> None:
    stakes = tree(rows, 0, upwards=upwards)
    found = levels(stakes, dict.fromkeys(range(NODES), 100), upwards=upwards)
    assert sorted(line.stake for line in found.lines) == list(range(len(stakes)))
    assert sorted(box.node for box in found.boxes if not box.again) == list(range(len(stakes.nodes)))


@settings(deadline=None)
@given(rows=ROWS, opened=OPENED, upwards=st.booleans())
def test_each_node_once_on_a_level_and_opened_once(rows: list[Row], opened: dict[int, int], upwards: bool) -> None:
    stakes = tree(rows, 0, upwards=upwards)
    found = levels(stakes, opened, upwards=upwards)
    places = [(box.level, box.node) for box in found.boxes]
    assert len(set(places)) == len(places)
    first: dict[int, int] = {}
    for box in found.boxes:
        assert box.again == (box.node in first)
        first.setdefault(box.node, box.level)
        lines = [line for line in found.lines if (line.level, line.near) == (box.level, box.node)]
        assert len(lines) == box.shown == (0 if box.again else min(box.stakes, opened.get(box.node, 0)))
    for line in found.lines:
        assert (line.level, line.near) in places
        assert (line.level + 1, line.far) in places


@settings(deadline=None)
@given(rows=ROWS, upwards=st.booleans())
def test_a_line_is_circular_where_a_way_leads_back(rows: list[Row], upwards: bool) -> None:
    stakes = tree(rows, 0, upwards=upwards)
    reach = np.eye(len(stakes.nodes), dtype=int)
    reach[stakes.owner, stakes.held] = 1
    for _ in range(NODES):
        reach = np.minimum(reach @ reach, 1)
    for line in levels(stakes, dict.fromkeys(range(NODES), 100), upwards=upwards).lines:
        assert line.circular == bool(reach[stakes.held[line.stake], stakes.owner[line.stake]])


@given(data=st.data(), sizes=st.lists(st.integers(1, 7), max_size=4), above=st.booleans())
def test_boxes_stand_apart_and_rows_are_levels(data: st.DataObject, sizes: list[int], above: bool) -> None:
    sign = -1 if above else 1
    level_of, near, last = {"root": 0}, {}, ["root"]
    for level, size in enumerate(sizes, 1):
        row = [f"{level}:{place}" for place in range(size)]
        level_of |= dict.fromkeys(row, sign * level)
        near |= {box: data.draw(st.lists(st.sampled_from(last), min_size=1, max_size=3)) for box in row}
        last = row
    places = tree_layout(level_of, near)
    assert places.keys() == level_of.keys()
    assert places["root"] == (0.0, 0.0)
    for level in set(level_of.values()):
        row = sorted(places[box] for box in level_of if level_of[box] == level)
        assert {y for _, y in row} == {level * (HEIGHT + DOWN)}
        xs = [x for x, _ in row]
        assert all(after - before >= WIDTH + ACROSS - 1e-6 for before, after in pairwise(xs))


def test_what_one_box_leads_to_stands_around_it() -> None:
    places = tree_layout({"root": 0, "a": -1, "b": -1, "c": -1, "d": 1}, {each: ["root"] for each in "abcd"})
    assert [places[each][0] for each in "abcd"] == [-(WIDTH + ACROSS), 0.0, WIDTH + ACROSS, 0.0]


def ways(stakes: Stakes, node: int, passed: tuple[int, ...]) -> list[tuple[int, ...]]:
    found = []
    for stake in np.flatnonzero(stakes.owner == node).tolist():
        held = int(stakes.held[stake])
        if held == stakes.root:
            found.append((stake,))
        elif held not in passed:
            found += [(stake, *rest) for rest in ways(stakes, held, (*passed, held))]
    return found


@settings(deadline=None)
@given(rows=ROWS, most=st.integers(1, 40), owner=st.integers(1, NODES - 1))
def test_chains_are_all_ways_the_largest_first(rows: list[Row], most: int, owner: int) -> None:
    stakes = tree(rows, 0, upwards=True)
    places = np.flatnonzero(stakes.nodes == owner).tolist()
    if not places:
        return
    found = chains(stakes, places[0], most=most)
    expected = ways(stakes, places[0], (places[0],))
    assert {each.stakes for each in found.found} <= set(expected)
    assert len(found.found) == min(most, len(expected))
    assert found.complete == (len(expected) <= most)
    products = [float(np.prod(stakes.high[list(each.stakes)])) for each in found.found]
    np.testing.assert_allclose([each.high for each in found.found], products)
    np.testing.assert_allclose(
        [each.low for each in found.found], [np.prod(stakes.low[list(each.stakes)]) for each in found.found]
    )
    assert all(first >= second - 1e-12 for first, second in pairwise(products))
    rest = [float(np.prod(stakes.high[list(way)])) for way in set(expected) - {each.stakes for each in found.found}]
    assert not rest or max(rest) <= min(products) + 1e-12


def test_a_search_that_takes_too_long_says_so() -> None:
    stakes = tree([Row(1, 0, 50.0, 50.0), Row(2, 1, 50.0, 50.0)], 0, upwards=True)
    assert not chains(stakes, int(np.flatnonzero(stakes.nodes == 2)[0]), most=5, most_steps=1).complete
