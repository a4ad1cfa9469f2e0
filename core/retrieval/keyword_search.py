"""Full-text search over passages (BM25), and what it says about the companies they name."""

from __future__ import annotations

import re

from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

_WORDS = re.compile(r"\w+")


def search_passages(knowledge_base: KnowledgeBase, words: str, settings: Settings) -> dict[str, float]:
    """Passages that contain any of the words, Chinese or English: passage id → BM25 score (> 0)."""
    terms = " ".join(_WORDS.findall(words))
    if not terms or not knowledge_base.passage_ids:
        return {}
    query = knowledge_base.table("passages").search(terms, query_type="fts", fts_columns="embedded_text")
    rows = query.select(["id", "_score"]).limit(settings.relationship_limit).to_arrow()
    return dict(zip(rows["id"].to_pylist(), rows["_score"].to_pylist(), strict=True))


def companies_in_passages(knowledge_base: KnowledgeBase, passages: dict[str, float]) -> dict[str, float]:
    """Credit each company with its best passage: score of the passage × weight of the mention."""
    credit: dict[str, float] = {}
    for passage_id, score in passages.items():
        for mention in knowledge_base.mentions_by_passage.get(passage_id, ()):
            if knowledge_base.is_company[knowledge_base.node_of[mention.entity_id]]:
                credit[mention.entity_id] = max(credit.get(mention.entity_id, 0.0), score * mention.weight)
    return credit
