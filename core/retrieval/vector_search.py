"""Similarity search over companies and relation triplets in LanceDB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase


@dataclass(frozen=True)
class TripletMatch:
    """A relation found by the similarity of its triplet text to the question; ``similarity`` is a cosine."""

    relation_id: str
    source: str
    target: str
    type: str
    similarity: float


def _quoted(values: Sequence[str]) -> str:
    return ", ".join("'" + value.replace("'", "''") + "'" for value in values)


def _nearest(table: Any, vector: NDArray[np.float32], where: str, limit: int, settings: Settings) -> Any:
    query = table.search(vector, vector_column_name="vector").distance_type("cosine")
    return query.where(where, prefilter=True).nprobes(settings.vector_nprobes).limit(limit)


def search_companies(
    knowledge_base: KnowledgeBase, vector: NDArray[np.float32], settings: Settings
) -> dict[str, float]:
    """Companies nearest to ``vector`` (shape (dimension,)): id → cosine in [-1, 1], best ``candidate_limit``."""
    table = knowledge_base.table("entities")
    where = "type = 'company' AND vector IS NOT NULL"
    rows = _nearest(table, vector, where, settings.candidate_limit, settings).select(["id", "_distance"]).to_arrow()
    return {
        row_id: 1.0 - distance
        for row_id, distance in zip(rows["id"].to_pylist(), rows["_distance"].to_pylist(), strict=True)
    }


def search_triplets(
    knowledge_base: KnowledgeBase, vector: NDArray[np.float32], settings: Settings, touching: Sequence[str] = ()
) -> list[TripletMatch]:
    """Relations whose triplet text is nearest to ``vector``, best first, at most ``relationship_limit``.

    With ``touching``, only relations that start or end at one of these entity ids. Relations without evidence
    have no vector and are never found.
    """
    where = "vector IS NOT NULL"
    if touching:
        names = _quoted(touching)
        where += f" AND (source IN ({names}) OR target IN ({names}))"
    columns = ["id", "source", "target", "type", "_distance"]
    table = knowledge_base.table("relations")
    rows = _nearest(table, vector, where, settings.relationship_limit, settings).select(columns).to_arrow()
    return [
        TripletMatch(row["id"], row["source"], row["target"], row["type"], 1.0 - row["_distance"])
        for row in rows.to_pylist()
    ]


def entity_vector(knowledge_base: KnowledgeBase, entity_ids: Sequence[str]) -> NDArray[np.float32]:
    """Mean of the stored vectors of these entities, unit length, shape (dimension,)."""
    table = knowledge_base.table("entities")
    rows = table.search().where(f"id IN ({_quoted(entity_ids)})").select(["vector"]).limit(len(entity_ids)).to_arrow()
    vectors = np.array([vector for vector in rows["vector"].to_pylist() if vector is not None], dtype=np.float32)
    if not len(vectors):
        return np.zeros(knowledge_base.manifest.embedding_dimension, dtype=np.float32)
    return unit(vectors.mean(axis=0))


def unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """``vector`` scaled to length 1; a zero vector stays zero."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), dtype=np.float32)
