"""Personalized PageRank (Haveliwala 2002): where a walk that keeps returning to its seeds spends its time."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Protocol

import igraph
import numpy as np

from core.storage.relation_graph import FloatArray, IntArray, RelationGraph


class PersonalizedPageRank(Protocol):
    """The contract every engine is tested against.

    ``scores(seeds, damping, max_hops)`` returns the stationary probability of each node, shape (nodes,), summing
    to 1 – or all zeros where there is nothing to walk from: an empty graph, no seeds, only unknown or
    non-positive seeds. ``seeds`` maps node → positive weight (normalised to 1); other nodes and weights are
    ignored. ``damping`` in [0, 1): 0 gives the seeds back. The walk is undirected, weighted by ``edge_weight``
    (shape (edges,), non-negative), and never leaves the nodes within ``max_hops`` edges of a seed. An isolated
    seed keeps its mass. The graph is never modified. An engine that fails raises RuntimeError.
    """

    def scores(
        self,
        graph: RelationGraph,
        edge_weight: FloatArray,
        seeds: Mapping[int, float],
        *,
        damping: float,
        max_hops: int,
    ) -> FloatArray:
        """Probabilities per node, shape (nodes,)."""
        ...


class IgraphPersonalizedPageRank:
    """igraph's prpack: exact (tolerance 1e-10), the reference engine.

    igraph aborts the process on an empty graph and fails on an empty reset vector, so both are answered here.
    """

    def __init__(self) -> None:
        self._first_use = Lock()

    def scores(
        self,
        graph: RelationGraph,
        edge_weight: FloatArray,
        seeds: Mapping[int, float],
        *,
        damping: float,
        max_hops: int,
    ) -> FloatArray:
        """Probabilities per node, shape (nodes,)."""
        result = np.zeros(graph.nodes)
        reset = usable_seeds(graph, seeds)
        if not reset:
            return result
        with self._first_use:  # cached_property builds the igraph object once
            whole = graph.igraph
        members = nodes_within(graph, list(reset), max_hops)
        inside = np.zeros(graph.nodes, dtype=bool)
        inside[members] = True
        kept = np.flatnonzero(inside[graph.source] & inside[graph.target])
        part = whole.subgraph_edges(kept.tolist(), delete_vertices=False) if len(kept) < len(graph.source) else whole
        weight = edge_weight[kept]
        vector = np.zeros(graph.nodes)
        for node, share in reset.items():
            vector[node] = share
        try:
            walk = part.personalized_pagerank(
                directed=False,
                damping=damping,
                reset=vector.tolist(),
                weights=weight.tolist() if len(weight) else None,
                implementation="prpack",
            )
        except igraph.InternalError as error:  # a bare Exception in igraph
            raise RuntimeError(str(error)) from error
        result[:] = np.where(inside, walk, 0.0)
        total = result.sum()
        return result / total if total > 0 else result


def usable_seeds(graph: RelationGraph, seeds: Mapping[int, float]) -> dict[int, float]:
    """Seeds that are nodes of the graph with positive finite weight, scaled to sum to 1."""
    kept = {
        node: weight for node, weight in seeds.items() if 0 <= node < graph.nodes and np.isfinite(weight) and weight > 0
    }
    if not kept:
        return {}
    largest = max(kept.values())  # divided first, so that enormous weights do not overflow
    total = sum(weight / largest for weight in kept.values())
    return {node: weight / largest / total for node, weight in kept.items()}


def nodes_within(graph: RelationGraph, starts: list[int], max_hops: int) -> IntArray:
    """Nodes at most ``max_hops`` edges from any of ``starts``, ascending."""
    seen = np.zeros(graph.nodes, dtype=bool)
    frontier = np.unique(np.asarray(starts, dtype=np.int64))
    seen[frontier] = True
    for _ in range(max_hops):
        reached = [graph.neighbours_of(int(node)) for node in frontier]
        if not reached:
            break
        nearby = np.unique(np.concatenate(reached))
        frontier = nearby[~seen[nearby]]
        seen[frontier] = True
    return np.flatnonzero(seen)
