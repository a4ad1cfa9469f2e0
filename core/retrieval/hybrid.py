"""Hybrid retrieval: two walks over the graph and four searches, with one embedding of the question.

search → triplets, passages and texts, in parallel
walk   → from what is asked about and what was found; and from the companies most alike in text
score  → every candidate by every arm
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TypeVar

import numpy as np

from core.domain.arms import ARMS, SEARCHES, Arm, Search
from core.monitoring.request_ids import CarryingExecutor
from core.retrieval.adaptive import default_adaptive_fusion, topic_weights, unknown_name_weights
from core.retrieval.candidates import proposed, score_candidates
from core.retrieval.fusion import CandidateScores, adaptively_scaled
from core.retrieval.keyword_search import companies_in_passages, search_passages
from core.retrieval.pagerank.attribution import ScoreAttribution
from core.retrieval.pagerank.contract import PersonalizedPageRank, Scores
from core.retrieval.passages import PassageScores, merged_passages, score_passages
from core.retrieval.query_vectors import QueryVectors, query_vectors
from core.retrieval.question import HybridQuestion, with_names
from core.retrieval.question_features import company_features, is_topic_alone, known_of
from core.retrieval.relation_match import relation_match
from core.retrieval.vector_search import (
    TripletMatch,
    search_companies,
    search_passages_by_meaning,
    search_triplets,
)
from core.retrieval.walks import Walks
from core.retrieval.word_match import peer_likeness, word_match
from core.runtime.top_k import not_among
from core.settings import Settings
from core.storage.embeddings import EmbeddingModelUnavailableError, Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray

_log = logging.getLogger("guanxi")
RETRIEVAL_FAULTS = (OSError, RuntimeError, ValueError, EmbeddingModelUnavailableError)
"""What LanceDB, an engine or the embedding model raise when they fail; it costs the arms concerned, not the answer."""
Found = TypeVar("Found")
_PROCESSORS = os.cpu_count() or 1
_WORKERS = max(4, 2 * _PROCESSORS)
_TURNS = _PROCESSORS


@dataclass(frozen=True, eq=False)
class Searched:
    """What the searches found for a question before any walk: kept, so that it can be walked from again."""

    question: HybridQuestion
    vectors: Future[QueryVectors]
    alike: Future[dict[int, float]]
    triplets: Future[list[TripletMatch]]
    meaning: Future[dict[int, float]]
    keywords: Future[dict[int, float]]
    words: FloatArray


@dataclass(frozen=True)
class HybridResult:
    """Raw scores by company and by passage, what was found on the way, and what failed (error texts).

    ``attribution`` explains the graph scores; None if the graph was not walked. ``searched`` is None where nothing was.
    """

    candidates: CandidateScores
    triplets: tuple[TripletMatch, ...]
    passages: Mapping[int, float]
    milliseconds: Mapping[Search, float]
    failures: Mapping[Search, str] = field(default_factory=dict)
    passage_scores: PassageScores = field(default_factory=PassageScores)
    attribution: ScoreAttribution | None = None
    searched: Searched | None = None

    @property
    def walk_converged(self) -> bool:
        """Whether the walk over the graph, if there was one, reached its tolerance."""
        return self.attribution is None or self.attribution.walk.converged


class HybridRetriever:
    """Runs the arms over one knowledge base. Thread-safe: nothing is kept between questions but the threads.

    Questions take turns, first come, first served, as many at once as there are processors: more only make each
    other slower. All share the threads that search. What a search waits for was always handed in before it, so it
    runs or has run by then: the threads cannot all wait for one another.
    """

    def __init__(
        self,
        knowledge_base: KnowledgeBase,
        encoder: Callable[[], Encoder],
        engine: PersonalizedPageRank,
        settings: Settings,
    ) -> None:
        self._knowledge_base = knowledge_base
        self._encoder = encoder
        self._engine = engine
        self._settings = settings
        self._pool = CarryingExecutor(max_workers=_WORKERS, thread_name_prefix="retrieval")
        self._turns = CarryingExecutor(max_workers=_TURNS, thread_name_prefix="question")

    def retrieve(self, question: HybridQuestion) -> HybridResult:
        """Score companies and passages by every arm; the question is embedded at most once."""
        search = self._begin(question)
        return self._turns.submit(lambda: search.score(search.search())).result()

    def rewalk(
        self, searched: Searched, *, damping: float, max_hops: int, influence: FloatArray | None
    ) -> HybridResult:
        """The same question walked in another way: nothing is embedded or searched again."""
        question = replace(searched.question, damping=damping, max_hops=max_hops, influence=influence)
        search = self._begin(question)
        return self._turns.submit(search.score, replace(searched, question=question)).result()

    def _begin(self, question: HybridQuestion) -> _Search:
        walks = Walks(self._knowledge_base, self._engine, self._settings, question)
        return _Search(self._knowledge_base, self._encoder, self._settings, question, walks, self._pool)


class _Search:
    """One question on its way through the arms."""

    def __init__(
        self,
        knowledge_base: KnowledgeBase,
        encoder: Callable[[], Encoder],
        settings: Settings,
        question: HybridQuestion,
        walks: Walks,
        pool: ThreadPoolExecutor,
    ) -> None:
        self._knowledge_base = knowledge_base
        self._encoder = encoder
        self._settings = settings
        self._question = question
        self._walks = walks
        self._pool = pool
        self._queries = [knowledge_base.node_of[query_id] for query_id in question.query_ids]
        among = knowledge_base.company_nodes if question.among is None else question.among
        self._companies = self._not_asked_about(among)
        self._noting = Lock()
        self._milliseconds: dict[Search, float] = {}
        self._failures: dict[Search, str] = {}

    def search(self) -> Searched:
        """Everything that does not depend on a walk, in parallel; not yet awaited."""
        knowledge_base, question = self._knowledge_base, self._question
        vectors = self._pool.submit(query_vectors, knowledge_base, question, self._encoder)
        return Searched(
            question=question,
            vectors=vectors,
            alike=self._start("text", lambda: self._alike(vectors), dict),
            triplets=self._start("relation", lambda: self._triplets(vectors), list),
            meaning=self._start("passages", lambda: self._meaning(vectors), dict),
            keywords=self._start("keyword", self._keywords, dict),
            words=self._run("words", lambda: word_match(knowledge_base, question), self._nobody),
        )

    def score(self, searched: Searched) -> HybridResult:
        """Walk from what was found, and score every candidate by every arm."""
        knowledge_base, question = self._knowledge_base, self._question
        vectors, alike, triplets = searched.vectors, searched.alike, searched.triplets
        meaning, keywords, words = searched.meaning, searched.keywords, searched.words
        passages = merged_passages(meaning.result(), keywords.result())
        walk = self._start("graph", lambda: self._walks.from_question(triplets.result(), passages), _no_walk)
        peers = self._start("peers", lambda: self._peers(alike.result(), words), self._nobody)
        relation: dict[int, float] = self._run("relation", lambda: self._relation(triplets.result()), dict)
        attribution = walk.result()
        scores: Scores = attribution.walk.scores if attribution else np.zeros(knowledge_base.graph.nodes)
        dense: dict[Arm, Scores] = {
            "graph": scores[: len(words)],
            "peers": peers.result()[: len(words)],
            "named": self._named(),
            "prominence": knowledge_base.prominence,
            "size": knowledge_base.sizes,
            "words": words,
        }
        keyword = companies_in_passages(knowledge_base, keywords.result())
        sparse: dict[Arm, Mapping[int, float]] = {"text": alike.result(), "relation": relation, "keyword": keyword}
        embedded = vectors.result() if vectors.exception() is None else None
        known = known_of(knowledge_base, question)
        return HybridResult(
            candidates=self._candidates(dense, sparse, embedded, known),
            triplets=tuple(triplets.result()),
            passages=keywords.result(),
            milliseconds=_in_order(self._milliseconds),
            failures=_in_order(self._failures),
            passage_scores=score_passages(
                knowledge_base,
                (*self._queries, *self._named_nodes),
                walk=scores,
                meaning=meaning.result(),
                vector=embedded.question if embedded else None,
                keywords=keywords.result(),
                known=known,
                limit=self._settings.passage_limit,
            ),
            attribution=attribution,
            searched=searched,
        )

    def _not_asked_about(self, nodes: IntArray) -> IntArray:
        return nodes[not_among(nodes, self._queries)]

    @property
    def _named_nodes(self) -> list[int]:
        return [self._knowledge_base.node_of[entity_id] for entity_id in self._question.named_ids]

    def _nobody(self) -> FloatArray:
        return np.zeros(self._knowledge_base.graph.entities)

    def _start(self, name: Search, search: Callable[[], Found], nothing: Callable[[], Found]) -> Future[Found]:
        return self._pool.submit(self._run, name, search, nothing)

    def _run(self, name: Search, search: Callable[[], Found], nothing: Callable[[], Found]) -> Found:
        """What ``search`` finds, timed; ``nothing()`` and a note of the failure where it fails."""
        start = time.perf_counter()
        try:
            return search()
        except RETRIEVAL_FAULTS as error:
            _log.exception("the %s search failed", name)
            with self._noting:
                self._failures[name] = str(error)
            return nothing()
        finally:
            spent = (time.perf_counter() - start) * 1000.0
            with self._noting:
                self._milliseconds[name] = self._milliseconds.get(name, 0.0) + spent

    def _alike(self, vectors: Future[QueryVectors]) -> dict[int, float]:
        """The companies most alike in meaning; of ``among`` all."""
        vector, nodes = vectors.result().profile, self._companies
        if self._question.among is None:
            found = search_companies(self._knowledge_base, vector, self._settings)
            nodes = np.array(sorted(found), dtype=np.int64)
        cosine = self._knowledge_base.entity_vectors.centred_similarities(nodes, vector)
        return {node: value for node, value in zip(nodes.tolist(), cosine.tolist(), strict=True) if np.isfinite(value)}

    def _triplets(self, vectors: Future[QueryVectors]) -> list[TripletMatch]:
        """The triplets that touch what is asked about, then the others; ``relationship_limit`` of each, best first."""
        vector = vectors.result().question
        wide = search_triplets(self._knowledge_base, vector, self._settings)
        if not self._question.query_ids:
            return wide
        near = search_triplets(self._knowledge_base, vector, self._settings, touching=self._question.query_ids)
        seen = {match.relation_id for match in near}
        return near + [match for match in wide if match.relation_id not in seen]

    def _meaning(self, vectors: Future[QueryVectors]) -> dict[int, float]:
        return search_passages_by_meaning(self._knowledge_base, vectors.result().question, self._settings)

    def _keywords(self) -> dict[int, float]:
        words = with_names(self._knowledge_base, self._question.query_ids, self._question.text)
        return search_passages(self._knowledge_base, words, self._settings)

    def _peers(self, alike: Mapping[int, float], words: FloatArray) -> FloatArray:
        nodes = self._companies
        if self._question.among is not None:
            nodes = self._not_asked_about(self._knowledge_base.company_nodes)
        return self._walks.from_peers(nodes, peer_likeness(nodes, alike, words))

    def _relation(self, triplets: list[TripletMatch]) -> dict[int, float]:
        matched = self._question.recorded_answers if self._question.asked else None
        return relation_match(self._knowledge_base, self._queries, triplets, matched)

    def _named(self) -> FloatArray:
        """Per entity, the share of what the question names besides that it is directly related to."""
        if not self._named_nodes:
            return np.broadcast_to(0.0, self._knowledge_base.graph.entities)
        scores = np.zeros(self._knowledge_base.graph.entities)
        for node in self._named_nodes:
            _, others = self._knowledge_base.relations_of(node)
            scores[np.unique(others)] += 1.0 / len(self._named_nodes)
        return scores

    def _candidates(
        self,
        dense: Mapping[Arm, Scores],
        sparse: Mapping[Arm, Mapping[int, float]],
        embedded: QueryVectors | None,
        known: Mapping[str, float],
    ) -> CandidateScores:
        nodes = self._companies
        if self._question.among is None:
            nodes = proposed(nodes, dense, sparse, self._settings.candidate_limit)
        vector = embedded.profile if embedded and "text" not in self._failures else None
        ids, raw = score_candidates(self._knowledge_base, nodes, dense, sparse, vector)
        scaled = adaptively_scaled(raw)
        features = company_features(known, scaled, ARMS)
        speaking = np.asarray(scaled.any(axis=0))
        if self._question.is_unknown_name:
            weights = unknown_name_weights(speaking)
        elif is_topic_alone(self._knowledge_base, self._question):
            weights = topic_weights(speaking)
        else:
            weights = default_adaptive_fusion().companies.choose(features, speaking)
        return CandidateScores(ids, raw, weights, features)


def _in_order(noted: Mapping[Search, Found]) -> dict[Search, Found]:
    """Sorted as SEARCHES are: what runs in parallel ends in any order."""
    return {name: noted[name] for name in SEARCHES if name in noted}


def _no_walk() -> ScoreAttribution | None:
    return None
