"""Similarity search over companies and relation triplets in LanceDB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class TripletMatch:
    """A relation found by the similarity of its triplet text to the question; ``similarity`` is a cosine.

    ``text``: the triplet text that was embedded; empty where it was not read.
    """

    relation_id: str
    source: str
    target: str
    type: str
    similarity: float
    text: str = ""


def search_companies(knowledge_base: KnowledgeBase, vector: Vector, settings: Settings) -> dict[int, float]:
    """Companies nearest to ``vector`` (shape (dimension,)): node → cosine in [-1, 1], best ``candidate_limit``."""
    return nearest_entities(knowledge_base, vector, settings, knowledge_base.manifest.company_types)


def nearest_entities(
    knowledge_base: KnowledgeBase, vector: Vector, settings: Settings, types: Sequence[str]
) -> dict[int, float]:
    """The same of entities of these types."""
    listed = ", ".join(f"'{kind}'" for kind in types)
    nodes, cosines = knowledge_base.table("entities").nearest(
        vector, limit=settings.candidate_limit, probes=settings.vector_nprobes, where=f"type IN ({listed})"
    )
    return dict(zip(nodes.tolist(), cosines.tolist(), strict=True))


def search_passages_by_meaning(knowledge_base: KnowledgeBase, vector: Vector, settings: Settings) -> dict[int, float]:
    """Passages nearest to ``vector``: node → cosine in [-1, 1], best ``passage_limit``."""
    if not len(knowledge_base.passage_vectors.rows):
        return {}
    rows, cosines = knowledge_base.table("passages").nearest(
        vector, limit=settings.passage_limit, probes=settings.vector_nprobes
    )
    return dict(zip((knowledge_base.graph.entities + rows).tolist(), cosines.tolist(), strict=True))


def search_triplets(
    knowledge_base: KnowledgeBase, vector: Vector, settings: Settings, touching: Sequence[str] = ()
) -> list[TripletMatch]:
    """Relations whose triplet text is nearest to ``vector``, best first, at most ``relationship_limit``.

    With ``touching``, only relations that start or end at one of these entity ids. Relations without evidence
    have no vector and are never found.
    """
    if not len(knowledge_base.relation_vectors.rows):
        return []
    if touching:
        return _nearest_touching(knowledge_base, vector, settings.relationship_limit, touching)
    found = knowledge_base.table("relations").nearest_records(
        vector,
        ("id", "source", "target", "type", "embedded_text"),
        limit=settings.relationship_limit,
        probes=settings.vector_nprobes,
    )
    return [
        TripletMatch(row["id"], row["source"], row["target"], row["type"], cosine, row["embedded_text"])
        for row, cosine in found
    ]


def _nearest_touching(
    knowledge_base: KnowledgeBase, vector: Vector, limit: int, touching: Sequence[str]
) -> list[TripletMatch]:
    """The graph knows which relations touch an entity: their vectors are compared by row, without a search."""
    touched = [knowledge_base.relations_of(node)[0] for node in _nodes(knowledge_base, touching)]
    rows = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *touched]))
    similarity = knowledge_base.relation_vectors.similarities(rows, unit(vector))
    best = np.argsort(-similarity, kind="stable")[: min(limit, np.isfinite(similarity).sum())]
    scores = zip(rows[best].tolist(), similarity[best].tolist(), strict=True)
    found = [(knowledge_base.relation(row), score) for row, score in scores]
    return [
        TripletMatch(relation.id, relation.source, relation.target, relation.type, score) for relation, score in found
    ]


def entity_vector(knowledge_base: KnowledgeBase, entity_ids: Sequence[str]) -> Vector:
    """Mean of the stored vectors of these entities, unit length, shape (dimension,); those without one do not count."""
    return unit(knowledge_base.entity_vectors.of(_nodes(knowledge_base, entity_ids)).sum(axis=0))


def _nodes(knowledge_base: KnowledgeBase, entity_ids: Sequence[str]) -> list[int]:
    """Nodes of the entities that exist."""
    found = (knowledge_base.node_of.get(entity_id) for entity_id in entity_ids)
    return [node for node in found if node is not None]


def unit(vector: Vector) -> Vector:
    """``vector`` scaled to length 1; a zero vector stays zero."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), dtype=np.float32)
