"""The exact compiled engine: conjugate gradient on the walk's symmetric linear system."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.retrieval.pagerank.contract import (
    Walk,
    WalkParameters,
    as_probability,
    usable_influence,
    usable_seeds,
)
from core.retrieval.pagerank.preparing import example_graph, seed_arrays
from core.retrieval.pagerank.reach_kernels import UNSEEN, cut_down, cut_out, hops_from
from core.retrieval.pagerank.solver_kernels import conjugate_gradient, under_influence, weighted_degrees
from core.storage.relation_graph import FloatArray, RelationGraph
from core.storage.walk_arrays import WalkArrays

_AT_ONCE = BoundedSemaphore(os.cpu_count() or 1)
_MOST_OF_THE_GRAPH = 0.75
"""A component with more than this part of all entries is not cut out: copying it would cost more than it saves."""


class ConjugateGradientPersonalizedPageRank:
    """Exact to the parameters' tolerance. Thread-safe; keeps nothing, holds no interpreter lock while it solves.

    Weights and vectors are in single precision, sums over all nodes in double. Solved is for the nodes within
    ``max_hops`` or, without such a limit, for the seeds' connected components: no other node can be reached. No more
    walks run at once than there are processors: others wait, instead of taking each other's memory and cache.
    """

    def warm_up(self, graph: RelationGraph) -> None:
        """Compile every kernel for arrays like those of ``graph``."""
        example = example_graph(graph.walk.types)
        plain = np.ones(example.walk.types)
        everywhere, in_one_component = {0: 1.0, 3: 1.0}, {0: 1.0}
        self.walk(example, plain, everywhere, WalkParameters(max_hops=None))
        self.walk(example, np.array([*plain[1:], 0.5]), everywhere, WalkParameters(max_hops=None))
        for max_hops in (None, 1):
            self.walk(example, plain, in_one_component, WalkParameters(max_hops=max_hops))

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        """Probabilities per node; see the contract."""
        multiplier = usable_influence(graph, influence).astype(np.float32)
        usable = usable_seeds(graph, seeds)
        if not usable:
            return Walk(np.zeros(graph.nodes, dtype=np.float32))
        rows, shares = seed_arrays(graph, usable)
        with _AT_ONCE:
            system = _system(graph.walk, multiplier, rows, parameters.max_hops)
            found, iterations, change = conjugate_gradient(
                system.arrays,
                system.degree,
                system.seed_rows,
                shares,
                parameters.damping,
                parameters.tolerance,
                parameters.max_iterations,
            )
        scores = np.zeros(graph.nodes, dtype=np.float32)
        scores[system.node_at] = as_probability(found)
        return Walk(scores, int(iterations), bool(change <= parameters.tolerance))


@dataclass(frozen=True, eq=False)
class _System:
    """The part of the graph to solve for: its rows stand for the nodes ``node_at``."""

    arrays: tuple[NDArray[Any], ...]
    degree: NDArray[np.float32]
    seed_rows: NDArray[np.uint32]
    node_at: NDArray[np.int32]


def _system(
    whole: WalkArrays, multiplier: NDArray[np.float32], seed_rows: NDArray[np.uint32], max_hops: int | None
) -> _System:
    """The nodes in reach of the seeds, or the whole graph where that is as good."""
    if max_hops is not None:
        reached, seen = hops_from((whole.indptr, whole.neighbour, whole.edge_type), multiplier, seed_rows, max_hops)
    else:
        reached, seen = _connected(whole, seed_rows)
    if seen < whole.nodes:
        entries = (whole.indptr, whole.upper, whole.neighbour, whole.weight, whole.edge_type)
        if max_hops is None:
            members, part, degree = cut_out(entries, multiplier, reached, seen)
        else:
            members, part, degree = cut_down(entries, multiplier, reached, seen, max_hops)
        return _System(part, degree, np.searchsorted(members, seed_rows).astype(np.uint32), whole.node_at[members])
    plain = bool((multiplier == 1).all())
    weight = whole.weight if plain else under_influence(whole.weight, whole.edge_type, multiplier)
    degree = weighted_degrees(whole.type_strength, multiplier)
    return _System((whole.indptr, whole.upper, whole.neighbour, weight), degree, seed_rows, whole.node_at)


def _connected(whole: WalkArrays, seed_rows: NDArray[np.uint32]) -> tuple[NDArray[np.uint8], int]:
    """As ``hops_from`` answers it: rows of the seeds' components, and how many these are; all, if they are most."""
    components = whole.components
    chosen = np.zeros(len(components.entries), dtype=bool)
    chosen[components.of[seed_rows]] = True
    if components.entries[chosen].sum() > _MOST_OF_THE_GRAPH * len(whole.neighbour):
        return np.zeros(whole.nodes, dtype=np.uint8), whole.nodes
    inside = chosen[components.of]
    return np.where(inside, np.uint8(0), UNSEEN), int(np.count_nonzero(inside))
