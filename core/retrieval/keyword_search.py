"""Full-text search over passages (BM25), and what it says about the companies they name."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

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
    graph = knowledge_base.graph
    nodes, scores = np.array(list(passages), dtype=np.int64), np.array(list(passages.values()))
    places, passage = graph.entries_of(nodes)
    edges, entities = graph.incident[places], graph.adjacent[places]
    named = (edges >= graph.relations) & knowledge_base.is_company[entities]
    companies, company = np.unique(entities[named], return_inverse=True)
    credit = np.zeros(len(companies))
    np.maximum.at(credit, company, scores[passage[named]] * graph.weight[edges[named]])
    return dict(zip(companies.tolist(), credit.tolist(), strict=True))
