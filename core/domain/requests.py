"""What a person asks for, and how the scores are to be fused."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from core.domain.arms import Arm, arm_entry, with_share_fields
from core.domain.partial_dates import PartialDate
from core.domain.plan import Plan
from core.domain.relation_influence import RelationInfluence
from core.domain.text import clean_text
from core.messages import Language

BY_QUESTION: Final = "by_question"
"""β left to what the question asks for."""
MOST_RESULTS: Final = 100
"""Companies that one answer lists at most."""


class RelevanceLevel(StrEnum):
    """How closely a company relates, by the business hierarchy (never by a score threshold)."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def order(self) -> int:
        """3 for high, 2 for medium, 1 for low."""
        return {"high": 3, "medium": 2, "low": 1}[self.value]


class FusionMode(StrEnum):
    """How graph and vector scores become one score."""

    ADAPTIVE = "adaptive"
    WEIGHTED = "weighted"
    RRF = "rrf"


class ScoreScale(StrEnum):
    """What weighted fusion adds up: min-max scores, or the scores that adaptive fusion makes of them."""

    MIN_MAX = "min_max"
    ADAPTIVE = "adaptive"


@with_share_fields(lambda arm: (arm.share_field, Field(arm.default_share, ge=0.0, allow_inf_nan=False)))
class FusionSettings(BaseModel):
    """Everything a fusion slider can change; changing it never searches again.

    Final = graph_weight · Graph + vector_weight · Vector, where each side is the mean of its arms weighted by their
    shares (a field for each arm of the table), on ``scale``. Adaptive fusion chooses weights and scale itself and looks
    at none of these.
    """

    model_config = ConfigDict(frozen=True)

    mode: FusionMode = FusionMode.WEIGHTED
    scale: ScoreScale = ScoreScale.MIN_MAX
    graph_weight: float = Field(0.5, ge=0.0, le=1.0)
    vector_weight: float = Field(0.5, ge=0.0, le=1.0)
    rrf_k: int = Field(60, ge=1)
    max_results: int = Field(10, ge=1, le=MOST_RESULTS)
    min_relevance: RelevanceLevel = RelevanceLevel.LOW

    def share(self, arm: Arm) -> float:
        """The share of an arm inside Graph or Vector."""
        share: float = getattr(self, self.share_name(arm))
        return share

    @staticmethod
    def share_name(arm: Arm) -> str:
        """The field that holds the share of an arm."""
        return arm_entry(arm).share_field


class DiscoveryRequest(BaseModel):
    """One question: a company (id, name, alias or ticker), a question text, or both.

    ``influence``: how much each relation family and mention role counts in the walk, or that the question decides;
    None weighs all alike, places as configured. ``both_languages``: reasons come in ``language`` and in the other one.
    ``among``: ids of the only companies that may answer; empty for all. ``plan``: what is asked for, instead of what a
    company and a question say; the question is then only words to search for. ``as_of``: the day on which relations are
    looked at where the plan names none; empty for today.
    """

    model_config = ConfigDict(frozen=True)

    company: str = ""
    query: str = ""
    plan: Plan | None = None
    as_of: PartialDate = ""
    damping: float = Field(0.85, ge=0.0, lt=1.0)
    max_hops: int = Field(2, ge=1, le=6)
    influence: RelationInfluence | Literal["by_question"] | None = None
    fusion: FusionSettings = FusionSettings()
    language: Language = "en"
    both_languages: bool = False
    among: tuple[str, ...] = ()

    @field_validator("company", "query")
    @classmethod
    def _clean(cls, value: str) -> str:
        return clean_text(value)
