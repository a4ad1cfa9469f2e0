"""Text: how close a profile is in meaning to the company and the topic asked about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.retrieval.arms.contract import SILENT, ArmInputs, CompanyScores, Found, RetrievalArm
from core.retrieval.vector_search import Vector
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Compared(Found):
    """What the search found; every other candidate is compared with the question too."""

    knowledge_base: KnowledgeBase
    vector: Vector

    def of(self, nodes: IntArray) -> FloatArray:
        """As ``CompanyScores``."""
        values = super().of(nodes)
        unread = np.flatnonzero(np.isnan(values))
        values[unread] = self.knowledge_base.entity_vectors.centred_similarities(nodes[unread], self.vector)
        return values


def score(inputs: ArmInputs) -> CompanyScores:
    """Cosines of profile vectors; nothing where companies could not be searched."""
    alike = inputs.searched.alike.result()
    if alike is None:
        return SILENT
    vector = inputs.searched.vectors.result().profile
    return Compared(alike, knowledge_base=inputs.knowledge_base, vector=vector)


ARM = RetrievalArm(score)
