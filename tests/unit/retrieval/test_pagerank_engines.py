"""Every engine keeps the contract of core/retrieval/pagerank/contract.py."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import igraph
import numpy as np
import pytest

from core.retrieval.pagerank.contract import (
    MOST_HOPS,
    PersonalizedPageRank,
    Walk,
    WalkParameters,
    usable_influence,
    usable_seeds,
)
from core.retrieval.pagerank.engines import AutomaticPersonalizedPageRank
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank, nodes_within
from core.retrieval.pagerank.local_push import LocalPushPersonalizedPageRank
from core.storage.relation_graph import FloatArray
from tests.graphs import CLOSE, ENGINES, Edge, graph_of, random_graph, walk

CHAIN: list[Edge] = [(0, 1, 1.0), (1, 2, 0.5), (2, 3, 1.0), (3, 4, 1.0)]
TYPED: list[Edge] = [(0, 1, 1.0, 0), (0, 2, 1.0, 1), (1, 2, 0.5, 2)]


@pytest.fixture(params=list(ENGINES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def engine(name: str) -> PersonalizedPageRank:
    return ENGINES[name]()


@pytest.fixture
def close(name: str) -> Callable[[object], object]:
    return lambda expected: pytest.approx(expected, abs=CLOSE[name])


Close = Callable[[object], object]


def distance(one: Walk, other: Walk) -> float:
    return float(np.abs(one.scores - other.scores).sum())


def test_a_single_seed_spreads_over_its_neighbourhood(engine: PersonalizedPageRank, close: Close) -> None:
    found = walk(engine, graph_of(3, [(0, 1, 1.0), (1, 2, 0.5)]), {0: 1.0})
    assert found.scores == close([0.41036036, 0.45945946, 0.13018018])
    assert found.converged


def test_two_nodes_give_the_closed_form(engine: PersonalizedPageRank, close: Close) -> None:
    assert walk(engine, graph_of(2, [(0, 1, 0.3)]), {0: 1.0}, damping=0.5).scores == close([2 / 3, 1 / 3])


def test_several_seeds_count_by_their_weights(engine: PersonalizedPageRank, name: str) -> None:
    graph = random_graph(60, 150)
    together = walk(engine, graph, {3: 1.0, 40: 3.0}, max_hops=None).scores
    apart = [walk(engine, graph, {seed: 1.0}, max_hops=None).scores for seed in (3, 40)]
    assert np.abs(together - (0.25 * apart[0] + 0.75 * apart[1])).sum() < 2 * CLOSE[name]


def test_the_walk_goes_several_hops(engine: PersonalizedPageRank) -> None:
    scores = walk(engine, graph_of(5, CHAIN), {0: 1.0}, max_hops=None).scores
    assert (np.diff(scores[1:]) < 0).all()
    assert scores[4] > 0


def test_the_walk_goes_against_the_direction_of_edges_too(engine: PersonalizedPageRank) -> None:
    assert walk(engine, graph_of(2, [(1, 0, 1.0)]), {0: 1.0}).scores[1] > 0


def test_a_heavier_edge_draws_more_mass(engine: PersonalizedPageRank, close: Close) -> None:
    scores = walk(engine, graph_of(3, [(0, 1, 1.0), (0, 2, 0.25)]), {0: 1.0}).scores
    assert scores[1] == close(4 * scores[2])


def test_parallel_edges_add_up(engine: PersonalizedPageRank, close: Close) -> None:
    scores = walk(engine, graph_of(3, [(0, 1, 0.5), (1, 0, 0.5), (0, 2, 1.0)]), {0: 1.0}).scores
    assert scores[1] == close(scores[2])


def test_an_edge_to_itself_leads_nowhere(engine: PersonalizedPageRank, name: str) -> None:
    graph, without = graph_of(3, [(0, 0, 1.0), (0, 1, 1.0), (1, 2, 1.0)]), graph_of(3, [(0, 1, 1.0), (1, 2, 1.0)])
    assert distance(walk(engine, graph, {0: 1.0}), walk(engine, without, {0: 1.0})) < CLOSE[name]


def test_influence_multiplies_the_edges_of_a_type(engine: PersonalizedPageRank, name: str) -> None:
    scaled: list[Edge] = [(0, 1, 2.0), (0, 2, 0.5), (1, 2, 0.5)]
    found = walk(engine, graph_of(3, TYPED), {0: 1.0}, influence=[2.0, 0.5, 1.0])
    assert distance(found, walk(engine, graph_of(3, scaled), {0: 1.0})) < 2 * CLOSE[name]


@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_only_the_proportions_of_influence_matter(engine: PersonalizedPageRank, factor: float) -> None:
    graph, influence = graph_of(3, TYPED), np.array([3.0, 1.0, 2.0])
    scaled = walk(engine, graph, {0: 1.0}, influence=influence * factor)
    assert scaled.scores == pytest.approx(walk(engine, graph, {0: 1.0}, influence=influence).scores, abs=1e-7)


def test_a_type_without_influence_is_not_walked(engine: PersonalizedPageRank) -> None:
    scores = walk(engine, graph_of(3, TYPED), {0: 1.0}, influence=[0.0, 1.0, 0.0]).scores
    assert scores[1] == 0.0
    assert scores[2] > 0.0


def test_types_the_graph_does_not_use_may_have_any_influence(engine: PersonalizedPageRank) -> None:
    graph = graph_of(3, TYPED)
    longer = walk(engine, graph, {0: 1.0}, influence=[1.0, 1.0, 1.0, 9.0]).scores
    assert np.array_equal(longer, walk(engine, graph, {0: 1.0}).scores)


def test_a_seed_whose_edges_have_no_influence_keeps_its_mass(engine: PersonalizedPageRank) -> None:
    assert walk(engine, graph_of(2, [(0, 1, 1.0)]), {0: 1.0}, influence=[0.0]).scores.tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    "influence", [[1.0], [1.0, -1.0, 1.0], [1.0, math.nan, 1.0], [math.inf, 1.0, 1.0], [[1.0] * 3]]
)
def test_an_influence_that_does_not_fit_is_refused(engine: PersonalizedPageRank, influence: list[float]) -> None:
    with pytest.raises(ValueError, match="influence must"):
        walk(engine, graph_of(3, TYPED), {0: 1.0}, influence=influence)


@pytest.mark.parametrize(("hops", "reached"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (6, 5), (None, 5)])
def test_the_walk_stays_within_its_hops(engine: PersonalizedPageRank, hops: int | None, reached: int) -> None:
    assert np.count_nonzero(walk(engine, graph_of(5, CHAIN), {0: 1.0}, max_hops=hops).scores) == reached


@pytest.mark.parametrize("hops", [0, 1, 2, 3, None])
@pytest.mark.parametrize("seeds", [{5: 1.0}, {0: 2.0, 250: 1.0}])
def test_every_engine_finds_what_igraph_finds(
    engine: PersonalizedPageRank, name: str, hops: int | None, seeds: dict[int, float]
) -> None:
    graph, influence = random_graph(400, 900), [0.2, 1.9, 0.0, 0.9]
    reference = walk(IgraphPersonalizedPageRank(), graph, seeds, influence=influence, max_hops=hops)
    assert distance(walk(engine, graph, seeds, influence=influence, max_hops=hops), reference) < CLOSE[name]


@pytest.mark.parametrize("influence", [[1.0, 1.0, 1.0, 1.0], [0.0, 1.0, 1.0, 0.0]])
def test_every_engine_finds_what_igraph_finds_in_a_crowd(
    engine: PersonalizedPageRank, name: str, influence: list[float]
) -> None:
    """Enough rows that blocks and regions of the push, and both directions of the search, are used."""
    graph = random_graph(5000, 20_000)
    for hops in (2, 4, None):
        reference = walk(IgraphPersonalizedPageRank(), graph, {17: 1.0}, influence=influence, max_hops=hops)
        found = walk(engine, graph, {17: 1.0}, influence=influence, max_hops=hops)
        assert distance(found, reference) < 5 * CLOSE[name]


@pytest.mark.parametrize("hops", [-1, 255, 400])
def test_hops_out_of_range_are_refused(hops: int) -> None:
    with pytest.raises(ValueError, match="max_hops must be from 0 to 254"):
        WalkParameters(max_hops=hops)


def test_the_most_hops_reach_to_the_end_of_a_long_chain(engine: PersonalizedPageRank) -> None:
    chain = graph_of(MOST_HOPS + 20, [(node, node + 1, 1.0) for node in range(MOST_HOPS + 19)])
    scores = walk(engine, chain, {0: 1.0}, damping=0.999, max_hops=MOST_HOPS, max_iterations=10_000).scores
    assert np.flatnonzero(scores).tolist() == list(range(MOST_HOPS + 1))


def test_an_edge_without_influence_is_no_hop(engine: PersonalizedPageRank) -> None:
    """0 – 2 – 1 leads nowhere over its first edge, so that 1 and 2 are three and four edges away, not two and one."""
    edges = [(0, 2, 1.0, 0), (2, 1, 1.0, 1), (0, 3, 1.0, 1), (3, 4, 1.0, 1), (4, 1, 1.0, 1)]
    graph = graph_of(5, edges)
    for hops, reached in ((1, {0, 3}), (2, {0, 3, 4}), (3, {0, 1, 3, 4}), (4, {0, 1, 2, 3, 4})):
        scores = walk(engine, graph, {0: 1.0}, influence=[0.0, 1.0], max_hops=hops).scores
        assert set(np.flatnonzero(scores).tolist()) == reached


def test_less_damping_keeps_more_at_the_seed(engine: PersonalizedPageRank) -> None:
    at_seed = [walk(engine, random_graph(60, 150), {3: 1.0}, damping=d).scores[3] for d in (0.0, 0.3, 0.6, 0.9)]
    assert at_seed == sorted(at_seed, reverse=True)
    assert at_seed[0] - at_seed[-1] > 0.5


def test_damping_nought_gives_the_seeds_back(engine: PersonalizedPageRank) -> None:
    found = walk(engine, graph_of(5, CHAIN), {0: 1.0, 2: 3.0}, damping=0.0)
    assert found.scores == pytest.approx([0.25, 0, 0.75, 0, 0])
    assert found.converged


def test_an_isolated_seed_keeps_its_mass(engine: PersonalizedPageRank) -> None:
    for hops in (2, None):
        assert walk(engine, graph_of(3, [(0, 1, 1.0)]), {2: 5.0}, max_hops=hops).scores == pytest.approx([0, 0, 1])


def test_an_isolated_seed_beside_another_keeps_what_returns_to_it(engine: PersonalizedPageRank, close: Close) -> None:
    reference = walk(IgraphPersonalizedPageRank(), graph_of(3, [(0, 1, 1.0)]), {0: 1.0, 2: 1.0})
    for hops in (2, None):
        found = walk(engine, graph_of(3, [(0, 1, 1.0)]), {0: 1.0, 2: 1.0}, max_hops=hops)
        assert found.scores == close(reference.scores)
        assert found.scores[2] > 0


def test_nothing_reaches_another_component(engine: PersonalizedPageRank) -> None:
    two_pairs: list[Edge] = [(0, 1, 1.0), (2, 3, 1.0)]
    scores = walk(engine, graph_of(4, two_pairs), {0: 1.0}, max_hops=None).scores
    assert scores[2:].tolist() == [0.0, 0.0]
    assert scores[:2].sum() == pytest.approx(1.0)


def test_a_small_part_of_a_large_graph_is_walked_alone(engine: PersonalizedPageRank, close: Close) -> None:
    scores = walk(engine, graph_of(5000, [(4000, 4999, 0.3)]), {4000: 1.0}, damping=0.5, max_hops=None).scores
    assert scores[[4000, 4999]] == close([2 / 3, 1 / 3])
    assert np.count_nonzero(scores) == 2


def test_a_graph_without_edges_keeps_the_seeds(engine: PersonalizedPageRank) -> None:
    assert walk(engine, graph_of(3, []), {0: 1.0, 1: 1.0}).scores == pytest.approx([0.5, 0.5, 0.0])


@pytest.mark.parametrize(
    "seeds",
    [{}, {7: 1.0}, {-1: 1.0}, {0: 0.0}, {0: -1.0}, {0: math.nan}, {0: math.inf}, {0: -math.inf, 1: math.nan, 99: 1.0}],
)
def test_seeds_of_no_use_give_zeros(engine: PersonalizedPageRank, seeds: dict[int, float]) -> None:
    found = walk(engine, graph_of(5, CHAIN), seeds)
    assert found.scores.tolist() == [0.0] * 5
    assert found.converged


def test_an_empty_graph_gives_an_empty_answer(engine: PersonalizedPageRank) -> None:
    assert walk(engine, graph_of(0, []), {0: 1.0}).scores.shape == (0,)


def test_useless_seeds_do_not_disturb_useful_ones(engine: PersonalizedPageRank) -> None:
    graph = graph_of(5, CHAIN)
    mixed = walk(engine, graph, {0: 2.0, 1: math.nan, 2: -1.0, 77: 1.0})
    assert np.array_equal(mixed.scores, walk(engine, graph, {0: 1.0}).scores)


def test_enormous_seeds_are_seeds(engine: PersonalizedPageRank) -> None:
    assert walk(engine, graph_of(2, [(0, 1, 1.0)]), {0: 1e308, 1: 1e308}).scores.sum() == pytest.approx(1.0)


def test_tiny_weights_beside_large_ones_are_walked(engine: PersonalizedPageRank, name: str) -> None:
    edges: list[Edge] = [(0, 1, 1e-6, 0), (1, 2, 1.0, 1), (2, 3, 1e-6, 0)]
    reference = walk(IgraphPersonalizedPageRank(), graph_of(4, edges), {0: 1.0}, influence=[1e-6, 1.0])
    found = walk(engine, graph_of(4, edges), {0: 1.0}, influence=[1e-6, 1.0])
    assert distance(found, reference) < CLOSE[name]


@pytest.mark.parametrize("hops", [1, None])
@pytest.mark.parametrize("name", ["conjugate gradient", "local push"])
def test_too_few_iterations_are_admitted(engine: PersonalizedPageRank, hops: int | None) -> None:
    graph = random_graph(3000, 9000)
    few = walk(engine, graph, {1: 1.0}, max_iterations=1, max_hops=hops)
    enough = walk(engine, graph, {1: 1.0}, max_hops=hops)
    assert (few.converged, enough.converged) == (False, True)
    assert few.iterations < enough.iterations
    assert few.scores.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["local push", "conjugate gradient"])
@pytest.mark.parametrize("hops", [1, None])
def test_a_walk_leaves_nothing_behind_for_the_next(engine: PersonalizedPageRank, hops: int | None) -> None:
    graph = random_graph(3000, 9000)
    first = walk(engine, graph, {1: 1.0}, max_hops=hops).scores
    walk(engine, graph, {2000: 1.0}, influence=[0.0, 1.0, 2.0, 3.0], max_iterations=1)
    assert np.array_equal(walk(engine, graph, {1: 1.0}, max_hops=hops).scores, first)


def test_a_smaller_threshold_is_more_exact() -> None:
    graph = random_graph(3000, 9000)
    reference = walk(IgraphPersonalizedPageRank(), graph, {1: 1.0})
    errors = [
        distance(walk(LocalPushPersonalizedPageRank(each), graph, {1: 1.0}), reference) for each in (1.0, 0.1, 1e-4)
    ]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-4


def test_the_graph_is_read_only_and_not_copied(engine: PersonalizedPageRank) -> None:
    graph = graph_of(5, CHAIN)
    with pytest.raises(ValueError, match="read-only"):
        graph.walk.weight[0] = 9.0
    before = graph.walk.weight.copy()
    walk(engine, graph, {0: 1.0})
    walk(engine, graph, {3: 1.0}, max_hops=1)
    assert np.array_equal(graph.walk.weight, before)


def test_scores_cannot_be_changed(engine: PersonalizedPageRank) -> None:
    with pytest.raises(ValueError, match="read-only"):
        walk(engine, graph_of(5, CHAIN), {0: 1.0}).scores[0] = 1.0


@pytest.mark.parametrize("hops", [2, None])
def test_eight_threads_with_different_influence_do_not_disturb_each_other(
    engine: PersonalizedPageRank, hops: int | None
) -> None:
    graph, random = random_graph(1500, 6000), np.random.default_rng(3)
    questions = [(seed, random.uniform(0.0, 2.0, 4)) for seed in range(64)]

    def ask(question: tuple[int, FloatArray]) -> FloatArray:
        return walk(engine, graph, {question[0]: 1.0}, influence=question[1], max_hops=hops).scores

    engine.warm_up(graph)
    alone = [ask(question) for question in questions]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(ask, questions))
    assert all(np.array_equal(left, right) for left, right in zip(alone, together, strict=True))


def test_more_than_255_types_are_told_apart(engine: PersonalizedPageRank, close: Close) -> None:
    edges: list[Edge] = [(0, 1, 1.0, 299), (0, 2, 1.0, 43)]  # 299 is 43 in a single byte
    influence = np.zeros(300)
    influence[299] = 1.0
    graph = graph_of(3, edges)
    engine.warm_up(graph)
    assert walk(engine, graph, {0: 1.0}, influence=influence).scores == close([0.54054054, 0.45945946, 0.0])


def test_an_error_of_igraph_is_a_runtime_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise igraph.InternalError("prpack")

    monkeypatch.setattr(igraph.Graph, "personalized_pagerank", fail)
    with pytest.raises(RuntimeError, match="prpack"):
        walk(IgraphPersonalizedPageRank(), graph_of(2, [(0, 1, 1.0)]), {0: 1.0})


@pytest.mark.parametrize("name", ["conjugate gradient", "local push"])
def test_only_the_igraph_engine_builds_an_igraph_object(engine: PersonalizedPageRank) -> None:
    graph = graph_of(5, CHAIN)
    engine.warm_up(graph)
    walk(engine, graph, {0: 1.0})
    assert "igraph" not in vars(graph)


@pytest.mark.parametrize(("edges", "chosen"), [(4, "exact"), (3, "local")])
def test_automatic_chooses_by_the_size_of_the_graph(edges: int, chosen: str) -> None:
    exact, local = IgraphPersonalizedPageRank(), LocalPushPersonalizedPageRank(0.1)
    automatic = AutomaticPersonalizedPageRank(exact, local, max_exact_edges=edges)
    graph = graph_of(5, CHAIN)
    automatic.warm_up(graph)
    assert automatic.engine_for(graph) is {"exact": exact, "local": local}[chosen]
    expected = walk({"exact": exact, "local": local}[chosen], graph, {0: 1.0})
    assert np.array_equal(walk(automatic, graph, {0: 1.0}).scores, expected.scores)


def test_usable_seeds_sum_to_one() -> None:
    assert usable_seeds(graph_of(5, CHAIN), {3: 3.0, 0: 1.0, 9: 4.0}) == {0: 0.25, 3: 0.75}


def test_negligible_influence_counts_as_none() -> None:
    assert usable_influence(graph_of(3, TYPED), np.array([2.0, 1e-30, 1.0])).tolist() == [1.0, 0.0, 0.5]


def test_nodes_within_are_ascending_and_whole() -> None:
    graph, leading = graph_of(5, CHAIN), np.ones(1, dtype=bool)
    assert nodes_within(graph, [2], 1, leading).tolist() == [1, 2, 3]
    assert nodes_within(graph, [4, 0], 1, leading).tolist() == [0, 1, 3, 4]
    assert nodes_within(graph, [], 3, leading).tolist() == []
    assert nodes_within(graph, [2], None, leading).tolist() == [0, 1, 2, 3, 4]
    assert nodes_within(graph, [2], 1, ~leading).tolist() == [2]


def test_the_parameters_have_the_usual_defaults() -> None:
    assert WalkParameters() == WalkParameters(damping=0.85, max_hops=None, tolerance=1e-6, max_iterations=100)


@pytest.mark.parametrize("seeds", [{0: 1.0}, {40: 1.0}, {0: 1.0, 40: 2.0}, {80: 1.0}])
def test_seeds_in_some_components_leave_the_others_alone(seeds: dict[int, float]) -> None:
    """Two rings, 0…39 and 40…79, and 80 on its own: only the seeds' own components are solved for, with one result."""
    ring: list[Edge] = [
        (start + step, start + (step + 1) % 40, 1.0 + step % 3) for start in (0, 40) for step in range(40)
    ]
    graph = graph_of(81, ring)
    found = walk(ENGINES["conjugate gradient"](), graph, seeds, max_hops=None)
    assert distance(found, walk(ENGINES["igraph"](), graph, seeds, max_hops=None)) < 1e-5
    reached = {node for first in (0, 40, 80) for node in range(first, min(first + 40, 81)) if seeds.keys() & {first}}
    assert set(np.flatnonzero(found.scores).tolist()) <= reached
