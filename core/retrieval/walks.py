"""The two walks of a question: from what it asks about, and from the companies most alike in text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.retrieval.pagerank.attribution import ScoreAttribution
from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters
from core.retrieval.question import HybridQuestion
from core.retrieval.seeds import peer_seeds, walk_seeds
from core.retrieval.vector_search import TripletMatch
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray


class Walks:
    """Personalized PageRank for one question."""

    def __init__(
        self,
        knowledge_base: KnowledgeBase,
        engine: PersonalizedPageRank,
        settings: Settings,
        question: HybridQuestion,
    ) -> None:
        self._knowledge_base = knowledge_base
        self._engine = engine
        self._settings = settings
        self._question = question

    def from_question(self, triplets: Sequence[TripletMatch], passages: Mapping[int, float]) -> ScoreAttribution:
        """From what is asked about and named – places apart, which say where, not what –, the best triplets, and
        passages at a small weight."""
        entity = self._knowledge_base.entity
        named = [entity_id for entity_id in self._question.named_ids if entity(entity_id).type != "place"]
        seeds = walk_seeds(
            self._knowledge_base,
            (*self._question.query_ids, *named),
            triplets,
            passages,
            triplet_weight=self._settings.triplet_node_weight,
            passage_weight=self._settings.passage_node_weight,
        )
        return self._walk(seeds)

    def from_peers(self, nodes: IntArray, likeness: FloatArray) -> FloatArray:
        """From the companies most alike, less what they have only for being the start; shape (nodes,), ≥ 0.

        ``nodes``, ``likeness``: the companies to start from, and how alike they are, shape (companies,).
        """
        queries = [self._knowledge_base.node_of[query_id] for query_id in self._question.query_ids]
        seeds = peer_seeds(queries, nodes, likeness)
        scores = self._walk(seeds).walk.scores.copy()
        total = sum(seeds.values())
        for node, weight in seeds.items():
            scores[node] -= (1.0 - self._question.damping) * weight / total
        return np.maximum(scores, 0.0)

    def _walk(self, seeds: Mapping[int, float]) -> ScoreAttribution:
        graph, influence = self._knowledge_base.graph, self._influence()
        parameters = WalkParameters(
            damping=self._question.damping,
            max_hops=self._question.max_hops,
            tolerance=self._settings.ppr_tolerance,
            max_iterations=self._settings.ppr_max_iterations,
        )
        return ScoreAttribution(
            graph, influence, seeds, parameters, self._engine.walk(graph, influence, seeds, parameters)
        )

    def _influence(self) -> FloatArray:
        """Multiplier per edge type: the question's, or ones; where a type is asked for, emphasised."""
        edge_types, asked = self._knowledge_base.manifest.edge_types, self._question.asked
        influence = np.ones(len(edge_types)) if self._question.influence is None else self._question.influence
        if asked is None:
            return influence
        concerned = np.array([asked.concerns(name) for name in edge_types])
        return influence * np.where(concerned, self._settings.asked_relation_emphasis, 1.0)
