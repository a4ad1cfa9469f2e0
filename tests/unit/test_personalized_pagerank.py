from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

import numpy as np
import pytest

from core.retrieval.personalized_pagerank import IgraphPersonalizedPageRank, nodes_within, usable_seeds
from core.storage.relation_graph import FloatArray, RelationGraph, build_graph

Edge = tuple[int, int, float]
CHAIN: list[Edge] = [(0, 1, 1.0), (1, 2, 0.5), (2, 3, 1.0), (3, 4, 1.0)]


def graph_of(nodes: int, edges: list[Edge]) -> RelationGraph:
    source, target = (np.array([edge[end] for edge in edges], dtype=np.int64) for end in (0, 1))
    weight = np.array([edge[2] for edge in edges], dtype=np.float64)
    return build_graph(nodes, 0, len(edges), source, target, weight, np.zeros(len(edges), dtype=np.int64))


def walk(
    graph: RelationGraph, seeds: dict[int, float], *, damping: float = 0.85, max_hops: int = 3, weight: object = None
) -> FloatArray:
    weights = graph.weight if weight is None else np.asarray(weight, dtype=np.float64)
    return IgraphPersonalizedPageRank().scores(graph, weights, seeds, damping=damping, max_hops=max_hops)


def test_a_single_seed_spreads_over_its_neighbourhood() -> None:
    scores = walk(graph_of(3, [(0, 1, 1.0), (1, 2, 0.5)]), {0: 1.0})
    assert scores == pytest.approx([0.41036036, 0.45945946, 0.13018018], abs=1e-8)


def test_two_nodes_give_the_closed_form() -> None:
    scores = walk(graph_of(2, [(0, 1, 0.3)]), {0: 1.0}, damping=0.5)
    assert scores == pytest.approx([2 / 3, 1 / 3])


def test_the_walk_goes_against_the_direction_of_edges_too() -> None:
    assert walk(graph_of(2, [(1, 0, 1.0)]), {0: 1.0})[1] > 0


def test_a_heavier_edge_draws_more_mass() -> None:
    scores = walk(graph_of(3, [(0, 1, 1.0), (0, 2, 0.25)]), {0: 1.0})
    assert scores[1] == pytest.approx(4 * scores[2])


def test_the_weights_given_count_not_those_of_the_graph() -> None:
    scores = walk(graph_of(3, [(0, 1, 1.0), (0, 2, 1.0)]), {0: 1.0}, weight=[0.0, 1.0])
    assert scores[1] == 0.0
    assert scores[2] > 0.0


def test_parallel_edges_add_up() -> None:
    scores = walk(graph_of(3, [(0, 1, 0.5), (1, 0, 0.5), (0, 2, 1.0)]), {0: 1.0})
    assert scores[1] == pytest.approx(scores[2])


@pytest.mark.parametrize(("hops", "reached"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (6, 5)])
def test_the_walk_stays_within_its_hops(hops: int, reached: int) -> None:
    assert np.count_nonzero(walk(graph_of(5, CHAIN), {0: 1.0}, max_hops=hops)) == reached


def test_damping_nought_gives_the_seeds_back() -> None:
    assert walk(graph_of(5, CHAIN), {0: 1.0, 2: 3.0}, damping=0.0) == pytest.approx([0.25, 0, 0.75, 0, 0])


def test_an_isolated_seed_keeps_its_mass() -> None:
    assert walk(graph_of(3, [(0, 1, 1.0)]), {2: 5.0}) == pytest.approx([0, 0, 1])


def test_an_isolated_seed_beside_another_keeps_some_mass() -> None:
    scores = walk(graph_of(3, [(0, 1, 1.0)]), {0: 1.0, 2: 1.0})
    assert scores.sum() == pytest.approx(1.0)
    assert (scores > 0).all()


def test_a_graph_without_edges_keeps_the_seeds() -> None:
    assert walk(graph_of(3, []), {0: 1.0, 1: 1.0}) == pytest.approx([0.5, 0.5, 0.0])


def test_edges_of_no_weight_lead_nowhere() -> None:
    assert walk(graph_of(2, [(0, 1, 1.0)]), {0: 1.0}, weight=[0.0]) == pytest.approx([1.0, 0.0])


@pytest.mark.parametrize(
    "seeds",
    [{}, {7: 1.0}, {-1: 1.0}, {0: 0.0}, {0: -1.0}, {0: math.nan}, {0: math.inf}, {0: -math.inf, 1: math.nan, 99: 1.0}],
)
def test_seeds_of_no_use_give_zeros(seeds: dict[int, float]) -> None:
    scores = walk(graph_of(5, CHAIN), seeds)
    assert scores.shape == (5,)
    assert not scores.any()


def test_an_empty_graph_gives_an_empty_answer() -> None:
    assert walk(graph_of(0, []), {0: 1.0}).shape == (0,)


def test_useless_seeds_do_not_disturb_useful_ones() -> None:
    graph = graph_of(5, CHAIN)
    assert walk(graph, {0: 2.0, 1: math.nan, 2: -1.0, 77: 1.0}) == pytest.approx(walk(graph, {0: 1.0}))


def test_enormous_seeds_are_seeds() -> None:
    assert walk(graph_of(2, [(0, 1, 1.0)]), {0: 1e308, 1: 1e308}).sum() == pytest.approx(1.0)


def test_usable_seeds_sum_to_one() -> None:
    assert usable_seeds(graph_of(5, CHAIN), {0: 1.0, 3: 3.0, 9: 4.0}) == {0: 0.25, 3: 0.75}


def test_nodes_within_are_ascending_and_whole() -> None:
    graph = graph_of(5, CHAIN)
    assert nodes_within(graph, [2], 1).tolist() == [1, 2, 3]
    assert nodes_within(graph, [4, 0], 1).tolist() == [0, 1, 3, 4]
    assert nodes_within(graph, [], 3).tolist() == []


def test_the_arrays_of_the_graph_stay_as_they_were() -> None:
    graph = graph_of(5, CHAIN)
    before = {field.name: getattr(graph, field.name).copy() for field in fields(graph)}
    for field in fields(graph):
        getattr(graph, field.name).setflags(write=False)
    walk(graph, {0: 1.0})
    walk(graph, {3: 1.0}, max_hops=1)
    assert all(np.array_equal(getattr(graph, name), array) for name, array in before.items())


def test_eight_threads_at_once_give_the_same_results() -> None:
    engine, random = IgraphPersonalizedPageRank(), np.random.default_rng(7)
    edges = [(int(a), int(b), 0.5) for a, b in random.integers(0, 300, (1200, 2)) if a != b]
    graph = graph_of(300, edges)
    alone = [walk(graph_of(300, edges), {seed: 1.0}) for seed in range(48)]
    with ThreadPoolExecutor(8) as pool:
        together = list(
            pool.map(lambda seed: engine.scores(graph, graph.weight, {seed: 1.0}, damping=0.85, max_hops=3), range(48))
        )
    assert all(np.array_equal(left, right) for left, right in zip(alone, together, strict=True))
