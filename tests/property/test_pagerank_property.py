from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.ontology import default_ontology
from core.retrieval.pagerank.contract import WalkParameters
from core.retrieval.pagerank.relation_influence import influence_by_edge_type
from core.storage.relation_graph import FloatArray, RelationGraph
from core.storage.walk_arrays import WalkArrays
from tests.graphs import CLOSE, ENGINES, graph_of

EDGE_TYPES = (*default_ontology().types, "PRIMARY", "SECONDARY", "PERIPHERAL")
TYPES = 3
every_engine = pytest.mark.parametrize("name", list(ENGINES))
RUNNING = {name: make() for name, make in ENGINES.items()}
weights = st.floats(0.01, 1.0)
dampings = st.floats(0.0, 0.95)
hops = st.one_of(st.none(), st.integers(0, 6))
influences = st.lists(st.one_of(st.just(0.0), st.floats(0.05, 4.0)), min_size=TYPES, max_size=TYPES)


@dataclass(frozen=True)
class Case:
    """A graph with at least one node, as typed edges and as arrays, usable seeds, and an influence."""

    nodes: int
    edges: list[tuple[int, int, float, int]]
    seeds: dict[int, float]
    influence: list[float]

    @property
    def graph(self) -> RelationGraph:
        return graph_of(self.nodes, self.edges, passages=self.nodes // 2)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """What is compiled at the first walk is compiled before any example is timed."""
    graph = graph_of(3, [(0, 1, 1.0, 0), (1, 2, 1.0, 0)])
    for engine in RUNNING.values():
        engine.warm_up(graph)
        for max_hops in (None, 0, 2):
            engine.walk(graph, np.ones(graph.walk.types), {0: 1.0}, WalkParameters(0.85, max_hops))


@st.composite
def cases(draw: st.DrawFn, max_seeds: int = 4) -> Case:
    nodes = draw(st.integers(1, 9))
    node = st.integers(0, nodes - 1)
    edges = draw(st.lists(st.tuples(node, node, weights, st.integers(0, TYPES - 1)), max_size=20))
    seeds = draw(st.dictionaries(node, weights, min_size=1, max_size=max_seeds))
    return Case(nodes, edges, seeds, draw(influences))


def scores(
    name: str, case: Case, damping: float, max_hops: int | None, influence: list[float] | FloatArray | None = None
) -> FloatArray:
    multiplier = np.asarray(case.influence if influence is None else influence, dtype=np.float64)
    return RUNNING[name].walk(case.graph, multiplier, case.seeds, WalkParameters(damping, max_hops)).scores


def within(case: Case, max_hops: int | None) -> set[int]:
    """Nodes that are reached over edges that have an influence."""
    pairs = [(a, b) for a, b, _, kind in case.edges if case.influence[kind] > 0]
    reached = set(case.seeds)
    for _ in range(case.nodes if max_hops is None else max_hops):
        reached |= {b for a, b in pairs if a in reached} | {a for a, b in pairs if b in reached}
    return reached


def power_iteration(case: Case, damping: float, max_hops: int | None) -> FloatArray:
    """Plain and dense: rows of a stochastic matrix; who has no way out goes back to the seeds."""
    inside = within(case, max_hops)
    matrix = np.zeros((case.nodes, case.nodes))
    for a, b, weight, kind in case.edges:
        if a in inside and b in inside and a != b:
            matrix[a, b] += weight * case.influence[kind]
            matrix[b, a] += weight * case.influence[kind]
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


@every_engine
@given(cases(), dampings, hops)
def test_it_agrees_with_a_plain_power_iteration(name: str, case: Case, damping: float, max_hops: int | None) -> None:
    difference = scores(name, case, damping, max_hops) - power_iteration(case, damping, max_hops)
    assert np.abs(difference).sum() < 5 * CLOSE[name]


@every_engine
@given(cases(), dampings, hops)
def test_the_scores_are_a_probability(name: str, case: Case, damping: float, max_hops: int | None) -> None:
    found = scores(name, case, damping, max_hops)
    assert found.shape == (case.nodes,)
    assert (found >= 0).all()
    assert math.isclose(found.sum(), 1.0, abs_tol=1e-6)


@every_engine
@given(cases(), dampings, hops)
def test_every_seed_has_mass(name: str, case: Case, damping: float, max_hops: int | None) -> None:
    found = scores(name, case, damping, max_hops)
    assert all(found[seed] > 0 for seed in case.seeds)


@every_engine
@given(cases(), dampings, hops)
def test_nothing_beyond_the_hops_has_mass(name: str, case: Case, damping: float, max_hops: int | None) -> None:
    found = scores(name, case, damping, max_hops)
    assert set(np.flatnonzero(found).tolist()) <= within(case, max_hops)


@every_engine
@given(cases(max_seeds=1), dampings, dampings, hops)
def test_more_damping_moves_mass_away_from_the_seed(
    name: str, case: Case, one: float, other: float, max_hops: int | None
) -> None:
    (seed,) = case.seeds
    less, more = sorted((one, other))
    assert scores(name, case, more, max_hops)[seed] <= scores(name, case, less, max_hops)[seed] + 5 * CLOSE[name]


@every_engine
@given(cases(), dampings, hops, st.randoms(use_true_random=False))
def test_the_order_and_direction_of_edges_do_not_matter(
    name: str, case: Case, damping: float, max_hops: int | None, random: np.random.Generator
) -> None:
    turned = [(b, a, weight, kind) for a, b, weight, kind in case.edges]
    random.shuffle(turned)
    other = Case(case.nodes, turned, case.seeds, case.influence)
    difference = scores(name, case, damping, max_hops) - scores(name, other, damping, max_hops)
    assert np.abs(difference).sum() < 5 * CLOSE[name]


@every_engine
@given(cases(), dampings, hops)
def test_an_isolated_seed_keeps_its_mass(name: str, case: Case, damping: float, max_hops: int | None) -> None:
    alone = Case(case.nodes + 1, case.edges, {case.nodes: 0.7}, case.influence)
    assert math.isclose(scores(name, alone, damping, max_hops)[case.nodes], 1.0)


@every_engine
@given(cases(), hops)
def test_damping_nought_gives_the_seeds_back(name: str, case: Case, max_hops: int | None) -> None:
    total = sum(case.seeds.values())
    expected = np.array([case.seeds.get(node, 0.0) / total for node in range(case.nodes)])
    assert np.allclose(scores(name, case, 0.0, max_hops), expected, atol=1e-6)


@every_engine
@given(cases(), dampings, hops, st.floats(0.01, 100.0))
def test_the_scale_of_seeds_and_influence_does_not_matter(
    name: str, case: Case, damping: float, max_hops: int | None, factor: float
) -> None:
    scaled = Case(
        case.nodes,
        case.edges,
        {node: weight * factor for node, weight in case.seeds.items()},
        [each * factor for each in case.influence],
    )
    difference = scores(name, scaled, damping, max_hops) - scores(name, case, damping, max_hops)
    assert np.abs(difference).sum() < CLOSE[name]


@every_engine
@given(cases(), dampings, hops, st.floats(1e-6, 1e6), st.floats(1e-6, 1e6))
def test_uniform_influence_is_exactly_the_plain_walk(
    name: str, case: Case, damping: float, max_hops: int | None, family: float, role: float
) -> None:
    alike = RelationInfluence(
        families=FamilyInfluence(**dict.fromkeys(FamilyInfluence.model_fields, family)),
        roles=RoleInfluence(**dict.fromkeys(RoleInfluence.model_fields, role)),
    )
    influence = influence_by_edge_type(EDGE_TYPES, lambda kind: default_ontology()[kind].family, alike)
    plain = scores(name, case, damping, max_hops, np.ones(len(EDGE_TYPES)))
    assert np.array_equal(scores(name, case, damping, max_hops, influence), plain)


useless = st.one_of(
    st.tuples(st.integers(0, 8), st.sampled_from([0.0, -0.0, -1.0, math.nan, math.inf, -math.inf])),
    st.tuples(st.one_of(st.integers(max_value=-1), st.integers(min_value=9)), weights),
)


@every_engine
@given(cases(), st.lists(useless), dampings, hops)
def test_useless_seeds_give_zeros(
    name: str, case: Case, seeds: list[tuple[int, float]], damping: float, max_hops: int | None
) -> None:
    useless_case = Case(case.nodes, case.edges, dict(seeds), case.influence)
    assert not scores(name, useless_case, damping, max_hops).any()


@every_engine
@given(st.dictionaries(st.integers(-3, 3), st.floats()), dampings, hops)
def test_an_empty_graph_gives_an_empty_answer(
    name: str, seeds: dict[int, float], damping: float, max_hops: int | None
) -> None:
    assert scores(name, Case(0, [], seeds, [1.0]), damping, max_hops).shape == (0,)


@every_engine
@given(cases(), dampings, hops)
def test_the_graph_is_never_modified(name: str, case: Case, damping: float, max_hops: int | None) -> None:
    graph = case.graph
    arrays = [getattr(graph, field.name) for field in fields(graph) if field.name != "walk"]
    arrays += [getattr(graph.walk, field.name) for field in fields(WalkArrays)]
    before = [array.copy() for array in arrays]
    influence = np.array(case.influence)
    RUNNING[name].walk(graph, influence, case.seeds, WalkParameters(damping, max_hops))
    assert all(np.array_equal(left, right) for left, right in zip(before, arrays, strict=True))
    assert influence.tolist() == case.influence
