"""Requests with the configured defaults filled in."""

from __future__ import annotations

from typing import Literal

from core.domain.arms import ARMS, Arm, arm_entry
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionMode, FusionSettings, ScoreScale
from core.messages import Language
from core.settings import Settings


def default_fusion(settings: Settings) -> FusionSettings:
    """The fusion that applies until a person moves a slider."""
    shares = {FusionSettings.share_name(arm): default_share(settings, arm) for arm in ARMS}
    return FusionSettings(
        mode=FusionMode(settings.fusion_mode),
        scale=ScoreScale(settings.fusion_scale),
        graph_weight=settings.hybrid_graph_weight,
        vector_weight=settings.hybrid_vector_weight,
        rrf_k=settings.rrf_k,
        max_results=settings.relationship_max_results,
        **shares,
    )


def default_share(settings: Settings, arm: Arm) -> float:
    """The configured share of an arm inside Graph or Vector."""
    share: float = getattr(settings, arm_entry(arm).setting)
    return share


def default_influence(settings: Settings) -> RelationInfluence | Literal["by_question"] | None:
    """The configured β; else relations weighed by the question where relation-aware retrieval is configured; None
    where they are not weighed."""
    if settings.relation_influence is not None:
        return settings.relation_influence
    return BY_QUESTION if settings.use_relation_aware_retrieval else None


def default_request(
    settings: Settings, *, company: str = "", query: str = "", language: Language, both_languages: bool = False
) -> DiscoveryRequest:
    """A question searched and fused as configured."""
    return DiscoveryRequest(
        company=company,
        query=query,
        language=language,
        both_languages=both_languages,
        damping=settings.ppr_damping_factor,
        max_hops=settings.ppr_max_hops,
        influence=default_influence(settings),
        fusion=default_fusion(settings),
    )
