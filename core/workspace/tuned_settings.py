"""Everything that is tuned, as one value: how scores are fused and how the graph is walked."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.defaults import default_fusion, default_influence
from core.domain.arms import ARM_TABLE, with_share_fields
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import BY_QUESTION, FusionMode, FusionSettings, ScoreScale
from core.settings import Settings

Influence = RelationInfluence | Literal["by_question"] | None
Weight = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]

_GONE = frozenset({"prominence_share"})
"""Shares of arms that there were before; presets that were saved with them open without."""


class Walk(BaseModel):
    """How the graph is walked; another one walks again and searches nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    damping: float = Field(0.85, ge=0.05, le=0.95, allow_inf_nan=False)
    max_hops: int = Field(2, ge=1, le=6)
    influence: Influence = None


@with_share_fields(lambda arm: (arm.share_field, Field(arm.default_share, ge=0.0, le=2.0, allow_inf_nan=False)))
class TunedSettings(Walk):
    """Fusion and walk, in the ranges of the settings of the same meaning; a share for each arm of the table.

    A preset that names no ``scale`` was saved when weighted fusion knew min-max scores only.
    """

    mode: FusionMode = FusionMode.ADAPTIVE
    scale: ScoreScale = ScoreScale.MIN_MAX
    graph_weight: Weight = 0.5
    vector_weight: Weight = 0.5
    rrf_k: int = Field(60, ge=1)

    @model_validator(mode="before")
    @classmethod
    def _without_what_is_gone(cls, given: object) -> object:
        return {name: value for name, value in given.items() if name not in _GONE} if isinstance(given, dict) else given

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """What ``settings`` say."""
        return cls.made_of(
            default_fusion(settings),
            Walk(
                damping=settings.ppr_damping_factor,
                max_hops=settings.ppr_max_hops,
                influence=default_influence(settings),
            ),
        )

    @classmethod
    def made_of(cls, fusion: FusionSettings, walk: Walk) -> Self:
        """Raises ValueError where ``fusion`` lies outside the ranges of the settings."""
        fused = fusion.model_dump(exclude={"max_results", "min_relevance"})
        return cls(**fused, damping=walk.damping, max_hops=walk.max_hops, influence=walk.influence)

    @property
    def fusion(self) -> FusionSettings:
        """How scores are fused, with the usual length of the list."""
        return FusionSettings(**self.model_dump(exclude=set(Walk.model_fields)))

    @property
    def walk(self) -> Walk:
        """How the graph is walked."""
        return Walk(damping=self.damping, max_hops=self.max_hops, influence=self.influence)

    def over(self, settings: Settings) -> Settings:
        """``settings`` with these in force."""
        by_hand = self.influence if isinstance(self.influence, RelationInfluence) else None
        return settings.model_copy(
            update={
                "fusion_mode": self.mode.value,
                "fusion_scale": self.scale.value,
                "hybrid_graph_weight": self.graph_weight,
                "hybrid_vector_weight": self.vector_weight,
                **{arm.setting: getattr(self, arm.share_field) for arm in ARM_TABLE},
                "rrf_k": self.rrf_k,
                "ppr_damping_factor": self.damping,
                "ppr_max_hops": self.max_hops,
                "use_relation_aware_retrieval": self.influence == BY_QUESTION,
                "relation_influence": by_hand,
            }
        )
