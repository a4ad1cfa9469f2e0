"""The exact compiled engine: conjugate gradient on the walk's symmetric linear system."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.retrieval.pagerank.contract import (
    Walk,
    WalkParameters,
    as_probability,
    usable_influence,
    usable_seeds,
)
from core.retrieval.pagerank.preparing import example_like, seed_arrays
from core.retrieval.pagerank.reach_kernels import cut_down, hops_from
from core.retrieval.pagerank.solver_kernels import conjugate_gradient, weighted_degrees
from core.storage.relation_graph import FloatArray, RelationGraph


class ConjugateGradientPersonalizedPageRank:
    """Exact to the parameters' tolerance. Thread-safe; keeps nothing, holds no interpreter lock while it solves.

    Weights and vectors are in single precision, sums over all nodes in double. Influence is looked up entry by
    entry, so that a new one costs nothing but a pass for the degrees.
    """

    def warm_up(self, graph: RelationGraph) -> None:
        """Compile every kernel for arrays like those of ``graph``."""
        example = example_like(graph)
        for max_hops in (None, 1):
            self.walk(example, np.ones(example.walk.types), {0: 1.0}, WalkParameters(max_hops=max_hops))

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        """Probabilities per node; see the contract."""
        multiplier = usable_influence(graph, influence).astype(np.float32)
        usable = usable_seeds(graph, seeds)
        if not usable:
            return Walk(np.zeros(graph.nodes))
        whole = graph.walk
        rows, shares = seed_arrays(graph, usable)
        arrays = (whole.indptr, whole.upper, whole.neighbour, whole.weight, whole.edge_type)
        node_at = whole.node_at
        hops, seen = None, whole.nodes
        if parameters.max_hops is not None:
            hops, seen = hops_from(whole.indptr, whole.neighbour, rows, parameters.max_hops)
        if seen < whole.nodes:
            members, arrays, degree = cut_down(arrays, multiplier, hops, seen)
            node_at, rows = node_at[members], np.searchsorted(members, rows).astype(np.uint32)
        else:
            degree = weighted_degrees(whole.type_strength, multiplier)
        found, iterations, change = conjugate_gradient(
            arrays, multiplier, degree, rows, shares,
            parameters.damping, parameters.tolerance, parameters.max_iterations,
        )  # fmt: skip
        scores = np.zeros(graph.nodes)
        scores[node_at] = found
        return Walk(as_probability(scores), int(iterations), bool(change <= parameters.tolerance))
