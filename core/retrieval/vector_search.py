"""Similarity search over companies, relation triplets and passages in LanceDB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

Vector = NDArray[np.float32]
_TOUCHING = 2_000


@dataclass(frozen=True)
class TripletMatch:
    """A relation found by the similarity of its triplet text to the question; ``similarity`` is a cosine."""

    relation_id: str
    source: str
    target: str
    type: str
    similarity: float


def _nearest(knowledge_base: KnowledgeBase, name: str, vector: Vector, where: str, limit: int, probes: int) -> Any:
    query = knowledge_base.table(name).search(vector, vector_column_name="vector").distance_type("cosine")
    return query.where(where, prefilter=True).nprobes(probes).limit(limit).select(["id", "_distance"]).to_arrow()


def _similarities(rows: Any) -> dict[str, float]:
    return {
        row_id: 1.0 - distance
        for row_id, distance in zip(rows["id"].to_pylist(), rows["_distance"].to_pylist(), strict=True)
    }


def search_companies(knowledge_base: KnowledgeBase, vector: Vector, settings: Settings) -> dict[str, float]:
    """Companies nearest to ``vector`` (shape (dimension,)): id → cosine in [-1, 1], best ``candidate_limit``."""
    where = "type = 'company' AND vector IS NOT NULL"
    rows = _nearest(knowledge_base, "entities", vector, where, settings.candidate_limit, settings.vector_nprobes)
    return _similarities(rows)


def search_passages_by_meaning(knowledge_base: KnowledgeBase, vector: Vector, settings: Settings) -> dict[str, float]:
    """Passages nearest to ``vector``: id → cosine in [-1, 1], best ``passage_limit``."""
    if not len(knowledge_base.passage_ids):
        return {}
    where = "vector IS NOT NULL"
    rows = _nearest(knowledge_base, "passages", vector, where, settings.passage_limit, settings.vector_nprobes)
    return _similarities(rows)


def search_triplets(knowledge_base: KnowledgeBase, vector: Vector, settings: Settings) -> list[TripletMatch]:
    """Relations whose triplet text is nearest to ``vector``, best first, at most ``relationship_limit``.

    Relations without evidence have no vector and are never found.
    """
    where = "vector IS NOT NULL"
    rows = _nearest(knowledge_base, "relations", vector, where, settings.relationship_limit, settings.vector_nprobes)
    return [
        _match(knowledge_base, knowledge_base.relation_row(relation_id), similarity)
        for relation_id, similarity in _similarities(rows).items()
    ]


def triplets_touching(
    knowledge_base: KnowledgeBase, vector: Vector, entity_ids: Sequence[str], limit: int
) -> list[TripletMatch]:
    """Relations that start or end at one of these entities, nearest to ``vector`` first: exact, without a search.

    Of an entity with more than 2,000 relations the strongest 2,000 are compared.
    """
    nodes = [knowledge_base.node_of[entity_id] for entity_id in entity_ids]
    rows = [knowledge_base.strongest_relations(node, _TOUCHING)[0] for node in nodes]
    touching: IntArray = np.unique(np.concatenate(rows)) if rows else np.zeros(0, dtype=np.int64)
    vectors = knowledge_base.relation_vectors.of(touching)
    similarity = vectors @ vector
    embedded = np.flatnonzero(np.any(vectors, axis=1))
    best = embedded[np.argsort(-similarity[embedded], kind="stable")[:limit]]
    return [_match(knowledge_base, int(touching[place]), float(similarity[place])) for place in best]


def _match(knowledge_base: KnowledgeBase, row: int, similarity: float) -> TripletMatch:
    graph, ids = knowledge_base.graph, knowledge_base.entity_ids
    return TripletMatch(
        knowledge_base.relations["id"][row].as_py(),
        ids[graph.source[row]],
        ids[graph.target[row]],
        knowledge_base.manifest.edge_types[graph.edge_type[row]],
        similarity,
    )


def entity_vector(knowledge_base: KnowledgeBase, entity_ids: Sequence[str]) -> Vector:
    """Mean of the stored vectors of these entities, unit length, shape (dimension,); zero if there are none."""
    nodes = [knowledge_base.node_of[entity_id] for entity_id in entity_ids]
    vectors = knowledge_base.entity_vectors.of(nodes)
    vectors = vectors[np.any(vectors, axis=1)]
    if not len(vectors):
        return np.zeros(knowledge_base.manifest.embedding_dimension, dtype=np.float32)
    return unit(vectors.mean(axis=0))


def unit(vector: Vector) -> Vector:
    """``vector`` scaled to length 1; a zero vector stays zero."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), dtype=np.float32)
