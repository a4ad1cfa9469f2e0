"""The searches of a question that depend on no walk: what they found is kept, so that it can be walked from again."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from core.domain.arms import Search
from core.retrieval.keyword_search import search_passages
from core.retrieval.query_vectors import QueryVectors
from core.retrieval.question import HybridQuestion, with_names
from core.retrieval.vector_search import (
    TripletMatch,
    search_companies,
    search_passages_by_meaning,
    search_triplets,
)
from core.retrieval.word_match import word_match
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray

Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class Searched:
    """What was found for a question. ``alike``: node → cosine of companies, None where they could not be searched."""

    question: HybridQuestion
    vectors: Future[QueryVectors]
    alike: Future[dict[int, float] | None]
    triplets: Future[list[TripletMatch]]
    meaning: Future[dict[int, float]]
    keywords: Future[dict[int, float]]
    words: FloatArray


class Running(Protocol):
    """Runs a search, timed under its name; ``nothing()`` where it fails."""

    def start(self, name: Search, search: Callable[[], Found], nothing: Callable[[], Found]) -> Future[Found]:
        """In another thread."""
        ...

    def run(self, name: Search, search: Callable[[], Found], nothing: Callable[[], Found]) -> Found:
        """In this one."""
        ...


@dataclass(frozen=True, eq=False)
class Searches:
    """The searches of one question. ``companies``: nodes of those that may answer, ascending."""

    knowledge_base: KnowledgeBase
    settings: Settings
    question: HybridQuestion
    companies: IntArray

    def started(self, vectors: Future[QueryVectors], running: Running) -> Searched:
        """All of them, in parallel; not yet awaited."""
        return Searched(
            question=self.question,
            vectors=vectors,
            alike=running.start("text", lambda: self._alike(vectors), _unknown),
            triplets=running.start("relation", lambda: self._triplets(vectors), list),
            meaning=running.start("passages", lambda: self._meaning(vectors), dict),
            keywords=running.start("keyword", self._keywords, dict),
            words=running.run("words", lambda: word_match(self.knowledge_base, self.question), self._no_words),
        )

    def _no_words(self) -> FloatArray:
        return np.zeros(self.knowledge_base.graph.entities)

    def _alike(self, vectors: Future[QueryVectors]) -> dict[int, float] | None:
        """The companies most alike in meaning; of ``among`` all."""
        vector, nodes = vectors.result().profile, self.companies
        if self.question.among is None:
            found = search_companies(self.knowledge_base, vector, self.settings)
            nodes = np.array(sorted(found), dtype=np.int64)
        cosine = self.knowledge_base.entity_vectors.centred_similarities(nodes, vector)
        return {node: value for node, value in zip(nodes.tolist(), cosine.tolist(), strict=True) if np.isfinite(value)}

    def _triplets(self, vectors: Future[QueryVectors]) -> list[TripletMatch]:
        """The triplets that touch what is asked about, then the others; ``relationship_limit`` of each, best first."""
        vector = vectors.result().question
        wide = search_triplets(self.knowledge_base, vector, self.settings)
        if not self.question.query_ids:
            return wide
        near = search_triplets(self.knowledge_base, vector, self.settings, touching=self.question.query_ids)
        seen = {match.relation_id for match in near}
        return near + [match for match in wide if match.relation_id not in seen]

    def _meaning(self, vectors: Future[QueryVectors]) -> dict[int, float]:
        return search_passages_by_meaning(self.knowledge_base, vectors.result().question, self.settings)

    def _keywords(self) -> dict[int, float]:
        words = with_names(self.knowledge_base, self.question.query_ids, self.question.text)
        return search_passages(self.knowledge_base, words, self.settings)


def _unknown() -> None:
    return None
