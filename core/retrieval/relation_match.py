"""Relation match: how well the relations between the query and a company answer the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.retrieval.vector_search import TripletMatch
from core.storage.knowledge_base import KnowledgeBase


def relation_match(
    knowledge_base: KnowledgeBase,
    queries: Sequence[int],
    triplets: Sequence[TripletMatch],
    matched: Mapping[int, float] | None,
) -> dict[int, float]:
    """Company node → score in [0, 1]. ``queries``: nodes of what is asked about.

    Cosine of the best triplet; triplets that do not touch the query count half. Where the question asks for a relation
    type (``matched`` given: company → 1 if recorded, ½ if only implied by a shared bridge), half cosine and half that.
    """
    scores: dict[int, float] = {}
    for match in triplets:
        similarity = max(0.0, match.similarity)
        ends = {knowledge_base.node_of[match.source], knowledge_base.node_of[match.target]}
        touching = not queries or not ends.isdisjoint(queries)
        for company in ends - set(queries):
            if knowledge_base.is_company[company]:
                scores[company] = max(scores.get(company, 0.0), similarity if touching else 0.5 * similarity)
    if matched is None:
        return scores
    return {
        company: 0.5 * scores.get(company, 0.0) + 0.5 * matched.get(company, 0.0)
        for company in scores.keys() | matched.keys()
    }
