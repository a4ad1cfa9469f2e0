"""Layouts: finite places, no two nodes over one another, the same places for the same picture, in time."""

from __future__ import annotations

import time
from itertools import combinations, pairwise
from math import dist, isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.exploring.layouts.along_paths import GROUP as STEP
from core.exploring.layouts.along_paths import along_paths
from core.exploring.layouts.layout_table import BY_FORCES, LAYOUTS, MAP
from core.exploring.layouts.to_place import Layout, Spot, Tie, ToPlace
from core.exploring.layouts.world_map import projected, world_map
from tests.support import examples

COMPUTED: dict[str, Layout] = {name: layout for name, layout in LAYOUTS.items() if layout is not None}
COMPUTED["paths"] = along_paths
GROUPS = ("supply", "ownership", "competition", "", STEP)


@st.composite
def pictures(draw: st.DrawFn) -> ToPlace:
    """Up to 40 nodes of any size, roots, ranks, ties (loops and cycles too), and seats of some, many of them one."""
    ids = [f"n{number}" for number in range(draw(st.integers(0, 40)))]
    ranks = draw(st.permutations(range(1, len(ids) + 1)))
    answers = draw(st.integers(0, len(ids)))
    spots = tuple(
        Spot(
            each,
            radius=draw(st.floats(1.0, 40.0)),
            root=place < draw(st.integers(0, 3)),
            rank=ranks[place] if place < answers else 0,
            strength=draw(st.floats(0.0, 1.0)),
        )
        for place, each in enumerate(ids)
    )
    if not ids:
        return ToPlace(())
    end = st.sampled_from(ids)
    ties = draw(st.lists(st.builds(Tie, end, end, st.sampled_from(GROUPS)), max_size=80))
    where = st.one_of(st.just((39.9, 116.4)), st.tuples(st.floats(-90.0, 90.0), st.floats(-180.0, 180.0)))
    seats = draw(st.dictionaries(end, where))
    return ToPlace(spots, tuple(ties), seats)


@pytest.mark.parametrize("name", COMPUTED)
@given(given_picture=pictures())
@settings(max_examples=examples(60), deadline=None)
def test_places_are_finite_apart_and_always_the_same(name: str, given_picture: ToPlace) -> None:
    places = COMPUTED[name](given_picture)
    expected = {each.id for each in given_picture.spots}
    assert set(places) == (expected & set(given_picture.seats) if name == MAP else expected)
    assert all(isfinite(x) and isfinite(y) for x, y in places.values())
    radius = {each.id: each.radius for each in given_picture.spots}
    for one, other in combinations(places, 2):
        assert dist(places[one], places[other]) >= radius[one] + radius[other]
    assert COMPUTED[name](given_picture) == places


def crowded() -> ToPlace:
    """Eighty companies around one, of four cities, in a chain of supply and a tree of ownership."""
    spots = [Spot(f"n{number}", 26.0 if not number else 13.0, root=not number, rank=number) for number in range(80)]
    ties = [Tie(f"n{number}", f"n{number // 3}", GROUPS[number % 2]) for number in range(1, 80)]
    cities = ((37.4, -122.0), (22.5, 114.1), (35.7, 139.7), (48.9, 2.3))
    return ToPlace(tuple(spots), tuple(ties), {each.id: cities[place % 4] for place, each in enumerate(spots)})


@pytest.mark.parametrize("name", COMPUTED)
def test_eighty_nodes_are_placed_within_300_ms(name: str) -> None:
    picture, took = crowded(), []
    for _ in range(3):
        start = time.process_time()
        COMPUTED[name](picture)
        took.append(time.process_time() - start)
    assert min(took) < 0.3


def test_who_supplies_stands_left_and_who_owns_above() -> None:
    spots = (Spot("maker", root=True), Spot("supplier"), Spot("customer"), Spot("parent"), Spot("daughter"))
    ties = (
        Tie("supplier", "maker", "supply"),
        Tie("maker", "customer", "supply"),
        Tie("parent", "maker", "ownership"),
        Tie("maker", "daughter", "ownership"),
    )
    flow, tree = LAYOUTS["flow"], LAYOUTS["tree"]
    assert flow is not None
    assert tree is not None
    across = {each: place[0] for each, place in flow(ToPlace(spots, ties)).items()}
    down = {each: place[1] for each, place in tree(ToPlace(spots, ties)).items()}
    assert across["supplier"] < across["maker"] < across["customer"]
    assert down["parent"] < down["maker"] < down["daughter"]


def test_paths_run_to_the_right_and_their_steps_stand_below_one_another() -> None:
    """Whoever gives in a relation: only the order of the steps counts."""
    spots = (Spot("end"), Spot("by one"), Spot("by another"), Spot("begin", root=True))
    paths = (("begin", "by one", "end"), ("begin", "by another", "end"))
    steps = tuple(Tie(first, second, STEP) for path in paths for first, second in pairwise(path))
    places = along_paths(ToPlace(spots, (Tie("end", "by one", "supply"), *steps)))
    across, down = ({each: place[axis] for each, place in places.items()} for axis in (0, 1))
    assert across["begin"] < across["by one"] == across["by another"] < across["end"]
    assert down["by one"] != down["by another"]


def test_rings_put_the_first_rank_at_the_top_right_and_the_weaker_outside() -> None:
    rings = LAYOUTS["rings"]
    assert rings is not None
    answers = tuple(Spot(f"a{rank}", rank=rank) for rank in range(1, 9))
    others = tuple(Spot(f"o{place}", strength=1 - place / 9) for place in range(9))
    places = rings(ToPlace((Spot("asked", root=True), *others, *answers)))
    x, y = places["a1"]
    assert x > 0 > y
    assert max(dist((0, 0), places[each.id]) for each in answers) < min(
        dist((0, 0), places[each.id]) for each in others
    )


def test_a_company_alone_stands_at_its_seat() -> None:
    seat = (31.2, 121.5)
    assert world_map(ToPlace((Spot("here"), Spot("nowhere")), (), {"here": seat})) == {"here": projected(*seat)}


def test_every_layout_has_a_function_but_the_one_of_the_browser() -> None:
    assert [name for name, layout in LAYOUTS.items() if layout is None] == [BY_FORCES]
