"""Graph: how often a walk along the relations, begun at what is asked about, comes by."""

from __future__ import annotations

from dataclasses import dataclass

from core.retrieval.arms.contract import ArmInputs, Everyone, RetrievalArm
from core.retrieval.pagerank.attribution import ScoreAttribution


@dataclass(frozen=True, eq=False, kw_only=True)
class Walked(Everyone):
    """With what explains the scores, and those of passages."""

    attribution: ScoreAttribution


def score(inputs: ArmInputs) -> Walked:
    """The walk from the question; the best become candidates."""
    attribution = inputs.walks.from_question(inputs.searched.triplets.result(), inputs.passages)
    reached = attribution.walk.scores[: inputs.knowledge_base.graph.entities]
    return Walked(reached, proposes=True, attribution=attribution)


ARM = RetrievalArm(score, slow=True)
