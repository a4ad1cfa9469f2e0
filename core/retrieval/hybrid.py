"""Hybrid retrieval: the graph and three searches, in parallel, with one embedding of the question."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.domain.results import Arm
from core.domain.selection import places_of_largest
from core.errors import EmbeddingModelUnavailableError
from core.retrieval.evidence import AnsweringRelation, RecordedEvidence
from core.retrieval.fusion import CandidateScores, candidate_scores
from core.retrieval.keyword_search import companies_in_passages, search_passages
from core.retrieval.pagerank.attribution import ScoreAttribution
from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters
from core.retrieval.vector_search import (
    TripletMatch,
    entity_vector,
    search_companies,
    search_triplets,
    unit,
)
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray

_log = logging.getLogger("guanxi")
RETRIEVAL_FAULTS = (OSError, RuntimeError, ValueError, EmbeddingModelUnavailableError)
"""What LanceDB, an engine or the embedding model raise when they fail; it costs the arms concerned, not the answer."""


class AskedFor(AnsweringRelation, Protocol):
    """The relation a question asks for."""

    def concerns(self, relation_type: str) -> bool:
        """Whether edges of this type lead to what is asked for: the type itself, or the bridge that implies it."""
        ...


@dataclass(frozen=True)
class HybridQuestion:
    """What the arms need to know. ``asked`` is None where the question asks for no relation type.

    ``influence``: multiplier per edge type of the manifest, shape (edge types,); None walks the plain graph.
    """

    query_ids: tuple[str, ...]
    text: str
    damping: float
    max_hops: int
    evidence: RecordedEvidence
    asked: AskedFor | None
    influence: FloatArray | None = None


@dataclass(frozen=True)
class HybridResult:
    """Raw scores by company, what was found on the way, and what failed (arm → error text).

    ``attribution`` explains the graph scores; None if the graph was not walked.
    """

    candidates: CandidateScores
    triplets: tuple[TripletMatch, ...]
    passages: Mapping[str, float]
    milliseconds: Mapping[Arm, float]
    failures: Mapping[Arm, str] = field(default_factory=dict)
    attribution: ScoreAttribution | None = None

    @property
    def walk_converged(self) -> bool:
        """Whether the walk over the graph, if there was one, reached its tolerance."""
        return self.attribution is None or self.attribution.walk.converged


class HybridRetriever:
    """Runs the arms over one knowledge base. Thread-safe: nothing is kept between questions."""

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

    def retrieve(self, question: HybridQuestion) -> HybridResult:
        """Score companies by every arm, in parallel; the question is embedded at most once."""
        found = _Findings()
        with ThreadPoolExecutor(max_workers=4, thread_name_prefix="retrieval") as pool:
            vectors: Future[_Vectors] = pool.submit(self._vectors, question)
            arms: dict[Arm, Callable[[], dict[str, float]]] = {
                "graph": lambda: self._graph(question, found),
                "text": lambda: search_companies(self._knowledge_base, vectors.result().text, self._settings),
                "relation": lambda: self._relation(question, vectors.result().relation, found),
                "keyword": lambda: self._keyword(question, found),
            }
            running = {arm: pool.submit(_timed, search) for arm, search in arms.items()}
            scores: dict[Arm, dict[str, float]] = {}
            milliseconds: dict[Arm, float] = {}
            failures: dict[Arm, str] = {}
            for arm, future in running.items():
                try:
                    scores[arm], milliseconds[arm] = future.result()
                except RETRIEVAL_FAULTS as error:
                    _log.exception("the %s search failed", arm)
                    failures[arm] = str(error)
        return HybridResult(
            candidates=candidate_scores(scores, frozenset(question.query_ids)),
            triplets=tuple(found.triplets),
            passages=found.passages,
            milliseconds=milliseconds,
            failures=failures,
            attribution=found.attribution,
        )

    def _vectors(self, question: HybridQuestion) -> _Vectors:
        """Query vectors: the question's for triplets, its mean with the query companies' own for profiles.

        Without a question the stored vectors of the query companies serve, and nothing is embedded.
        """
        stored = entity_vector(self._knowledge_base, question.query_ids)
        if not question.text:
            return _Vectors(stored, stored)
        names = [self._knowledge_base.entity(query_id) for query_id in question.query_ids]
        named = " ".join(f"{entity.name_zh} {entity.name_en}" for entity in names)
        asked = self._encoder().encode([f"{named} {question.text}".strip()])[0]
        return _Vectors(text=unit(stored + asked), relation=asked)

    def _influence(self, question: HybridQuestion) -> FloatArray:
        """Multiplier per edge type: the question's, or ones; where a type is asked for, emphasised."""
        edge_types = self._knowledge_base.manifest.edge_types
        influence = np.ones(len(edge_types)) if question.influence is None else question.influence
        if question.asked is None:
            return influence
        asked = np.array([question.asked.concerns(name) for name in edge_types])
        return influence * np.where(asked, self._settings.asked_relation_emphasis, 1.0)

    def _graph(self, question: HybridQuestion, found: _Findings) -> dict[str, float]:
        knowledge_base, settings = self._knowledge_base, self._settings
        seeds = {knowledge_base.node_of[query_id]: 1.0 for query_id in question.query_ids}
        graph, influence = knowledge_base.graph, self._influence(question)
        parameters = WalkParameters(
            damping=question.damping,
            max_hops=question.max_hops,
            tolerance=settings.ppr_tolerance,
            max_iterations=settings.ppr_max_iterations,
        )
        walk = self._engine.walk(graph, influence, seeds, parameters)
        found.attribution = ScoreAttribution(graph, influence, seeds, parameters, walk)
        companies = knowledge_base.company_nodes
        reached = companies[walk.scores[companies] > 0]
        best = reached[places_of_largest(walk.scores[reached], settings.candidate_limit)]
        return dict(zip(knowledge_base.entity_ids.at(best), walk.scores[best].tolist(), strict=True))

    def _relation(self, question: HybridQuestion, vector: NDArray[np.float32], found: _Findings) -> dict[str, float]:
        """Relation match: how well relations between the query and a company answer the question.

        Cosine of the best triplet; where the question asks for a relation type, half cosine and half whether the
        relation is of that type (1 if recorded, ½ if only implied by a shared bridge). Triplets that do not touch
        the query count half.
        """
        near = search_triplets(self._knowledge_base, vector, self._settings, touching=question.query_ids)
        wide = search_triplets(self._knowledge_base, vector, self._settings)
        known = {match.relation_id for match in near}
        found.triplets += near + [match for match in wide if match.relation_id not in known]
        scores: dict[str, float] = {}
        for match in found.triplets:
            similarity = max(0.0, match.similarity)
            touching = match.source in question.query_ids or match.target in question.query_ids
            for company in self._companies_of(match, question.query_ids):
                credit = similarity if touching else 0.5 * similarity
                scores[company] = max(scores.get(company, 0.0), credit)
        if question.asked:
            matched = question.evidence.matches(question.asked)
            scores = {
                company: 0.5 * scores.get(company, 0.0) + 0.5 * matched.get(company, 0.0)
                for company in scores.keys() | matched.keys()
            }
        return scores

    def _companies_of(self, match: TripletMatch, query_ids: Sequence[str]) -> list[str]:
        knowledge_base = self._knowledge_base
        ends = {match.source, match.target} - set(query_ids)
        return [end for end in ends if knowledge_base.is_company[knowledge_base.node_of[end]]]

    def _keyword(self, question: HybridQuestion, found: _Findings) -> dict[str, float]:
        names = [self._knowledge_base.entity(query_id) for query_id in question.query_ids]
        words = " ".join([*(f"{entity.name_zh} {entity.name_en}" for entity in names), question.text])
        found.passages.update(search_passages(self._knowledge_base, words, self._settings))
        return companies_in_passages(self._knowledge_base, found.passages)


@dataclass(frozen=True, eq=False)
class _Vectors:
    text: NDArray[np.float32]
    relation: NDArray[np.float32]


@dataclass
class _Findings:
    triplets: list[TripletMatch] = field(default_factory=list)
    passages: dict[str, float] = field(default_factory=dict)
    attribution: ScoreAttribution | None = None


def _timed(arm: Callable[[], dict[str, float]]) -> tuple[dict[str, float], float]:
    start = time.perf_counter()
    scores = arm()
    return scores, (time.perf_counter() - start) * 1000.0
