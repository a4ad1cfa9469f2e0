"""Third stage: ``Searched`` becomes ``Ranked`` – arithmetic on kept scores, repeated at every slider move."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.discovery.searched import Searched
from core.domain.requests import FusionSettings
from core.retrieval.fusion import FusedScores, fuse


def fused_order(searched: Searched, fusion: FusionSettings) -> tuple[FusedScores, list[int]]:
    """The fused scores, and the rows that may be listed: found by an arm that counts, one per name; those that answer
    the question, then the others, both best first."""
    fused = fuse(searched.found.candidates, fusion)
    return fused, _answers_first(searched, fused, _one_per_name(searched, fused, _returned(fused)))


def listed_rows(searched: Searched, fusion: FusionSettings) -> tuple[FusedScores, list[int]]:
    """The fused scores, and the rows in the order they are listed: those that answer the question, then the others;
    both as fused, reranked where a reranker read them."""
    fused, rows = fused_order(searched, fusion)
    return fused, _answers_first(searched, fused, searched.reranking.order(rows, fused.company_ids))


def _answers_first(searched: Searched, fused: FusedScores, rows: list[int]) -> list[int]:
    return sorted(rows, key=lambda row: not searched.understood.answers_question(fused.company_ids[row]))


def _returned(fused: FusedScores) -> list[int]:
    """Rows that an arm that counts (weight > 0) returned, best first."""
    returned = np.any((fused.ranks > 0) & (fused.weights > 0), axis=1)
    rows: list[int] = fused.order[returned[fused.order]].tolist()
    return rows


def _one_per_name(searched: Searched, fused: FusedScores, rows: Sequence[int]) -> list[int]:
    """The best row of each company name; the query's own companies and their namesakes are left out."""
    knowledge_base = searched.base.knowledge_base
    taken: set[str] = set()
    for entity_id in searched.understood.link.entity_ids:
        taken |= knowledge_base.namesakes(entity_id)
    kept = []
    for row in rows:
        company_id = fused.company_ids[row]
        if company_id not in taken:
            kept.append(row)
            if company_id in knowledge_base.sharing_a_name:  # few do, and there may be thousands of rows
                taken |= knowledge_base.namesakes(company_id)
    return kept
