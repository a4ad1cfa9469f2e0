"""Real parts that count what they are asked for, or fail on purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.retrieval.pagerank.contract import Walk, WalkParameters
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.storage.embeddings import Encoder, Vectors
from core.storage.relation_graph import FloatArray, RelationGraph


class CountingEncoder:
    """An encoder that remembers what it was given, call by call."""

    def __init__(self, encoder: Encoder) -> None:
        self.name, self.dimension = encoder.name, encoder.dimension
        self._encoder = encoder
        self.calls: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        return self._encoder.encode(texts)


class BrokenEncoder(CountingEncoder):
    """An encoder that is there but cannot embed."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        raise RuntimeError(f"cannot embed {len(texts)} texts")


class FailingEncoder:
    """Encodes some batches, then fails."""

    def __init__(self, encoder: Encoder, error: Exception, batches: int = 0) -> None:
        self.name, self.dimension = encoder.name, encoder.dimension
        self._encoder, self._error, self._batches = encoder, error, batches

    def encode(self, texts: Sequence[str]) -> Vectors:
        if self._batches == 0:
            raise self._error
        self._batches -= 1
        return self._encoder.encode(texts)


class RecordingEngine(IgraphPersonalizedPageRank):
    """The reference engine; remembers every walk, or raises ``error`` instead."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.error = error
        self.influences: list[FloatArray] = []
        self.seeds: list[dict[int, float]] = []
        self.parameters: list[WalkParameters] = []

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        if self.error:
            raise self.error
        self.influences.append(influence.copy())
        self.seeds.append(dict(seeds))
        self.parameters.append(parameters)
        return super().walk(graph, influence, seeds, parameters)
