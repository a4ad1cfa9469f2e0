"""The vectors a question is searched with: embedded in one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.retrieval.question import HybridQuestion, with_names
from core.retrieval.vector_search import Vector, entity_vector, unit
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase


@dataclass(frozen=True, eq=False)
class QueryVectors:
    """Unit vectors, shape (dimension,): ``profile`` is compared with companies, ``question`` with triplets and
    passages."""

    profile: Vector
    question: Vector


def query_vectors(
    knowledge_base: KnowledgeBase, question: HybridQuestion, encoder: Callable[[], Encoder]
) -> QueryVectors:
    """The question's own vector; for profiles that of the companies asked about and, where the question has a topic,
    the mean of theirs and the topic's.

    Without a question the stored vectors serve, and nothing is embedded.
    """
    stored = entity_vector(knowledge_base, question.query_ids)
    if not question.text:
        return QueryVectors(stored, stored)
    named = with_names(knowledge_base, question.query_ids, question.text)
    asked, *topic = encoder().encode([named, question.topic] if question.topic else [named])
    if not topic:
        return QueryVectors(stored if stored.any() else asked, asked)
    return QueryVectors(unit(stored + topic[0]), asked)
