"""From β per family and role to one multiplier per edge type, as the engines want it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

import numpy as np

from core.domain.records import MentionRole
from core.domain.relation_influence import FamilyInfluence, RelationInfluence
from core.ontology import RelationFamily
from core.storage.relation_graph import FloatArray

MENTION_ROLES: tuple[MentionRole, ...] = get_args(MentionRole)
_FALLBACK_FAMILY = "attribution"


def influence_by_edge_type(
    edge_types: Sequence[str], family_of: Callable[[str], RelationFamily | None], influence: RelationInfluence
) -> FloatArray:
    """β′ = β × group size per edge type, shape (edge types,), non-negative.

    ``edge_types`` as in the manifest: relation types, then mention roles. A type whose family is not known counts
    as ATTRIBUTION.
    """
    return np.array([_multiplier(name, family_of, influence) for name in edge_types], dtype=np.float64)


def _multiplier(name: str, family_of: Callable[[str], RelationFamily | None], influence: RelationInfluence) -> float:
    if name in MENTION_ROLES:
        return influence.roles.multiplier(name.lower())
    family = str(family_of(name) or "").lower()
    return influence.families.multiplier(family if family in FamilyInfluence.model_fields else _FALLBACK_FAMILY)
