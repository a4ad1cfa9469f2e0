"""The local compiled engine: pushes probability only where enough of it waits."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.retrieval.pagerank.contract import (
    Walk,
    WalkParameters,
    usable_influence,
    usable_seeds,
)
from core.retrieval.pagerank.preparing import example_graph, seed_arrays
from core.retrieval.pagerank.push_kernels import BLOCK_ROWS, WORD_BLOCKS, push, spread_rest
from core.retrieval.pagerank.reach_kernels import hops_from
from core.storage.relation_graph import FloatArray, RelationGraph

_State = tuple[NDArray[np.generic], ...]
_ANYWHERE = np.zeros(1, dtype=np.uint8)
_SWEEPS_PER_ITERATION = 10  # a sweep pushes a small part of the graph; an iteration of the exact engine, all of it


class LocalPushPersonalizedPageRank:
    """Approximate; for one threshold / nodes the work does not grow with the graph. Thread-safe.

    ``threshold`` > 0: a node of average degree (weighted, under the influence) may keep threshold / nodes of the
    walk unpushed, others in proportion to their degree, so that at most ``threshold`` is left in all. What is left is
    spread in proportion to degree over the nodes reached; nodes not reached score 0. The parameters' tolerance does
    not matter; a walk is not converged if nodes above the threshold are left after 10 × max_iterations sweeps. Beside
    the pushes stands an array of scores, 4 bytes per node, and with max_hops a breadth-first search over the nodes
    allowed; what a push keeps per node (12 bytes) is used again by later walks over the same graph.
    """

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._spare: WeakKeyDictionary[RelationGraph, list[_State]] = WeakKeyDictionary()
        self._lock = Lock()

    def warm_up(self, graph: RelationGraph) -> None:
        """Compile every kernel for arrays like those of ``graph``."""
        example = example_graph(graph.walk.types)
        for max_hops in (None, 1):
            self.walk(example, np.ones(example.walk.types), {0: 1.0}, WalkParameters(max_hops=max_hops))

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        """Probabilities per node; see the contract."""
        multiplier = usable_influence(graph, influence).astype(np.float32)
        usable = usable_seeds(graph, seeds)
        scores = np.zeros(graph.nodes, dtype=np.float32)
        if not usable:
            return Walk(scores)
        whole = graph.walk
        rows, shares = seed_arrays(graph, usable)
        hops, limit = _ANYWHERE, -1
        if parameters.max_hops is not None:
            arrays = (whole.indptr, whole.neighbour, whole.edge_type)
            found, seen = hops_from(arrays, multiplier, rows, parameters.max_hops)
            if seen < whole.nodes:
                hops, limit = found, parameters.max_hops
        volume = float(whole.type_volume @ multiplier)
        threshold = self._threshold / volume if volume > 0 else 1.0
        most = parameters.max_iterations * _SWEEPS_PER_ITERATION
        state = self._take_state(graph)
        entries = (whole.indptr, whole.upper, whole.neighbour, whole.weight, whole.edge_type)
        damping = parameters.damping
        sweeps = push(
            entries, multiplier, whole.type_strength, hops, limit, rows, shares, damping, threshold, most, state
        )
        spread_rest(entries, multiplier, damping, volume, whole.node_at, state, scores)
        with self._lock:
            self._spare.setdefault(graph, []).append(state)
        return Walk(scores, min(int(sweeps), most), bool(sweeps <= most))

    def _take_state(self, graph: RelationGraph) -> _State:
        with self._lock:
            spare = self._spare.get(graph)
            if spare:
                return spare.pop()
        return _empty_state(graph.nodes)


def _empty_state(nodes: int) -> _State:
    """What a push keeps per row and block; see push_kernels."""
    blocks = (nodes // (BLOCK_ROWS * WORD_BLOCKS) + 1) * WORD_BLOCKS
    waiting, settled, degree = (np.zeros(blocks * BLOCK_ROWS, dtype=np.float32) for _ in range(3))
    return waiting, settled, degree, np.zeros(blocks, dtype=np.uint8), np.zeros(blocks, dtype=np.uint8)
