"""Passages ranked by the same means as companies: the walk, meaning, keywords, and what they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from core.domain.arms import Arm
from core.retrieval.adaptive import default_adaptive_fusion
from core.retrieval.fusion import competition_ranks, min_max, reciprocal_rank_fusion, walk_scaled
from core.retrieval.pagerank.contract import Scores
from core.retrieval.passage_words import MOST_READ, AskedWords, said_in
from core.retrieval.question_features import passage_features
from core.retrieval.vector_search import Vector
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray

PASSAGE_ARMS: tuple[Arm, ...] = ("graph", "text", "keyword", "named")


@dataclass(frozen=True, eq=False)
class PassageScores:
    """Raw scores of candidate passages: shape (passages, 4), columns as in PASSAGE_ARMS, NaN where an arm is silent.

    ``weights``, shape (4,): what adaptive fusion chose for the question. ``said_by``: of passages, by their ids and the
    best first, how much they say of what is asked; read once the adaptive order is asked for.
    """

    passage_ids: tuple[str, ...] = ()
    raw: FloatArray = field(default_factory=lambda: np.zeros((0, len(PASSAGE_ARMS))))
    weights: FloatArray = field(default_factory=lambda: np.full(len(PASSAGE_ARMS), 1.0 / len(PASSAGE_ARMS)))
    features: Mapping[str, float] = field(default_factory=dict)
    said_by: Callable[[Sequence[str]], FloatArray] | None = None

    def ranked(self, weights: FloatArray | None = None) -> tuple[str, ...]:
        """Passages best first, by ``weights`` (shape (4,)), or by the adaptive ones and what the texts say."""
        return self._adaptively if weights is None else self._ordered(self._fused(weights))

    @cached_property
    def _adaptively(self) -> tuple[str, ...]:
        scores = self._fused(self.weights)
        first = np.argsort(-scores, kind="stable")[:MOST_READ]
        if self.said_by is not None and len(first):
            scores[first] += self.said_by([self.passage_ids[row] for row in first])
        return self._ordered(scores)

    def _fused(self, weights: FloatArray) -> FloatArray:
        fused: FloatArray = walk_scaled(min_max(self.raw), [0]) @ weights
        return fused

    def ranked_by_rank(self, weights: FloatArray, k: int) -> tuple[str, ...]:
        """Passages best first by reciprocal rank fusion with the constant ``k``; ``weights``: shape (4,)."""
        return self._ordered(reciprocal_rank_fusion(competition_ranks(self.raw), k) @ weights)

    def _ordered(self, scores: FloatArray) -> tuple[str, ...]:
        return tuple(self.passage_ids[row] for row in np.argsort(-scores, kind="stable"))


def merged_passages(meaning: Mapping[int, float], keywords: Mapping[int, float]) -> dict[int, float]:
    """Passages by the mean of their scores in two searches, each divided by its best; only positive scores count."""
    merged: dict[int, float] = {}
    for found in (meaning, keywords):
        best = max(found.values(), default=0.0)
        for node, score in found.items():
            if score > 0:
                merged[node] = merged.get(node, 0.0) + 0.5 * score / best
    return merged


def score_passages(
    knowledge_base: KnowledgeBase,
    entities: Sequence[int],
    *,
    walk: Scores,
    meaning: Mapping[int, float],
    vector: Vector | None,
    keywords: Mapping[int, float],
    known: Mapping[str, float],
    words: AskedWords,
    limit: int,
) -> PassageScores:
    """The best ``limit`` passages of each search, scored by all. ``entities``: nodes that the question is about;
    ``walk``: probabilities per node; ``vector``: the question's, None if it could not be embedded; ``words``: by which
    texts may say what is asked."""
    first = knowledge_base.graph.entities
    named = np.zeros(len(knowledge_base.passage_ids))
    for node in entities:
        edges, passages = knowledge_base.mention_edges(node)
        named[passages - first] += knowledge_base.graph.weight[edges] / len(entities)
    reached = walk[first:]
    rows = {node - first for found in (meaning, keywords) for node in found}
    for scores in (reached, named):
        scoring = np.flatnonzero(scores > 0)
        rows.update(scoring[places_of_largest(scores[scoring], limit)].tolist())
    chosen = np.array(sorted(rows), dtype=np.int64)
    ids = tuple(knowledge_base.passage_ids.at(chosen))
    raw = np.full((len(chosen), len(PASSAGE_ARMS)), np.nan)
    raw[:, 0] = np.where(reached[chosen] > 0, reached[chosen], np.nan)
    if vector is not None:
        cosine = knowledge_base.passage_vectors.similarities(chosen, vector)
        raw[:, 1] = np.where(np.isfinite(cosine), cosine, np.nan)
    raw[:, 2] = [keywords.get(node, np.nan) for node in (chosen + first).tolist()]
    raw[:, 3] = np.where(named[chosen] > 0, named[chosen], np.nan)
    scaled = walk_scaled(min_max(raw), [0])
    features = passage_features(known, scaled, PASSAGE_ARMS)
    speaking = np.asarray(scaled.any(axis=0))
    weights = default_adaptive_fusion().passages.choose(features, speaking, PASSAGE_ARMS)

    def said_by(passage_ids: Sequence[str]) -> FloatArray:
        return said_in(words, [knowledge_base.passage(each) for each in passage_ids])

    return PassageScores(ids, raw, weights, features, said_by)
