"""How the scores are to be fused, as programs say it: whatever of it is given; the settings hold for the rest."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from core.domain.arms import ARMS, with_share_fields
from core.domain.requests import FusionMode, FusionSettings, ScoreScale
from core.domain.strict_fields import IsNumber, Number

Weight = Annotated[Number, Field(ge=0.0, le=1.0)]
Share = Annotated[Number, Field(ge=0.0, le=2.0)]
LARGEST_K = 2**53 - 1
"""The largest whole number that every program reads from JSON as it is."""
_WEIGH = frozenset({"scale", "graph_weight", "vector_weight"})


@with_share_fields(lambda arm: (arm.name, Field(None, description=f"Of the {arm.side} side.")), Share | None)
class ArmShares(BaseModel):
    """Shares of the arms within their side, by the names of the arms."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: object) -> object:
        if isinstance(given, dict) and not given.keys() <= set(ARMS):
            raise PydanticCustomError("arm_unknown", f"the arms of the retrieval are {', '.join(ARMS)}")
        return given


class FusionChoice(BaseModel):
    """Mode, scale, weights and shares; what is not given is as the settings say.

    Whoever gives a scale, weights or shares and no mode wants them to count: where the settings say ``adaptive``,
    which looks at none of them, the mode is ``weighted``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: FusionMode | None = None
    scale: ScoreScale | None = None
    graph_weight: Weight | None = None
    vector_weight: Weight | None = None
    rrf_k: Annotated[int, Field(ge=1, le=LARGEST_K), IsNumber] | None = None
    shares: ArmShares = ArmShares()

    @classmethod
    def of(cls, fusion: FusionSettings) -> FusionChoice:
        """All that is in force. Within the ranges where ``fusion`` is, which is not checked again."""
        shares: dict[str, Any] = {arm: fusion.share(arm) for arm in ARMS}
        said = fusion.model_dump(include=set(cls.model_fields))
        return cls.model_construct(**said, shares=ArmShares.model_construct(**shares))

    def over(self, fusion: FusionSettings) -> FusionSettings:
        """``fusion`` with what is given here."""
        changes: dict[str, Any] = self.model_dump(exclude={"shares"}, exclude_none=True)
        shares = self.shares.model_dump(exclude_none=True)
        if fusion.mode is FusionMode.ADAPTIVE and (shares or _WEIGH & changes.keys()):
            changes = {"mode": FusionMode.WEIGHTED} | changes
        changes |= {FusionSettings.share_name(arm): share for arm, share in shares.items()}
        return FusionSettings.model_validate(fusion.model_dump() | changes)
