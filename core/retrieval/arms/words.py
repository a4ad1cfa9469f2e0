"""Words: how many words a profile shares with the company and the topic asked about."""

from __future__ import annotations

from core.retrieval.arms.contract import ArmInputs, Everyone, RetrievalArm


def score(inputs: ArmInputs) -> Everyone:
    """TF-IDF cosines; the best become candidates."""
    return Everyone(inputs.searched.words, proposes=True)


ARM = RetrievalArm(score)
