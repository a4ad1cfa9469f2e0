"""Which engine walks, by settings."""

from __future__ import annotations

from collections.abc import Mapping

from core.retrieval.pagerank.cached import CachedPersonalizedPageRank
from core.retrieval.pagerank.conjugate_gradient import ConjugateGradientPersonalizedPageRank
from core.retrieval.pagerank.contract import PersonalizedPageRank, Walk, WalkParameters
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.retrieval.pagerank.local_push import LocalPushPersonalizedPageRank
from core.retrieval.pagerank.preparing import example_graph
from core.settings import Settings
from core.storage.relation_graph import FloatArray, RelationGraph


class AutomaticPersonalizedPageRank:
    """The exact engine on graphs of at most ``max_exact_edges`` edges, the local one on larger graphs."""

    def __init__(self, exact: PersonalizedPageRank, local: PersonalizedPageRank, *, max_exact_edges: int) -> None:
        self._exact = exact
        self._local = local
        self._max_exact_edges = max_exact_edges

    def engine_for(self, graph: RelationGraph) -> PersonalizedPageRank:
        """The engine that walks over ``graph``."""
        return self._exact if len(graph.source) <= self._max_exact_edges else self._local

    def warm_up(self, graph: RelationGraph) -> None:
        """Warm up the engine that walks over ``graph``."""
        self.engine_for(graph).warm_up(graph)

    def walk(
        self, graph: RelationGraph, influence: FloatArray, seeds: Mapping[int, float], parameters: WalkParameters
    ) -> Walk:
        """Probabilities per node; see the contract."""
        return self.engine_for(graph).walk(graph, influence, seeds, parameters)


def engine_from(settings: Settings) -> CachedPersonalizedPageRank:
    """The configured engine, remembering its walks."""
    exact = ConjugateGradientPersonalizedPageRank()
    local = LocalPushPersonalizedPageRank(settings.ppr_push_threshold)
    engines: dict[str, PersonalizedPageRank] = {
        "conjugate_gradient": exact,
        "local_push": local,
        "igraph": IgraphPersonalizedPageRank(),
        "automatic": AutomaticPersonalizedPageRank(exact, local, max_exact_edges=settings.ppr_exact_max_edges),
    }
    return CachedPersonalizedPageRank(
        engines[settings.ppr_engine],
        max_walks=settings.ppr_cache_size,
        max_bytes=settings.ppr_cache_megabytes * 1_000_000,
    )


def compile_walks(settings: Settings) -> None:
    """Compile the configured engine's kernels before there is a graph: the first time on a machine takes seconds,
    which then pass while the knowledge base is built."""
    engine_from(settings).warm_up(example_graph())
