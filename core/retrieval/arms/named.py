"""Named: which companies are directly related to what the question names besides."""

from __future__ import annotations

import numpy as np

from core.retrieval.arms.contract import ArmInputs, Choice, Everyone, RetrievalArm, best
from core.storage.relation_graph import IntArray


class Related(Everyone):
    """Many companies may be related to what is named, so the walk decides which of them become candidates."""

    def proposed(self, choice: Choice, /) -> IntArray:
        """As ``CompanyScores``."""
        related = choice.companies[self.scores[choice.companies] > 0]
        return best(related, choice.scores["graph"].of(related), choice.limit)


def score(inputs: ArmInputs) -> Related:
    """Per entity, the share of what the question names besides that it is directly related to."""
    entities, named = inputs.knowledge_base.graph.entities, inputs.named_nodes
    if not named:
        return Related(np.broadcast_to(0.0, entities))
    scores = np.zeros(entities)
    for node in named:
        _, others = inputs.knowledge_base.relations_of(node)
        scores[np.unique(others)] += 1.0 / len(named)
    return Related(scores)


ARM = RetrievalArm(score)
