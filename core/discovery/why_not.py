"""Why a company is not in a list: its scores beside those of the last company that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from core.discovery.answering import select
from core.discovery.facets import NOTHING_CHOSEN, Chosen, FacetedList
from core.discovery.judged import NOTHING_JUDGED, Answering, Judged
from core.discovery.ranking import Line, Ranked, ranked
from core.discovery.searched import Searched
from core.domain.arms import ARMS, Arm
from core.domain.requests import FusionSettings, RelevanceLevel
from core.domain.results import Result
from core.errors import EntityUnknownError
from core.messages import Language
from core.retrieval.fusion import FusedScores

Reason = Literal[
    "listed",
    "asked_about",
    "no_company",
    "not_proposed",
    "no_weight",
    "same_name",
    "narrowed",
    "answers_too",
    "below_level",
    "too_far_down",
]


class ArmGap(Result):
    """What one arm gives the company and the last one listed: contributions, weight × normalised score, in [0, 1];
    0 for a company that the arm did not propose."""

    arm: Arm
    weight: float = Field(ge=0.0, le=1.0)
    own: float = Field(ge=0.0, le=1.0)
    last: float = Field(ge=0.0, le=1.0)

    @property
    def behind(self) -> float:
        """How far the arm holds the company back, in [−1, 1]; negative where it speaks for it."""
        return self.last - self.own


class WhyNot(Result):
    """``reason``, and where it was scored its place among all ``candidates``, its similarity and that of the last
    company listed, and the arms, those that hold it back most first. ``listed_as``: a company of the same name that
    stands for it in the list."""

    company_id: str
    reason: Reason
    rank: int | None = Field(None, ge=1)
    candidates: int = Field(0, ge=0)
    similarity: float | None = Field(None, ge=0.0, le=1.0)
    last_similarity: float | None = Field(None, ge=0.0, le=1.0)
    level: RelevanceLevel | None = None
    listed_as: str = ""
    gaps: tuple[ArmGap, ...] = ()


def why_not(
    searched: Searched,
    fusion: FusionSettings,
    company_id: str,
    language: Language,
    judged: Judged = NOTHING_JUDGED,
    chosen: Chosen = NOTHING_CHOSEN,
) -> WhyNot:
    """Why ``company_id`` is not in the list under ``fusion``, narrowed to ``chosen`` facets, or that it is. Searches
    nothing.

    Raises EntityUnknownError.
    """
    base = searched.base.knowledge_base
    if company_id not in base.node_of:
        raise EntityUnknownError(entity=company_id)
    if searched.base.ontology.is_bridge(base.entity(company_id).type):
        return WhyNot(company_id=company_id, reason="no_company")
    if any(company_id == asked or company_id in base.namesakes(asked) for asked in searched.understood.link.entity_ids):
        return WhyNot(company_id=company_id, reason="asked_about")
    explained, order = Answering(searched, judged), ranked(searched, fusion)
    fused, lines = order.fused, order.lines
    listed = next((line for line in lines if line.company_id == company_id), None)
    if company_id not in fused.company_ids and listed is None:
        return WhyNot(company_id=company_id, reason="not_proposed", candidates=len(lines))
    row = fused.company_ids.index(company_id) if company_id in fused.company_ids else None
    narrowed = FacetedList(searched, order).narrowed(chosen)
    shown = select(explained, narrowed, fusion, language)[0]
    listed_as = next((line.company_id for line in lines if _stands_for(searched, line, company_id)), "")
    level = explained.level(company_id, language)
    too_low = level.order < fusion.min_relevance.order
    return WhyNot(
        company_id=company_id,
        reason=_reason(listed, narrowed, shown, listed_as, too_low=too_low),
        rank=lines.index(listed) + 1 if listed else None,
        candidates=len(lines),
        similarity=_similarity(fused, row),
        last_similarity=_similarity(fused, shown[-1].row) if shown else None,
        level=level,
        listed_as=listed_as,
        gaps=_gaps(fused, row, shown[-1].row if shown else None),
    )


def _stands_for(searched: Searched, line: Line, company_id: str) -> bool:
    return line.company_id != company_id and company_id in searched.base.knowledge_base.namesakes(line.company_id)


def _reason(listed: Line | None, narrowed: Ranked, shown: Sequence[Line], listed_as: str, *, too_low: bool) -> Reason:
    if listed is None:
        return "same_name" if listed_as else "no_weight"
    if listed in shown:
        return "listed"
    if listed not in narrowed.lines:
        return "narrowed"
    if listed in narrowed.members:  # these stand in the order of the answer, not by their scores
        return "answers_too"
    return "below_level" if too_low else "too_far_down"


def _similarity(fused: FusedScores, row: int | None) -> float:
    return 0.0 if row is None else float(fused.final[row])


def _gaps(fused: FusedScores, row: int | None, last: int | None) -> tuple[ArmGap, ...]:
    contributions = fused.weights * fused.normalised
    gaps = [
        ArmGap(
            arm=arm,
            weight=float(fused.weights[column]),
            own=0.0 if row is None else min(1.0, float(contributions[row, column])),
            last=0.0 if last is None else min(1.0, float(contributions[last, column])),
        )
        for column, arm in enumerate(ARMS)
        if fused.weights[column] > 0
    ]
    return tuple(sorted(gaps, key=lambda gap: -gap.behind))
