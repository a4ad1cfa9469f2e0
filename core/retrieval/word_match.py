"""Word match: which companies are described in the same words as the companies, or the topic, asked about."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.retrieval.question import HybridQuestion, with_names
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray


def word_match(knowledge_base: KnowledgeBase, question: HybridQuestion) -> FloatArray:
    """TF-IDF cosine of every company's text with those of the companies asked about and with the topic, in the mean;
    shape (entities,), 0 for what is no company. A question without either is compared as a whole."""
    index, companies = knowledge_base.words, knowledge_base.company_nodes
    nodes = [knowledge_base.node_of[query_id] for query_id in question.query_ids]
    rows = np.searchsorted(companies, [node for node in nodes if knowledge_base.is_company[node]])
    texts = [index.of(row) for row in rows.tolist()]
    if question.topic or not texts:
        texts.append(index.of_text(question.topic or with_names(knowledge_base, question.query_ids, question.text)))
    scores = np.zeros(knowledge_base.graph.entities)
    scores[companies] = np.mean([index.similarities(text) for text in texts], axis=0)
    return scores


def peer_likeness(nodes: IntArray, alike: Mapping[int, float], words: FloatArray) -> FloatArray:
    """How alike companies are by meaning (``alike``: node → cosine) and by words together, each divided by its best;
    shape (len(nodes),), in [0, 2]. ``nodes``: ascending."""
    cosine = np.zeros(len(nodes))
    found, values = np.array(list(alike), dtype=np.int64), np.array(list(alike.values()))
    places = np.searchsorted(nodes, found)
    here = np.append(nodes, -1)[places] == found
    cosine[places[here]] = values[here]
    return _by_best(cosine) + _by_best(words[nodes])


def _by_best(scores: FloatArray) -> FloatArray:
    best = scores.max(initial=0.0)
    return np.maximum(scores, 0.0) / best if best > 0 else np.zeros(len(scores))
