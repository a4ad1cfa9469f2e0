"""Size: how large a company is by the data's own columns."""

from __future__ import annotations

from core.retrieval.arms.contract import ArmInputs, Everyone, RetrievalArm


def score(inputs: ArmInputs) -> Everyone:
    """What the knowledge base keeps of each entity."""
    return Everyone(inputs.knowledge_base.sizes)


ARM = RetrievalArm(score)
