from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.retrieval.personalized_pagerank import IgraphPersonalizedPageRank
from core.storage.relation_graph import FloatArray, RelationGraph, build_graph

ENGINE = IgraphPersonalizedPageRank()
weights = st.floats(0.01, 1.0)
dampings = st.floats(0.0, 0.95)
hops = st.integers(1, 6)


@dataclass(frozen=True)
class Case:
    """A graph with at least one node, as edges and as arrays, and usable seeds."""

    nodes: int
    edges: list[tuple[int, int, float]]
    seeds: dict[int, float]

    @property
    def graph(self) -> RelationGraph:
        return graph_of(self.nodes, self.edges)


def graph_of(nodes: int, edges: list[tuple[int, int, float]]) -> RelationGraph:
    source, target = (np.array([edge[end] for edge in edges], dtype=np.int64) for end in (0, 1))
    weight = np.array([edge[2] for edge in edges], dtype=np.float64)
    entities = (nodes + 1) // 2
    kinds = np.zeros(len(edges), dtype=np.int64)
    return build_graph(entities, nodes - entities, len(edges), source, target, weight, kinds)


@st.composite
def cases(draw: st.DrawFn, max_seeds: int = 4) -> Case:
    nodes = draw(st.integers(1, 9))
    node = st.integers(0, nodes - 1)
    pairs = st.tuples(node, node, weights).filter(lambda edge: edge[0] != edge[1])
    edges = draw(st.lists(pairs, max_size=20)) if nodes > 1 else []
    return Case(nodes, edges, draw(st.dictionaries(node, weights, min_size=1, max_size=max_seeds)))


def scores(case: Case, damping: float, max_hops: int) -> FloatArray:
    graph = case.graph
    return ENGINE.scores(graph, graph.weight, case.seeds, damping=damping, max_hops=max_hops)


def within(case: Case, max_hops: int) -> set[int]:
    reached = set(case.seeds)
    for _ in range(max_hops):
        reached |= {b for a, b, _ in case.edges if a in reached} | {a for a, b, _ in case.edges if b in reached}
    return reached


def power_iteration(case: Case, damping: float, max_hops: int) -> FloatArray:
    """Plain and dense: rows of a stochastic matrix; who has no way out goes back to the seeds."""
    inside = within(case, max_hops)
    matrix = np.zeros((case.nodes, case.nodes))
    for a, b, weight in case.edges:
        if a in inside and b in inside:
            matrix[a, b] += weight
            matrix[b, a] += weight
    reset = np.zeros(case.nodes)
    for node, weight in case.seeds.items():
        reset[node] = weight
    reset /= reset.sum()
    totals = matrix.sum(axis=1, keepdims=True)
    matrix = np.where(totals > 0, matrix / np.where(totals > 0, totals, 1.0), reset)
    probability = reset.copy()
    for _ in range(1500):
        following = (1 - damping) * reset + damping * (probability @ matrix)
        if np.abs(following - probability).max() < 1e-15:
            break
        probability = following
    return probability


@given(cases(), dampings, hops)
def test_it_agrees_with_a_plain_power_iteration(case: Case, damping: float, max_hops: int) -> None:
    assert np.allclose(scores(case, damping, max_hops), power_iteration(case, damping, max_hops), atol=1e-8)


@given(cases(), dampings, hops)
def test_the_scores_are_a_probability(case: Case, damping: float, max_hops: int) -> None:
    found = scores(case, damping, max_hops)
    assert found.shape == (case.nodes,)
    assert (found >= 0).all()
    assert math.isclose(found.sum(), 1.0, abs_tol=1e-9)


@given(cases(), dampings, hops)
def test_every_seed_has_mass(case: Case, damping: float, max_hops: int) -> None:
    found = scores(case, damping, max_hops)
    assert all(found[seed] > 0 for seed in case.seeds)


@given(cases(), dampings, hops)
def test_nothing_beyond_the_hops_has_mass(case: Case, damping: float, max_hops: int) -> None:
    found = scores(case, damping, max_hops)
    assert set(np.flatnonzero(found).tolist()) <= within(case, max_hops)


@given(cases(max_seeds=1), dampings, dampings, hops)
def test_more_damping_moves_mass_away_from_the_seed(case: Case, one: float, other: float, max_hops: int) -> None:
    (seed,) = case.seeds
    less, more = sorted((one, other))
    assert scores(case, more, max_hops)[seed] <= scores(case, less, max_hops)[seed] + 1e-9


@given(cases(), dampings, hops, st.randoms(use_true_random=False))
def test_the_order_and_direction_of_edges_do_not_matter(
    case: Case, damping: float, max_hops: int, random: np.random.Generator
) -> None:
    turned = [(b, a, weight) for a, b, weight in case.edges]
    random.shuffle(turned)
    other = Case(case.nodes, turned, case.seeds)
    assert np.allclose(scores(case, damping, max_hops), scores(other, damping, max_hops), atol=1e-9)


@given(cases(), dampings, hops)
def test_an_isolated_seed_keeps_its_mass(case: Case, damping: float, max_hops: int) -> None:
    alone = Case(case.nodes + 1, case.edges, {case.nodes: 0.7})
    assert math.isclose(scores(alone, damping, max_hops)[case.nodes], 1.0)


@given(cases(), hops)
def test_damping_nought_gives_the_seeds_back(case: Case, max_hops: int) -> None:
    total = sum(case.seeds.values())
    expected = np.array([case.seeds.get(node, 0.0) / total for node in range(case.nodes)])
    assert np.allclose(scores(case, 0.0, max_hops), expected)


@given(cases(), dampings, st.floats(0.01, 100.0))
def test_the_scale_of_seeds_and_weights_does_not_matter(case: Case, damping: float, factor: float) -> None:
    graph = case.graph
    seeds = {node: weight * factor for node, weight in case.seeds.items()}
    scaled = ENGINE.scores(graph, graph.weight * factor, seeds, damping=damping, max_hops=3)
    assert np.allclose(scaled, scores(case, damping, 3), atol=1e-9)


useless = st.one_of(
    st.tuples(st.integers(0, 8), st.sampled_from([0.0, -0.0, -1.0, math.nan, math.inf, -math.inf])),
    st.tuples(st.one_of(st.integers(max_value=-1), st.integers(min_value=9)), weights),
)


@given(cases(), st.lists(useless), dampings, hops)
def test_useless_seeds_give_zeros(case: Case, seeds: list[tuple[int, float]], damping: float, max_hops: int) -> None:
    graph = case.graph
    assert not ENGINE.scores(graph, graph.weight, dict(seeds), damping=damping, max_hops=max_hops).any()


@given(st.dictionaries(st.integers(-3, 3), st.floats()), dampings, hops)
def test_an_empty_graph_gives_an_empty_answer(seeds: dict[int, float], damping: float, max_hops: int) -> None:
    graph = graph_of(0, [])
    assert ENGINE.scores(graph, graph.weight, seeds, damping=damping, max_hops=max_hops).shape == (0,)


@given(cases(), dampings, hops)
def test_the_graph_is_never_modified(case: Case, damping: float, max_hops: int) -> None:
    graph = case.graph
    before = [getattr(graph, field.name).copy() for field in fields(graph)]
    ENGINE.scores(graph, graph.weight, case.seeds, damping=damping, max_hops=max_hops)
    after = [getattr(graph, field.name) for field in fields(graph)]
    assert all(np.array_equal(left, right) for left, right in zip(before, after, strict=True))
