"""Why a node scores what it scores: the share of each edge type in the probability that arrives there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.retrieval.pagerank.contract import Walk, WalkParameters, usable_influence, usable_seeds
from core.retrieval.pagerank.preparing import seed_arrays
from core.retrieval.pagerank.reach_kernels import degrees_inside, hops_from
from core.storage.relation_graph import FloatArray, RelationGraph


@dataclass(frozen=True)
class TypeShare:
    """Part of a node's score that arrives over edges of one type (its code in the graph), in (0, 1]."""

    edge_type: int
    share: float


@dataclass(frozen=True)
class NodeShares:
    """Where a node's score comes from; together 1, or nothing at all for a node that the walk does not reach.

    ``restart`` is the part of the walks that begin there, in [0, 1]; ``by_type`` is ordered largest first.
    """

    restart: float
    by_type: tuple[TypeShare, ...]


@dataclass(frozen=True, eq=False)
class ScoreAttribution:
    """A walk with all that was asked for, to explain its scores.

    At rest p(v) = (1 - d)·s(v) + d·Σ p(u)·w(u, v) / degree(u): the terms of the sum, grouped by the type of the
    edge, are the shares. What one node costs is proportional to its edges, with ``max_hops`` also, once per walk, to
    those of its neighbours and to a breadth-first search for the rim.
    """

    graph: RelationGraph
    influence: FloatArray
    seeds: Mapping[int, float]
    parameters: WalkParameters
    walk: Walk

    def shares(self, node: int) -> NodeShares:
        """The shares of ``node``."""
        arrays, multiplier, damping = self.graph.walk, self._multiplier, self.parameters.damping
        row = int(arrays.rank_of[node])
        entries = slice(int(arrays.indptr[row]), int(arrays.indptr[row + 1]))
        neighbours, kinds = arrays.neighbour[entries], arrays.edge_type[entries]
        weight = arrays.weight[entries] * multiplier[kinds]
        leaving = self.walk.scores[arrays.node_at[neighbours]] * weight
        used = (leaving > 0) & self._reaches(row)
        arriving: NDArray[np.floating[Any]] = np.zeros(arrays.types)
        if used.any():
            flow = leaving[used] / self._degrees(neighbours[used])
            arriving = damping * np.bincount(kinds[used], flow, minlength=arrays.types)
        restart = (1.0 - damping) * self._restarts.get(node, 0.0)
        total = restart + arriving.sum()
        if total == 0.0:
            return NodeShares(0.0, ())
        order = np.argsort(-arriving, kind="stable")
        found = tuple(TypeShare(int(kind), float(arriving[kind] / total)) for kind in order if arriving[kind] > 0)
        return NodeShares(restart / total, found)

    @cached_property
    def _multiplier(self) -> FloatArray:
        return usable_influence(self.graph, self.influence)

    @cached_property
    def _restarts(self) -> dict[int, float]:
        return usable_seeds(self.graph, self.seeds)

    @cached_property
    def _hops(self) -> NDArray[np.uint8] | None:
        """Edges from the nearest seed per row; None if the walk may go anywhere."""
        if self.parameters.max_hops is None:
            return None
        rows, _ = seed_arrays(self.graph, self._restarts)
        arrays = (self.graph.walk.indptr, self.graph.walk.neighbour, self.graph.walk.edge_type)
        multiplier = self._multiplier.astype(np.float32)
        hops: NDArray[np.uint8] = hops_from(arrays, multiplier, rows, self.parameters.max_hops)[0]
        return hops

    def _reaches(self, row: int) -> bool:
        return self._hops is None or bool(self._hops[row] <= (self.parameters.max_hops or 0))

    def _degrees(self, rows: NDArray[np.uint32]) -> NDArray[np.floating[Any]]:
        """Weighted degrees of ``rows`` within the allowed nodes."""
        arrays = self.graph.walk
        if self._hops is None:
            return np.asarray(arrays.type_strength[rows] @ self._multiplier)
        unknown = rows[self._degree_of[rows] == 0.0]
        entries = (arrays.indptr, arrays.neighbour, arrays.weight, arrays.edge_type)
        self._degree_of[unknown] = degrees_inside(entries, self._multiplier, self._hops, unknown)
        return self._degree_of[rows]

    @cached_property
    def _degree_of(self) -> FloatArray:
        """Weighted degrees within the allowed nodes per row; 0 where not yet asked for."""
        return np.zeros(self.graph.nodes)
