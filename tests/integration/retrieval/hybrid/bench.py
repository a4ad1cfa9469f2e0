"""One hybrid retriever on a bench: its parts count or fail, its scores are read by arm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.domain.arms import ARMS, Arm
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation
from core.retrieval.evidence import RecordedEvidence
from core.retrieval.hybrid import HybridResult, HybridRetriever
from core.retrieval.question import HybridQuestion
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray
from tests.doubles import CountingEncoder, RecordingEngine


class Bench:
    """One retriever with parts that count or fail."""

    def __init__(self, knowledge_base: KnowledgeBase, ontology: Ontology, settings: Settings, encoder: Encoder) -> None:
        self.knowledge_base, self.ontology, self.settings = knowledge_base, ontology, settings
        self.encoder: CountingEncoder = CountingEncoder(encoder)
        self.engine = RecordingEngine()

    def question(
        self,
        *query_ids: str,
        text: str = "",
        asked: AskedRelation | None = None,
        named: Sequence[str] = (),
        topic: str = "",
        among: Sequence[str] | None = None,
        max_hops: int = 3,
        influence: FloatArray | None = None,
    ) -> HybridQuestion:
        nodes = None if among is None else np.array(sorted(map(self.knowledge_base.node_of.__getitem__, among)), int)
        answering = AskedInOntology(asked, self.ontology) if asked else None
        evidence = RecordedEvidence(self.knowledge_base, self.ontology, query_ids)
        return HybridQuestion(
            query_ids=query_ids,
            text=text,
            damping=0.85,
            max_hops=max_hops,
            asked=answering,
            recorded_answers=evidence.matches(answering) if answering else {},
            named_ids=tuple(named),
            topic=topic,
            influence=influence,
            among=nodes,
        )

    def retriever(self) -> HybridRetriever:
        return HybridRetriever(self.knowledge_base, lambda: self.encoder, self.engine, self.settings)

    def retrieve(self, *query_ids: str, **asked: Any) -> HybridResult:
        return self.retriever().retrieve(self.question(*query_ids, **asked))


def scores(result: HybridResult, arm: Arm) -> dict[str, float]:
    column = result.candidates.raw[:, ARMS.index(arm)]
    return {
        name: float(score)
        for name, score in zip(result.candidates.company_ids, column, strict=True)
        if np.isfinite(score)
    }


def fail(error: Exception) -> Any:
    def raising(*_: object, **__: object) -> None:
        raise error

    return raising
