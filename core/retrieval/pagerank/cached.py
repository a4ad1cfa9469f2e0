"""Remembers walks, so that the same question, or the drawing of its answer, walks once."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from core.retrieval.pagerank.contract import (
    PersonalizedPageRank,
    Walk,
    WalkParameters,
    usable_influence,
    usable_seeds,
)
from core.storage.relation_graph import FloatArray, RelationGraph

_Key = tuple["weakref.ref[RelationGraph]", tuple[tuple[int, float], ...], bytes, WalkParameters]


class CachedPersonalizedPageRank:
    """An engine in front of ``engine`` that keeps the walks used last. Thread-safe.

    Kept by graph (an open version of a knowledge base has its own), usable seeds, influence and parameters; at
    most ``max_walks`` of them and at most ``max_bytes`` of scores. Two threads that ask for the same new walk may
    both compute it.
    """

    def __init__(self, engine: PersonalizedPageRank, *, max_walks: int, max_bytes: int) -> None:
        self.engine = engine
        self.hits = 0
        self.misses = 0
        self._max_walks = max_walks
        self._max_bytes = max_bytes
        self._bytes = 0
        self._walks: OrderedDict[_Key, Walk] = OrderedDict()
        self._lock = Lock()

    @property
    def hit_rate(self) -> float:
        """Part of the walks asked for that were remembered, in [0, 1]; 0 before the first."""
        asked = self.hits + self.misses
        return self.hits / asked if asked else 0.0

    @property
    def remembered(self) -> int:
        """How many walks are kept at this moment."""
        with self._lock:
            return len(self._walks)

    def warm_up(self, graph: RelationGraph) -> None:
        """Warm the engine behind up."""
        self.engine.warm_up(graph)

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        """Probabilities per node; see the contract."""
        usable = tuple(usable_seeds(graph, seeds).items())
        key = (weakref.ref(graph), usable, usable_influence(graph, influence).tobytes(), parameters)
        with self._lock:
            known = self._walks.get(key)
            if known is not None:
                self._walks.move_to_end(key)
                self.hits += 1
                return known
            self.misses += 1
        walk = self.engine.walk(graph, influence, seeds, parameters)
        with self._lock:
            self._keep(key, walk)
        return walk

    def _keep(self, key: _Key, walk: Walk) -> None:
        if key in self._walks:  # another thread was first
            return
        self._walks[key] = walk
        self._bytes += walk.scores.nbytes
        while len(self._walks) > self._max_walks or self._bytes > self._max_bytes:
            _, oldest = self._walks.popitem(last=False)
            self._bytes -= oldest.scores.nbytes
