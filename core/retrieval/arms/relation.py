"""Relation: how well a recorded relation answers the question."""

from __future__ import annotations

from core.retrieval.arms.contract import ArmInputs, Found, RetrievalArm
from core.retrieval.relation_match import relation_match


def score(inputs: ArmInputs) -> Found:
    """Cosines of triplets, and what is recorded as asked."""
    matched = inputs.question.recorded_answers if inputs.question.asked else None
    triplets = inputs.searched.triplets.result()
    return Found(relation_match(inputs.knowledge_base, inputs.query_nodes, triplets, matched))


ARM = RetrievalArm(score)
