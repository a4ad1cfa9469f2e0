"""Small typed graphs for tests of the walk, and every engine that walks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from core.retrieval.pagerank.conjugate_gradient import ConjugateGradientPersonalizedPageRank
from core.retrieval.pagerank.contract import PersonalizedPageRank, Walk, WalkParameters
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.retrieval.pagerank.local_push import LocalPushPersonalizedPageRank
from core.storage.relation_graph import FloatArray, RelationGraph, build_graph

Edge = tuple[int, int, float] | tuple[int, int, float, int]
ENGINES: dict[str, Callable[[], PersonalizedPageRank]] = {
    "igraph": IgraphPersonalizedPageRank,
    "conjugate gradient": ConjugateGradientPersonalizedPageRank,
    "local push": lambda: LocalPushPersonalizedPageRank(1e-6),
}
CLOSE = {"igraph": 1e-8, "conjugate gradient": 1e-5, "local push": 2e-5}
"""How far in sum an engine may be from the exact answer: single precision and the tolerance of 1e-6."""


def graph_of(nodes: int, edges: Sequence[Edge], passages: int = 0) -> RelationGraph:
    """A graph of ``nodes`` nodes, the last ``passages`` of them passages; edges are (source, target, weight, type)."""
    source, target = (np.array([edge[end] for edge in edges], dtype=np.int64) for end in (0, 1))
    weight = np.array([edge[2] for edge in edges], dtype=np.float64)
    kinds = np.array([edge[3] if len(edge) > 3 else 0 for edge in edges], dtype=np.int64)
    return build_graph(nodes - passages, passages, len(edges), source, target, weight, kinds)


def walk(
    engine: PersonalizedPageRank,
    graph: RelationGraph,
    seeds: Mapping[int, float],
    *,
    influence: Sequence[float] | FloatArray | None = None,
    damping: float = 0.85,
    max_hops: int | None = 3,
    max_iterations: int = 100,
) -> Walk:
    """A walk with the usual parameters unless told otherwise."""
    multiplier = np.ones(graph.walk.types) if influence is None else np.asarray(influence, dtype=np.float64)
    return engine.walk(graph, multiplier, seeds, WalkParameters(damping, max_hops, max_iterations=max_iterations))


def random_graph(nodes: int, edges: int, types: int = 4, seed: int = 7) -> RelationGraph:
    """Ends, weights and types drawn at random; a few nodes have many edges."""
    random = np.random.default_rng(seed)
    ends = (random.random((edges, 2)) ** 2 * nodes).astype(int).tolist()
    drawn = zip(ends, random.uniform(0.05, 1.0, edges).tolist(), random.integers(0, types, edges).tolist(), strict=True)
    return graph_of(nodes, [(a, b, weight, kind) for (a, b), weight, kind in drawn if a != b])
