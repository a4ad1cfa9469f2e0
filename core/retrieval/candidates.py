"""Which companies are candidates, and what every arm says of each of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.domain.arms import ARMS, Arm
from core.retrieval.arms.contract import Choice, CompanyScores
from core.retrieval.fusion import Matrix
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray


def proposed(companies: IntArray, scores: Mapping[Arm, CompanyScores], limit: int) -> IntArray:
    """Those of ``companies`` (ascending) that an arm proposes, ``limit`` at most where it scores all; ascending."""
    choice = Choice(companies, limit, scores)
    every = np.unique(np.concatenate([each.proposed(choice) for each in scores.values()]))
    return np.asarray(every[np.append(companies, -1)[np.searchsorted(companies, every)] == every])


def score_candidates(
    knowledge_base: KnowledgeBase, nodes: IntArray, scores: Mapping[Arm, CompanyScores]
) -> tuple[tuple[str, ...], Matrix]:
    """Ids, ascending, and scores by every arm, shape (candidates, arms); NaN where an arm says nothing."""
    raw = np.full((len(nodes), len(ARMS)), np.nan)
    for column, arm in enumerate(ARMS):
        raw[:, column] = scores[arm].of(nodes)
    ids = knowledge_base.entity_ids.at(nodes)
    order = sorted(range(len(ids)), key=ids.__getitem__)
    return tuple(ids[row] for row in order), raw[order]
