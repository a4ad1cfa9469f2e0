"""Industry: which companies are on record in the same industries, groups and sectors as those asked about."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

import numpy as np

from core.retrieval.arms.contract import ArmInputs, Everyone, RetrievalArm
from core.retrieval.word_match import peer_likeness
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

_SAME = "same_industry"
ALIKE = frozenset(("similar_product", _SAME))
"""The relation types that questions for similar companies ask for."""
_IN_INDUSTRY = "in_industry"
_VOTERS, _SHARPNESS = 20, 5


def score(inputs: ArmInputs) -> Everyone:
    """The share of their industries that a company is in, too, each weighed by log(companies / its members).

    Only where the question asks for similar companies: what competes or supplies is often of another industry. Where
    companies of the same industry are asked for and none is recorded, the companies most alike in text vote for it.
    """
    base = inputs.knowledge_base
    asked = inputs.question.asked
    scores = np.zeros(base.graph.entities)
    if asked is None or asked.type not in ALIKE or _IN_INDUSTRY not in base.manifest.edge_types:
        return Everyone(scores)
    code = base.manifest.edge_types.index(_IN_INDUSTRY)
    industries = _recorded(inputs, code) or (_voted(inputs, code) if asked.type == _SAME else {})
    for industry, weight in industries.items():
        scores[_linked(base, industry, code)] += weight
    total = sum(industries.values())
    return Everyone(scores / total if total > 0.0 else scores)


def _recorded(inputs: ArmInputs, code: int) -> Mapping[int, float]:
    """The industries of those asked about: node → weight."""
    base = inputs.knowledge_base
    own = {industry for node in inputs.query_nodes for industry in _linked(base, node, code).tolist()}
    return {each: log(len(base.company_nodes) / len(_linked(base, each, code))) for each in sorted(own)}


def _voted(inputs: ArmInputs, code: int) -> Mapping[int, float]:
    """The industries of the companies most alike by meaning and words, each counting by its likeness."""
    base, votes = inputs.knowledge_base, dict[int, float]()
    if not inputs.query_nodes:
        return votes
    nodes = inputs.not_asked_about(base.company_nodes)
    likeness = peer_likeness(nodes, inputs.searched.alike.result() or {}, inputs.searched.words)
    for place in places_of_largest(likeness, _VOTERS).tolist():
        for industry in _linked(base, int(nodes[place]), code).tolist():
            votes[industry] = votes.get(industry, 0.0) + float(likeness[place]) ** _SHARPNESS
    return votes


def _linked(base: KnowledgeBase, node: int, code: int) -> IntArray:
    """The other ends of its relations of a type, each once."""
    edges, others = base.relations_of(node)
    return np.unique(others[base.graph.edge_type[edges] == code])


ARM = RetrievalArm(score)
