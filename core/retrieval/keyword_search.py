"""Full-text search over passages (BM25), and what it says about the companies they name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

_WORDS = re.compile(r"\w+")


def search_passages(knowledge_base: KnowledgeBase, words: str, settings: Settings) -> dict[int, float]:
    """Passages that contain any of the words, Chinese or English: node → BM25 score (> 0)."""
    terms = " ".join(_WORDS.findall(words))
    if not terms or not knowledge_base.passage_ids:
        return {}
    table = knowledge_base.table("passages")
    rows, scores = table.containing(terms, column="embedded_text", limit=settings.passage_limit)
    return dict(zip((knowledge_base.graph.entities + rows).tolist(), scores.tolist(), strict=True))


def companies_in_passages(knowledge_base: KnowledgeBase, passages: Mapping[int, float]) -> dict[int, float]:
    """Credit each company node with its best passage: score of the passage × weight of the mention."""
    credit: dict[int, float] = {}
    for passage, score in passages.items():
        edges, entities = knowledge_base.mention_edges(passage)
        companies = knowledge_base.is_company[entities]
        weights = knowledge_base.graph.weight[edges[companies]].tolist()
        for node, weight in zip(entities[companies].tolist(), weights, strict=True):
            credit[node] = max(credit.get(node, 0.0), score * weight)
    return credit
