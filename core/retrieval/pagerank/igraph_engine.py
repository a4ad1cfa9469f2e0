"""The reference engine: igraph's prpack."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from core.retrieval.pagerank.contract import (
    Walk,
    WalkParameters,
    as_probability,
    usable_influence,
    usable_seeds,
)
from core.storage.relation_graph import FloatArray, IntArray, RelationGraph


class IgraphPersonalizedPageRank:
    """Exact (tolerance 1e-10, so the parameters' own and its maximum of iterations do not matter).

    igraph aborts the process on an empty graph and fails on an empty reset vector, so both are answered here.
    """

    def __init__(self) -> None:
        self._first_use = Lock()

    def warm_up(self, graph: RelationGraph) -> None:
        """Build the igraph object."""
        with self._first_use:  # cached_property builds it once
            _ = graph.igraph

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        """Probabilities per node; see the contract."""
        import igraph

        multiplier = usable_influence(graph, influence)
        reset = usable_seeds(graph, seeds)
        if not reset:
            return Walk(np.zeros(graph.nodes))
        self.warm_up(graph)
        inside = np.zeros(graph.nodes, dtype=bool)
        inside[nodes_within(graph, list(reset), parameters.max_hops, multiplier > 0)] = True
        kept = np.flatnonzero(inside[graph.source] & inside[graph.target] & (graph.source != graph.target))
        whole = graph.igraph
        part = whole if len(kept) == len(graph.source) else whole.subgraph_edges(kept.tolist(), delete_vertices=False)
        weight = graph.weight[kept] * multiplier[graph.edge_type[kept]]
        vector = np.zeros(graph.nodes)
        vector[list(reset)] = list(reset.values())
        try:
            found = part.personalized_pagerank(
                directed=False,
                damping=parameters.damping,
                reset=vector.tolist(),
                weights=weight.tolist() if len(weight) else None,
                implementation="prpack",
            )
        except igraph.InternalError as error:  # a bare Exception in igraph
            raise RuntimeError(str(error)) from error
        return Walk(as_probability(np.where(inside, found, 0.0)))


def nodes_within(graph: RelationGraph, starts: list[int], max_hops: int | None, leading: NDArray[np.bool_]) -> IntArray:
    """Nodes at most ``max_hops`` edges from any of ``starts``, ascending; all nodes for None. ``leading``, shape
    (types,): whether edges of a type lead anywhere."""
    if max_hops is None:
        return np.arange(graph.nodes)
    seen = np.zeros(graph.nodes, dtype=bool)
    frontier = np.unique(np.asarray(starts, dtype=np.int64))
    seen[frontier] = True
    for _ in range(max_hops):
        reached = [
            graph.neighbours_of(node)[leading[graph.edge_type[graph.edges_of(node)]]] for node in frontier.tolist()
        ]
        if not reached:
            break
        nearby = np.unique(np.concatenate(reached))
        frontier = nearby[~seen[nearby]]
        seen[frontier] = True
    return np.flatnonzero(seen)
