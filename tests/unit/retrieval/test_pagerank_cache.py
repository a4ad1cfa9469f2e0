from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from core.retrieval.pagerank.cached import CachedPersonalizedPageRank
from core.retrieval.pagerank.conjugate_gradient import ConjugateGradientPersonalizedPageRank
from core.retrieval.pagerank.contract import Walk, WalkParameters
from core.retrieval.pagerank.engines import engine_from
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.retrieval.pagerank.local_push import LocalPushPersonalizedPageRank
from core.settings import Settings
from core.storage.relation_graph import FloatArray, RelationGraph
from tests.graphs import graph_of, random_graph, walk


class CountingEngine(ConjugateGradientPersonalizedPageRank):
    def __init__(self) -> None:
        self.walks = 0
        self.warmed_up: list[RelationGraph] = []

    def warm_up(self, graph: RelationGraph) -> None:
        self.warmed_up.append(graph)

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        self.walks += 1
        return super().walk(graph, influence, seeds, parameters)


@pytest.fixture
def cached() -> CachedPersonalizedPageRank:
    return CachedPersonalizedPageRank(CountingEngine(), max_walks=4, max_bytes=1_000_000)


def walks(cached: CachedPersonalizedPageRank) -> int:
    assert isinstance(cached.engine, CountingEngine)
    return cached.engine.walks


def test_the_same_walk_is_walked_once(cached: CachedPersonalizedPageRank) -> None:
    graph = random_graph(50, 120)
    first = walk(cached, graph, {1: 1.0, 2: 2.0})
    again = walk(cached, graph, {2: 4.0, 1: 2.0, 99: 1.0}, influence=[2.0] * 4)  # the same once made usable
    assert again is first
    assert (walks(cached), cached.hits, cached.misses, cached.hit_rate) == (1, 1, 1, 0.5)


def test_before_the_first_walk_there_is_no_hit(cached: CachedPersonalizedPageRank) -> None:
    assert cached.hit_rate == 0.0


def test_what_changes_the_walk_is_walked_anew(cached: CachedPersonalizedPageRank) -> None:
    graph, other = random_graph(50, 120), random_graph(50, 120, seed=8)
    asked = [
        walk(cached, graph, {1: 1.0}),
        walk(cached, other, {1: 1.0}),
        walk(cached, graph, {2: 1.0}),
        walk(cached, graph, {1: 1.0}, influence=[1.0, 2.0, 1.0, 1.0]),
        walk(cached, graph, {1: 1.0}, damping=0.5),
        walk(cached, graph, {1: 1.0}, max_hops=1),
    ]
    assert walks(cached) == 6
    assert len({each.scores.tobytes() for each in asked}) == 6


def test_the_walk_used_longest_ago_is_forgotten_first(cached: CachedPersonalizedPageRank) -> None:
    graph = random_graph(50, 120)
    for seed in (0, 1, 2, 3, 0, 4):  # 4 takes the place of 1
        walk(cached, graph, {seed: 1.0})
    before = walks(cached)
    walk(cached, graph, {0: 1.0})
    assert walks(cached) == before
    walk(cached, graph, {1: 1.0})
    assert walks(cached) == before + 1


def test_memory_is_bounded_in_bytes() -> None:
    cached = CachedPersonalizedPageRank(CountingEngine(), max_walks=100, max_bytes=2 * 50 * 4)
    graph = random_graph(50, 120)
    for seed in (0, 1, 2, 2, 1, 0):
        walk(cached, graph, {seed: 1.0})
    assert (cached.hits, cached.misses, cached.remembered) == (2, 4, 2)


def test_a_size_of_nought_remembers_nothing() -> None:
    cached = CachedPersonalizedPageRank(CountingEngine(), max_walks=0, max_bytes=1_000_000)
    graph = random_graph(50, 120)
    assert np.array_equal(walk(cached, graph, {1: 1.0}).scores, walk(cached, graph, {1: 1.0}).scores)
    assert cached.hits == 0


def test_a_closed_graph_is_not_kept_alive(cached: CachedPersonalizedPageRank) -> None:
    for _ in range(20):  # a new graph may get the address of the one before
        found = walk(cached, graph_of(2, [(0, 1, 1.0)]), {0: 1.0}, damping=0.5)
        assert found.scores == pytest.approx([2 / 3, 1 / 3], abs=1e-5)
    assert cached.hits == 0


def test_concurrent_questions_get_their_own_answers() -> None:
    cached = CachedPersonalizedPageRank(ConjugateGradientPersonalizedPageRank(), max_walks=5, max_bytes=1_000_000)
    graph = random_graph(300, 900)
    expected = [walk(ConjugateGradientPersonalizedPageRank(), graph, {seed: 1.0}).scores for seed in range(10)]
    seeds = [seed % 10 for seed in range(200)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda seed: walk(cached, graph, {seed: 1.0}).scores, seeds))
    assert all(np.array_equal(scores, expected[seed]) for seed, scores in zip(seeds, found, strict=True))
    assert cached.hits + cached.misses == 200


def test_two_that_miss_together_keep_one_walk(cached: CachedPersonalizedPageRank) -> None:
    graph = random_graph(50, 120)

    class Meddling(CountingEngine):
        def walk(
            self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
        ) -> Walk:
            if self.walks == 0:  # another thread asks the same meanwhile
                self.walks += 1
                cached.walk(graph, influence, seeds, parameters)
            return super().walk(graph, influence, seeds, parameters)

    cached.engine = Meddling()
    first = walk(cached, graph, {1: 1.0})
    again = walk(cached, graph, {1: 1.0})
    assert np.array_equal(first.scores, again.scores)
    assert (cached.misses, cached.hits) == (2, 1)


def test_warming_up_reaches_the_engine_behind(cached: CachedPersonalizedPageRank) -> None:
    graph = graph_of(2, [(0, 1, 1.0)])
    cached.warm_up(graph)
    assert isinstance(cached.engine, CountingEngine)
    assert cached.engine.warmed_up == [graph]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("conjugate_gradient", ConjugateGradientPersonalizedPageRank),
        ("local_push", LocalPushPersonalizedPageRank),
        ("igraph", IgraphPersonalizedPageRank),
    ],
)
def test_the_settings_choose_the_engine(name: str, kind: type) -> None:
    assert isinstance(engine_from(Settings(ppr_engine=name)).engine, kind)


def test_by_default_small_graphs_are_walked_exactly() -> None:
    graph = random_graph(50, 120)
    automatic = walk(engine_from(Settings()), graph, {1: 1.0})
    assert np.array_equal(automatic.scores, walk(ConjugateGradientPersonalizedPageRank(), graph, {1: 1.0}).scores)
