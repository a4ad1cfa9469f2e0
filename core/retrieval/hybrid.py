"""Hybrid retrieval: two walks over the graph and four searches, with one embedding of the question.

search → triplets, passages and texts, in parallel
walk   → from what is asked about and what was found; and from the companies most alike in text
score  → every candidate by every arm
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.domain.arms import ARMS, Arm
from core.domain.text import CHINESE_CHARACTER
from core.errors import EmbeddingModelUnavailableError
from core.retrieval.adaptive import default_adaptive_fusion
from core.retrieval.fusion import WALKS, CandidateScores, Matrix, min_max, walk_scaled
from core.retrieval.keyword_search import companies_in_passages, search_passages
from core.retrieval.pagerank.attribution import ScoreAttribution
from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters
from core.retrieval.passages import PassageScores, score_passages
from core.retrieval.question import HybridQuestion
from core.retrieval.question_features import company_features
from core.retrieval.relation_match import relation_match
from core.retrieval.seeds import peer_seeds, walk_seeds
from core.retrieval.vector_search import (
    TripletMatch,
    Vector,
    entity_vector,
    search_companies,
    search_passages_by_meaning,
    search_triplets,
    unit,
)
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray

_log = logging.getLogger("guanxi")
RETRIEVAL_FAULTS = (OSError, RuntimeError, ValueError, EmbeddingModelUnavailableError)
"""What LanceDB, an engine or the embedding model raise when they fail; it costs the arms concerned, not the answer."""
_PEER_RELATIONS = ("competitor", "similar_product", "same_industry")
Found = TypeVar("Found")


@dataclass(frozen=True)
class HybridResult:
    """Raw scores by company and by passage, what was found on the way, and what failed (arm → error text).

    ``attribution`` explains the graph scores; None if the graph was not walked.
    """

    candidates: CandidateScores
    triplets: tuple[TripletMatch, ...]
    passages: Mapping[str, float]
    milliseconds: Mapping[Arm, float]
    failures: Mapping[Arm, str] = field(default_factory=dict)
    passage_scores: PassageScores = field(default_factory=PassageScores)
    features: Mapping[str, float] = field(default_factory=dict)
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
        """Score companies by every arm; the question is embedded at most once."""
        return _Search(self._knowledge_base, self._encoder, self._engine, self._settings, question).run()


class _Search:
    """One question on its way through the arms."""

    def __init__(
        self,
        knowledge_base: KnowledgeBase,
        encoder: Callable[[], Encoder],
        engine: PersonalizedPageRank,
        settings: Settings,
        question: HybridQuestion,
    ) -> None:
        self._knowledge_base = knowledge_base
        self._encoder = encoder
        self._engine = engine
        self._settings = settings
        self._question = question
        self._queries = [knowledge_base.node_of[query_id] for query_id in question.query_ids]
        among = knowledge_base.company_nodes if question.among is None else question.among
        self._companies: IntArray = among[~np.isin(among, self._queries)]
        self._milliseconds: dict[Arm, float] = {}
        self._failures: dict[Arm, str] = {}
        self._attribution: ScoreAttribution | None = None

    def run(self) -> HybridResult:
        """Search, walk, score."""
        with ThreadPoolExecutor(max_workers=4, thread_name_prefix="retrieval") as pool:
            vectors: Future[_Vectors] = pool.submit(self._vectors)
            text = pool.submit(self._guarded, "text", lambda: self._text(vectors.result().text), {})
            triplets = pool.submit(self._guarded, "relation", lambda: self._triplets(vectors.result()), [])
            meant = pool.submit(self._guarded, "text", lambda: self._meant(vectors.result()), {})
            worded = pool.submit(self._guarded, "keyword", self._worded, {})
            words = self._guarded("words", self._words, np.zeros(self._knowledge_base.graph.entities))
            alike, passages = text.result(), _merged(meant.result(), worded.result())
            walk = pool.submit(self._guarded, "graph", lambda: self._walk(triplets.result(), passages), self._nothing)
            peers = pool.submit(self._guarded, "peers", lambda: self._peer_walk(alike, words), self._nothing)
            nobody: dict[int, float] = {}
            relation = self._guarded("relation", lambda: self._relation(triplets.result()), nobody)
            keyword = companies_in_passages(self._knowledge_base, worded.result())
            arms: dict[Arm, FloatArray] = {
                "graph": walk.result()[: len(words)],
                "peers": peers.result()[: len(words)],
                "named": self._named(),
                "prominence": self._knowledge_base.prominence,
                "words": words,
            }
        sparse: dict[Arm, dict[int, float]] = {"text": alike, "relation": relation, "keyword": keyword}
        vector = vectors.result().text if "text" not in self._failures else None
        chosen, raw = self._candidates(arms, sparse, vector)
        known = self._known()
        features = company_features(known, walk_scaled(min_max(raw), WALKS), ARMS)
        return HybridResult(
            candidates=CandidateScores(chosen, raw, default_adaptive_fusion().companies.choose(features)),
            features=features,
            triplets=tuple(triplets.result()),
            passages=worded.result(),
            milliseconds=self._milliseconds,
            failures=self._failures,
            attribution=self._attribution,
            passage_scores=score_passages(
                self._knowledge_base,
                (*self._queries, *self._named_nodes),
                walk=walk.result(),
                meaning=meant.result(),
                vector=vectors.result().relation if vector is not None else None,
                keywords=worded.result(),
                known=known,
                limit=self._settings.passage_limit,
            ),
        )

    @property
    def _nothing(self) -> FloatArray:
        return np.zeros(self._knowledge_base.graph.nodes)

    @property
    def _named_nodes(self) -> list[int]:
        return [self._knowledge_base.node_of[entity_id] for entity_id in self._question.named_ids]

    def _guarded(self, arm: Arm, search: Callable[[], Found], nothing: Found) -> Found:
        """What ``search`` finds, timed; ``nothing`` and a note of the failure where it fails."""
        start = time.perf_counter()
        try:
            return search()
        except RETRIEVAL_FAULTS as error:
            _log.exception("the %s search failed", arm)
            self._failures[arm] = str(error)
            return nothing
        finally:
            spent = (time.perf_counter() - start) * 1000.0
            self._milliseconds[arm] = self._milliseconds.get(arm, 0.0) + spent

    def _vectors(self) -> _Vectors:
        """Query vectors: the question's for triplets and passages; for profiles the query companies' own and, where
        the question has a topic, the mean of theirs and the topic's.

        Without a question the stored vectors of the query companies serve, and nothing is embedded.
        """
        stored = entity_vector(self._knowledge_base, self._question.query_ids)
        if not self._question.text:
            return _Vectors(stored, stored)
        asked, topic = self._encoder().encode([self._with_names(self._question.text), self._question.topic or " "])
        if not stored.any():
            return _Vectors(text=topic if self._question.topic else asked, relation=asked)
        return _Vectors(text=unit(stored + topic) if self._question.topic else stored, relation=asked)

    def _with_names(self, text: str) -> str:
        entities = [self._knowledge_base.entity(query_id) for query_id in self._question.query_ids]
        named = " ".join(dict.fromkeys(name for entity in entities for name in (entity.name_zh, entity.name_en)))
        return f"{named} {text}".strip()

    def _text(self, vector: Vector) -> dict[int, float]:
        if self._question.among is not None:
            return {}  # every one of them is scored below
        node_of = self._knowledge_base.node_of
        found = search_companies(self._knowledge_base, vector, self._settings)
        return {node_of[company]: cosine for company, cosine in found.items()}

    def _triplets(self, vectors: _Vectors) -> list[TripletMatch]:
        wide = search_triplets(self._knowledge_base, vectors.relation, self._settings)
        if not self._question.query_ids:
            return wide
        touching = self._question.query_ids
        near = search_triplets(self._knowledge_base, vectors.relation, self._settings, touching=touching)
        seen = {match.relation_id for match in near}
        return near + [match for match in wide if match.relation_id not in seen]

    def _meant(self, vectors: _Vectors) -> dict[str, float]:
        return search_passages_by_meaning(self._knowledge_base, vectors.relation, self._settings)

    def _worded(self) -> dict[str, float]:
        return search_passages(self._knowledge_base, self._with_names(self._question.text), self._settings)

    def _words(self) -> FloatArray:
        """Cosine of the words of each company's text with those of the query companies' and of the topic."""
        knowledge_base = self._knowledge_base
        index, companies = knowledge_base.words, knowledge_base.company_nodes
        rows = np.searchsorted(companies, [node for node in self._queries if knowledge_base.is_company[node]])
        texts = [index.of(row) for row in rows.tolist()]
        if self._question.topic or not texts:
            texts.append(index.of_text(self._question.topic or self._with_names(self._question.text)))
        scores = np.zeros(knowledge_base.graph.entities)
        scores[companies] = np.mean([index.similarities(text) for text in texts], axis=0)
        return scores

    def _peer_walk(self, alike: Mapping[int, float], words: FloatArray) -> FloatArray:
        """The walk from the companies most alike in text, less what they have only for being its start."""
        nodes = self._companies
        cosine = np.array([alike.get(node, 0.0) for node in nodes.tolist()]) if alike else np.zeros(len(nodes))
        if self._question.among is not None:
            nodes = self._knowledge_base.company_nodes
            nodes = nodes[~np.isin(nodes, self._queries)]
            cosine = np.zeros(len(nodes))
        likeness = _scaled(cosine) + _scaled(words[nodes])
        seeds = peer_seeds(self._queries, nodes, likeness)
        walk = self._attributed(seeds).walk.scores.copy()
        total = sum(seeds.values())
        for node, weight in seeds.items():
            walk[node] -= (1.0 - self._question.damping) * weight / total
        return np.maximum(walk, 0.0)

    def _walk(self, triplets: list[TripletMatch], passages: Mapping[str, float]) -> FloatArray:
        """Personalized PageRank from what is asked about, the best triplets, and passages at a small weight."""
        settings = self._settings
        seeds = walk_seeds(
            self._knowledge_base,
            (*self._question.query_ids, *self._question.named_ids),
            triplets,
            passages,
            triplet_weight=settings.triplet_node_weight,
            passage_weight=settings.passage_node_weight,
        )
        self._attribution = self._attributed(seeds)
        return self._attribution.walk.scores

    def _attributed(self, seeds: Mapping[int, float]) -> ScoreAttribution:
        graph, influence = self._knowledge_base.graph, self._influence()
        parameters = WalkParameters(
            damping=self._question.damping,
            max_hops=self._question.max_hops,
            tolerance=self._settings.ppr_tolerance,
            max_iterations=self._settings.ppr_max_iterations,
        )
        walk = self._engine.walk(graph, influence, seeds, parameters)
        return ScoreAttribution(graph, influence, seeds, parameters, walk)

    def _influence(self) -> FloatArray:
        """Multiplier per edge type: the question's, or ones; where a type is asked for, emphasised."""
        edge_types, asked = self._knowledge_base.manifest.edge_types, self._question.asked
        influence = np.ones(len(edge_types)) if self._question.influence is None else self._question.influence
        if asked is None:
            return influence
        concerned = np.array([asked.concerns(name) for name in edge_types])
        return influence * np.where(concerned, self._settings.asked_relation_emphasis, 1.0)

    def _relation(self, triplets: list[TripletMatch]) -> dict[int, float]:
        matched = self._question.evidence.matches(self._question.asked) if self._question.asked else None
        found = relation_match(self._knowledge_base, self._question.query_ids, triplets, matched)
        return {self._knowledge_base.node_of[company]: score for company, score in found.items()}

    def _named(self) -> FloatArray:
        """Per entity, the share of what the question names besides that it is directly related to."""
        knowledge_base = self._knowledge_base
        scores = np.zeros(knowledge_base.graph.entities)
        for node in self._named_nodes:
            _, others = knowledge_base.relations_of(node)
            scores[np.unique(others)] += 1.0 / len(self._named_nodes)
        return scores

    def _candidates(
        self, dense: Mapping[Arm, FloatArray], sparse: Mapping[Arm, Mapping[int, float]], vector: Vector | None
    ) -> tuple[tuple[str, ...], Matrix]:
        """Every company that an arm proposes, scored by every arm; NaN where an arm says nothing about it."""
        chosen = self._companies if self._question.among is not None else self._proposed(dense, sparse)
        raw = np.full((len(chosen), len(ARMS)), np.nan)
        for arm, scores in dense.items():
            values = scores[chosen]
            raw[:, ARMS.index(arm)] = np.where(values > 0, values, np.nan)
        row_of = {node: row for row, node in enumerate(chosen.tolist())}
        for arm, found in sparse.items():
            for node, score in found.items():
                if node in row_of:
                    raw[row_of[node], ARMS.index(arm)] = score
        if vector is not None:
            cosine = self._knowledge_base.entity_vectors.similarities(chosen, vector)
            raw[:, ARMS.index("text")] = np.where(np.isfinite(cosine), cosine, np.nan)
        ids = self._knowledge_base.entity_ids
        order = sorted(range(len(chosen)), key=lambda row: ids[chosen[row]])
        return tuple(ids[chosen[row]] for row in order), raw[order]

    def _known(self) -> dict[str, float]:
        """What is known of the question before anything is searched, as numbers in [0, 1]."""
        question, graph = self._question, self._knowledge_base.graph
        asked = question.asked.type if question.asked else ""
        degree = sum(int(graph.indptr[node + 1] - graph.indptr[node]) for node in self._queries)
        companies = [node for node in self._queries if self._knowledge_base.is_company[node]]
        return {
            "asks about a company": float(bool(companies)),
            "asks about a topic": float(bool(question.topic)),
            "names something besides": float(bool(question.named_ids)),
            "asks for competitors": float(asked == "competitor"),
            "asks for similar companies": float(asked == "similar_product"),
            "asks for the same industry": float(asked == "same_industry"),
            "asks for another relation": float(bool(asked) and asked not in _PEER_RELATIONS),
            "asked relation is recorded": float(bool(question.asked and question.evidence.matches(question.asked))),
            "relations of the company": min(1.0, float(np.log1p(degree)) / 10.0),
            "is in Chinese": float(CHINESE_CHARACTER.search(question.text) is not None),
        }

    def _proposed(self, dense: Mapping[Arm, FloatArray], sparse: Mapping[Arm, Mapping[int, float]]) -> IntArray:
        limit = self._settings.candidate_limit
        companies = self._companies
        proposed = [_best(companies, dense[arm][companies], limit) for arm in ("graph", "peers", "words")]
        named = companies[dense["named"][companies] > 0]
        proposed.append(_best(named, dense["graph"][named], limit))
        found = [node for scores in sparse.values() for node in scores]
        proposed.append(np.array(found, dtype=np.int64))
        nodes = np.unique(np.concatenate(proposed))
        return nodes[np.isin(nodes, companies)]


@dataclass(frozen=True, eq=False)
class _Vectors:
    text: Vector
    relation: Vector


def _best(nodes: IntArray, scores: FloatArray, limit: int) -> IntArray:
    reached = np.flatnonzero(scores > 0)
    if len(reached) > limit:
        reached = reached[np.argpartition(-scores[reached], limit)[:limit]]
    return nodes[reached]


def _scaled(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    highest = scores.max(initial=0.0)
    return np.maximum(scores, 0.0) / highest if highest > 0 else np.zeros(len(scores))


def _merged(meaning: Mapping[str, float], keywords: Mapping[str, float]) -> dict[str, float]:
    """Passages by the mean of their scores in two searches, each divided by its best."""
    merged: dict[str, float] = {}
    for found in (meaning, keywords):
        best = max(found.values(), default=0.0)
        for passage_id, score in found.items():
            if score > 0:
                merged[passage_id] = merged.get(passage_id, 0.0) + 0.5 * score / best
    return merged
