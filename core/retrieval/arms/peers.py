"""Peers: how often a walk begun at the companies most alike in text comes by."""

from __future__ import annotations

from core.retrieval.arms.contract import ArmInputs, Everyone, RetrievalArm
from core.retrieval.word_match import peer_likeness


def score(inputs: ArmInputs) -> Everyone:
    """The walk from the companies most alike, whoever may answer; the best become candidates."""
    nodes, words = inputs.companies, inputs.searched.words
    if inputs.question.among is not None:
        nodes = inputs.not_asked_about(inputs.knowledge_base.company_nodes)
    likeness = peer_likeness(nodes, inputs.searched.alike.result() or {}, words)
    return Everyone(inputs.walks.from_peers(nodes, likeness)[: len(words)], proposes=True)


ARM = RetrievalArm(score, slow=True)
