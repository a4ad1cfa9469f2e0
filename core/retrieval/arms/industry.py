"""Industry: which companies are on record in the same industries, groups and sectors as those asked about."""

from __future__ import annotations

from math import log

import numpy as np

from core.retrieval.arms.contract import ArmInputs, Everyone, RetrievalArm
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

SIMILAR = "similar_product"
"""The relation type that questions for similar companies ask for."""
_IN_INDUSTRY = "in_industry"


def score(inputs: ArmInputs) -> Everyone:
    """The share of their industries that a company is in, too, each weighed by log(companies / its members).

    Only where the question asks for similar companies: what competes or supplies is often of another industry.
    """
    base = inputs.knowledge_base
    asked = inputs.question.asked
    scores = np.zeros(base.graph.entities)
    if asked is None or asked.type != SIMILAR or _IN_INDUSTRY not in base.manifest.edge_types:
        return Everyone(scores)
    code = base.manifest.edge_types.index(_IN_INDUSTRY)
    own = {industry for node in inputs.query_nodes for industry in _linked(base, node, code).tolist()}
    total = 0.0
    for industry in sorted(own):
        members = _linked(base, industry, code)
        weight = log(len(base.company_nodes) / len(members))
        scores[members] += weight
        total += weight
    return Everyone(scores / total if total > 0.0 else scores)


def _linked(base: KnowledgeBase, node: int, code: int) -> IntArray:
    """The other ends of its relations of a type, each once."""
    edges, others = base.relations_of(node)
    return np.unique(others[base.graph.edge_type[edges] == code])


ARM = RetrievalArm(score)
