"""How much each kind of edge counts in the graph walk: β per relation family and per mention role."""

from __future__ import annotations

import math
from typing import Self

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

_NO_INFLUENCE = Field(0.0, ge=0.0, allow_inf_nan=False)


class _Group(BaseModel):
    """Non-negative numbers that sum to 1 once parsed; nothing given, or only zeros, means all alike.

    Names are read in upper and lower case; one that is not known is refused.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _in_lower_case(cls, given: object) -> object:
        if not isinstance(given, dict):
            return given
        named = {name.lower() if isinstance(name, str) else name: value for name, value in given.items()}
        if len(named) < len(given):
            raise ValueError("a name is given twice, in upper and lower case")
        return named

    @model_validator(mode="after")
    def _normalise(self) -> Self:
        given = self.model_dump()
        largest = max(given.values())
        scaled = {name: value / largest if largest > 0 else 1.0 for name, value in given.items()}
        total = math.fsum(scaled.values())
        for name, value in scaled.items():
            object.__setattr__(self, name, value / total)  # frozen for everybody else
        return self

    def multiplier(self, name: str) -> float:
        """β′ = β × size of the group: exactly 1 for all where all are alike, so that the walk is the plain one."""
        values: list[float] = list(self.model_dump().values())
        return float(getattr(self, name)) * len(values) / math.fsum(values)


class FamilyInfluence(_Group):
    """β of the relation families of the ontology."""

    hierarchical: float = _NO_INFLUENCE
    temporal: float = _NO_INFLUENCE
    spatial: float = _NO_INFLUENCE
    causality: float = _NO_INFLUENCE
    attribution: float = _NO_INFLUENCE


class RoleInfluence(_Group):
    """β of the roles an entity can have in a passage that names it."""

    primary: float = _NO_INFLUENCE
    secondary: float = _NO_INFLUENCE
    peripheral: float = _NO_INFLUENCE


class RelationInfluence(BaseModel):
    """β of every kind of edge; the default is uniform, which is the plain walk.

    ``entity_entity`` and ``entity_passage`` are read as other names of ``families`` and ``roles``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    families: FamilyInfluence = Field(FamilyInfluence(), validation_alias=AliasChoices("families", "entity_entity"))
    roles: RoleInfluence = Field(RoleInfluence(), validation_alias=AliasChoices("roles", "entity_passage"))
