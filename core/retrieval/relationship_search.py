"""Relations as searchable things: companies and relations found by one question, merged into one list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from core.domain.results import Result
from core.retrieval.vector_search import Vector, search_companies, search_triplets
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase


class SearchHit(Result):
    """One thing found: an ``object`` (a company) or a ``relationship`` with its triplet text.

    ``score``: cosine with the question where one kind was searched, 1/(k + rank) where both were merged.
    ``source``, ``target`` and ``relation_type`` are empty for objects.
    """

    type: Literal["object", "relationship"]
    id: str
    text: str
    score: float
    source: str = ""
    target: str = ""
    relation_type: str = ""


class RelationshipSearch:
    """Searches relations, alone or together with companies. Thread-safe."""

    def __init__(self, knowledge_base: KnowledgeBase, encoder: Callable[[], Encoder], settings: Settings) -> None:
        self._knowledge_base = knowledge_base
        self._encoder = encoder
        self._settings = settings

    def relationships(self, query: str, *, vector: Vector | None = None, limit: int | None = None) -> list[SearchHit]:
        """Relations nearest to the question in meaning, best first.

        At most ``limit`` of them, by default ``relationship_limit``. ``vector``, shape (dimension,), saves
        embedding the question again. Relations without a vector are not found.
        """
        settings = self._settings if limit is None else self._settings.model_copy(update={"relationship_limit": limit})
        matches = search_triplets(self._knowledge_base, self._embedded(query) if vector is None else vector, settings)
        return [
            SearchHit(
                type="relationship",
                id=match.relation_id,
                text=match.text,
                score=match.similarity,
                source=match.source,
                target=match.target,
                relation_type=match.type,
            )
            for match in matches
        ]

    def objects(self, query: str, *, vector: Vector | None = None, limit: int | None = None) -> list[SearchHit]:
        """Companies nearest to the question in meaning, best first.

        At most ``limit`` of them, by default ``candidate_limit``. ``vector`` as for relationships.
        """
        settings = self._settings if limit is None else self._settings.model_copy(update={"candidate_limit": limit})
        found = search_companies(self._knowledge_base, self._embedded(query) if vector is None else vector, settings)
        companies = [(self._knowledge_base.entity_at(node), score) for node, score in found.items()]
        return [
            SearchHit(type="object", id=company.id, text=f"{company.name_zh} {company.name_en}", score=score)
            for company, score in sorted(companies, key=lambda each: (-each[1], each[0].id))
        ]

    def search(self, query: str, *, limit: int = 20, relationship_limit: int | None = None) -> list[SearchHit]:
        """Companies and relations, searched in parallel with one embedding, merged by reciprocal rank fusion.

        At most ``limit`` in all, of which at most ``relationship_limit`` are relations.
        """
        vector = self._embedded(query)
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="relationships") as pool:
            relationships = pool.submit(self.relationships, query, vector=vector, limit=relationship_limit)
            objects = self.objects(query, vector=vector, limit=limit)  # by rank, no later one gets into the list
        return merge_by_rank([objects, relationships.result()], k=self._settings.rrf_k)[:limit]

    def _embedded(self, query: str) -> Vector:
        vector: Vector = self._encoder().encode([query])[0]
        return vector


def merge_by_rank(lists: Sequence[Sequence[SearchHit]], k: int) -> list[SearchHit]:
    """One list, best first: score = 1/(k + rank), ranks starting at 1 (Cormack et al. 2009); of equal ones those of
    the earlier list first. An empty list leaves the others as they are."""
    scored = [
        hit.model_copy(update={"score": 1.0 / (k + rank)}) for hits in lists for rank, hit in enumerate(hits, start=1)
    ]
    return sorted(scored, key=lambda hit: -hit.score)
