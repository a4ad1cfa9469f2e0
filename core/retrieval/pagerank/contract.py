"""What every engine promises: Personalized PageRank (Haveliwala 2002) over a typed, weighted graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.storage.relation_graph import FloatArray, RelationGraph

Scores = NDArray[np.floating[Any]]
MOST_HOPS = 254
NEGLIGIBLE_INFLUENCE = 1e-20
"""Multipliers below this part of the largest count as 0: single precision could not tell them from it."""


@dataclass(frozen=True)
class WalkParameters:
    """How the walk goes.

    ``damping`` in [0, 1): probability of going on instead of returning to the seeds; 0 gives the seeds back.
    ``max_hops`` from 0 to 254: the walk never leaves the nodes within this many edges of a seed (None: it may go
    anywhere); edges of a type without influence count as none.
    ``tolerance`` > 0: an iterative engine stops once one more step of the walk would change the probabilities by
    no more than this in sum, so that they are within tolerance / (1 - damping) of exact. ``max_iterations`` ≥ 1.
    Raises ValueError for hops out of range: they are counted in bytes.
    """

    damping: float = 0.85
    max_hops: int | None = None
    tolerance: float = 1e-6
    max_iterations: int = 100

    def __post_init__(self) -> None:
        if self.max_hops is not None and not 0 <= self.max_hops <= MOST_HOPS:
            raise ValueError(f"max_hops must be from 0 to {MOST_HOPS}, not {self.max_hops}")


@dataclass(frozen=True, eq=False)
class Walk:
    """Where the walk spends its time: ``scores`` has shape (nodes,), read-only, non-negative, sum 1 or all 0. The
    compiled engines answer in single precision: walks are kept."""

    scores: Scores
    iterations: int = 0
    converged: bool = True

    def __post_init__(self) -> None:
        self.scores.setflags(write=False)


class PersonalizedPageRank(Protocol):
    """The contract every engine is tested against.

    ``walk(graph, influence, seeds, parameters)`` walks undirected over edges of weight ``graph.weight[k] *
    influence[graph.edge_type[k]]``. ``influence``, shape (types,), holds one finite multiplier ≥ 0 per edge type
    code; all ones is plain Personalized PageRank, and only proportions matter. ``seeds`` maps node → positive
    weight (normalised to 1); other nodes and weights are ignored. With nothing to walk from – an empty graph, no
    seeds, only unknown or non-positive seeds – all scores are 0. A seed without usable edges keeps its mass. The
    graph is never modified. Raises ValueError for an influence that does not fit the graph, RuntimeError if the
    engine fails. An engine that has not converged at ``max_iterations`` says so in its result.
    """

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        """Probabilities per node."""
        ...

    def warm_up(self, graph: RelationGraph) -> None:
        """Do ahead of the first walk over ``graph`` what can be done (compile, build)."""
        ...


def usable_seeds(graph: RelationGraph, seeds: Mapping[int, float]) -> dict[int, float]:
    """Seeds that are nodes of the graph with positive finite weight, scaled to sum to 1, ascending."""
    nodes = graph.nodes
    kept = {
        node: seeds[node] for node in sorted(seeds) if 0 <= node < nodes and seeds[node] > 0 and isfinite(seeds[node])
    }
    if not kept:
        return {}
    largest = max(kept.values())  # divided first, so that enormous weights do not overflow
    total = sum(weight / largest for weight in kept.values())
    return {node: share for node, weight in kept.items() if (share := weight / largest / total) > 0}


def usable_influence(graph: RelationGraph, influence: FloatArray) -> FloatArray:
    """``influence`` divided by its largest entry, one entry per type the graph knows, negligible ones 0.

    Raises ValueError if entries are missing, negative or not finite.
    """
    types = graph.walk.types
    if influence.ndim != 1 or len(influence) < types:
        raise ValueError(f"influence must have one entry for each of {types} edge types, not {influence.shape}")
    if not np.isfinite(influence).all() or (influence < 0).any():
        raise ValueError("influence must be finite and not negative")
    known = np.asarray(influence[:types], dtype=np.float64)
    largest = known.max()
    if largest == 0:
        return np.zeros(types)
    relative = known / largest
    return np.where(relative < NEGLIGIBLE_INFLUENCE, 0.0, relative)


def uniform_influence(graph: RelationGraph) -> FloatArray:
    """Ones: the plain walk."""
    return np.ones(graph.walk.types)


def as_probability(scores: Scores) -> Scores:
    """``scores`` scaled to sum to 1, in their own precision; zeros stay zeros."""
    total = scores.sum(dtype=np.float64)
    return scores / scores.dtype.type(total if total > 0 else 1.0)
