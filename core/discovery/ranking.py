"""Third stage: ``Searched`` becomes ``Ranked`` – arithmetic on kept scores, repeated at every slider move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.discovery.searched import Searched
from core.domain.requests import FusionSettings
from core.retrieval.fusion import FusedScores, fuse


@dataclass(frozen=True)
class Line:
    """A company that may be listed, and its row of the fused scores; None for a member that no arm found."""

    company_id: str
    row: int | None


@dataclass(frozen=True)
class Ranked:
    """``members``: who answers the question, in the order in which the plan's execution has them; ``others``: best
    first as fused, reranked where a reranker read them."""

    fused: FusedScores
    members: tuple[Line, ...]
    others: tuple[Line, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All of them in the order they are listed."""
        return (*self.members, *self.others)


def ranked(searched: Searched, fusion: FusionSettings) -> Ranked:
    """Every line of the list, one for each name."""
    fused, rows = fused_order(searched, fusion)
    members = searched.understood.members
    row_of: dict[str, int] = {}
    for row in rows:
        line = members.standing_for.get(fused.company_ids[row])
        if line is not None:
            row_of.setdefault(line, row)
    others = searched.reranking.order(other_rows(searched, fused, rows), fused.company_ids)
    return Ranked(
        fused,
        tuple(Line(each, row_of.get(each)) for each in members.lines),
        tuple(Line(fused.company_ids[row], row) for row in others),
    )


def other_rows(searched: Searched, fused: FusedScores, rows: Sequence[int]) -> list[int]:
    """Those of ``rows`` that do not answer the question: only their order is open."""
    members = searched.understood.members
    return [row for row in rows if fused.company_ids[row] not in members.standing_for]


def fused_order(searched: Searched, fusion: FusionSettings) -> tuple[FusedScores, list[int]]:
    """The fused scores, and the rows that may be listed: found by an arm that counts, one per name; those that answer
    the question, then the others, both best first."""
    fused = fuse(searched.found.candidates, fusion)
    rows = _one_per_name(searched, fused, _returned(fused))
    return fused, sorted(rows, key=lambda row: not searched.understood.answers_question(fused.company_ids[row]))


def found_rows(searched: Searched, fusion: FusionSettings) -> tuple[FusedScores, list[int]]:
    """What the searches alone make of a question: as ``fused_order``, reranked where a reranker read the rows; members
    that no arm found are not among them."""
    fused, rows = fused_order(searched, fusion)
    rows = searched.reranking.order(rows, fused.company_ids)
    return fused, sorted(rows, key=lambda row: not searched.understood.answers_question(fused.company_ids[row]))


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
