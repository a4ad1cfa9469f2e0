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
from functools import partial
from threading import Lock
from typing import TypeVar

import numpy as np

from core.domain.arms import ARMS, SEARCHES, Arm, Search
from core.monitoring.request_ids import CarryingExecutor
from core.retrieval.adaptive import default_adaptive_fusion, topic_weights, unknown_name_weights, with_shared_industry
from core.retrieval.arms import retrieval_arms
from core.retrieval.arms.contract import SILENT, ArmInputs, CompanyScores
from core.retrieval.arms.graph import Walked
from core.retrieval.candidates import proposed, score_candidates
from core.retrieval.fusion import CandidateScores, adaptively_scaled
from core.retrieval.pagerank.attribution import ScoreAttribution
from core.retrieval.pagerank.contract import PersonalizedPageRank
from core.retrieval.passages import PassageScores, merged_passages, score_passages
from core.retrieval.query_vectors import query_vectors
from core.retrieval.question import HybridQuestion
from core.retrieval.question_features import company_features, is_topic_alone, known_of
from core.retrieval.searches import Searched, Searches
from core.retrieval.vector_search import TripletMatch
from core.retrieval.walks import Walks
from core.runtime.top_k import not_among
from core.settings import Settings
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray

_log = logging.getLogger("guanxi")
RETRIEVAL_FAULTS = (OSError, RuntimeError, ValueError, EmbeddingModelUnavailableError)
"""What LanceDB, an engine or the embedding model raise when they fail; it costs the arms concerned, not the answer."""
Found = TypeVar("Found")
_PROCESSORS = os.cpu_count() or 1
_WORKERS = max(4, 2 * _PROCESSORS)
_TURNS = _PROCESSORS


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
        among = knowledge_base.company_nodes if question.among is None else question.among
        self._companies = among[not_among(among, [knowledge_base.node_of[each] for each in question.query_ids])]
        self._noting = Lock()
        self._milliseconds: dict[Search, float] = {}
        self._failures: dict[Search, str] = {}

    def search(self) -> Searched:
        """Everything that does not depend on a walk, in parallel; not yet awaited."""
        vectors = self._pool.submit(query_vectors, self._knowledge_base, self._question, self._encoder)
        return Searches(self._knowledge_base, self._settings, self._question, self._companies).started(vectors, self)

    def score(self, searched: Searched) -> HybridResult:
        """Walk from what was found, and score every candidate by every arm."""
        passages = merged_passages(searched.meaning.result(), searched.keywords.result())
        inputs = ArmInputs(
            self._knowledge_base,
            self._settings,
            self._question,
            self._companies,
            searched,
            passages,
            self._walks,
        )
        scores = self._scores(inputs)
        attribution = scores["graph"].attribution if isinstance(scores["graph"], Walked) else None
        known = known_of(self._knowledge_base, self._question)
        return HybridResult(
            candidates=self._candidates(scores, known),
            triplets=tuple(searched.triplets.result()),
            passages=searched.keywords.result(),
            milliseconds=_in_order(self._milliseconds),
            failures=_in_order(self._failures),
            passage_scores=self._passage_scores(inputs, attribution, known),
            attribution=attribution,
            searched=searched,
        )

    def _scores(self, inputs: ArmInputs) -> dict[Arm, CompanyScores]:
        """What every arm says: the slow ones in threads of their own, the others meanwhile."""
        scoring = {name: partial(arm.score, inputs) for name, arm in retrieval_arms().items()}
        slow = {name: self.start(name, scoring[name], _silent) for name, arm in retrieval_arms().items() if arm.slow}
        inputs.searched.alike.result(), inputs.searched.triplets.result()  # waiting for them is no arm's time
        quick = {name: self.run(name, score, _silent) for name, score in scoring.items() if name not in slow}
        return {name: slow[name].result() if name in slow else quick[name] for name in scoring}

    def start(self, name: Search, search: Callable[[], Found], nothing: Callable[[], Found]) -> Future[Found]:
        """The same as ``run`` in another thread."""
        return self._pool.submit(self.run, name, search, nothing)

    def run(self, name: Search, search: Callable[[], Found], nothing: Callable[[], Found]) -> Found:
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

    def _passage_scores(
        self, inputs: ArmInputs, attribution: ScoreAttribution | None, known: Mapping[str, float]
    ) -> PassageScores:
        vectors = inputs.searched.vectors
        return score_passages(
            self._knowledge_base,
            (*inputs.query_nodes, *inputs.named_nodes),
            walk=attribution.walk.scores if attribution else np.zeros(self._knowledge_base.graph.nodes),
            meaning=inputs.searched.meaning.result(),
            vector=vectors.result().question if vectors.exception() is None else None,
            keywords=inputs.searched.keywords.result(),
            known=known,
            words=self._question.words,
            limit=self._settings.passage_limit,
        )

    def _candidates(self, scores: Mapping[Arm, CompanyScores], known: Mapping[str, float]) -> CandidateScores:
        nodes = self._companies
        if self._question.among is None:
            nodes = proposed(nodes, scores, self._settings.candidate_limit)
        ids, raw = score_candidates(self._knowledge_base, nodes, scores)
        scaled = adaptively_scaled(raw)
        features = company_features(known, scaled, ARMS)
        speaking = np.asarray(scaled.any(axis=0))
        if self._question.is_unknown_name:
            weights = unknown_name_weights(speaking)
        elif is_topic_alone(self._knowledge_base, self._question):
            weights = topic_weights(speaking)
        else:
            weights = default_adaptive_fusion().companies.choose(features, speaking, ARMS)
            weights = with_shared_industry(weights, speaking)
        return CandidateScores(ids, raw, weights, features)


def _in_order(noted: Mapping[Search, Found]) -> dict[Search, Found]:
    """Sorted as SEARCHES are: what runs in parallel ends in any order."""
    return {name: noted[name] for name in SEARCHES if name in noted}


def _silent() -> CompanyScores:
    return SILENT
