"""Requests with the configured defaults filled in."""

from __future__ import annotations

from core.domain.requests import FusionMode, FusionSettings
from core.settings import Settings


def default_fusion(settings: Settings) -> FusionSettings:
    """The fusion that applies until a person moves a slider."""
    return FusionSettings(
        mode=FusionMode(settings.fusion_mode),
        graph_weight=settings.hybrid_graph_weight,
        vector_weight=settings.hybrid_vector_weight,
        text_share=settings.hybrid_text_weight,
        relation_share=settings.hybrid_relation_weight,
        keyword_share=settings.hybrid_keyword_weight,
        rrf_k=settings.rrf_k,
        max_results=settings.relationship_max_results,
    )
