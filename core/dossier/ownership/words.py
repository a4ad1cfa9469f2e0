"""Ids, names and percentages of what is said of ownership."""

from __future__ import annotations

from dataclasses import dataclass

from core.messages import Language
from core.storage.knowledge_base import KnowledgeBase

Bounds = tuple[float, float]
"""Percent at least and at most."""
_DECIMALS = 9


@dataclass(frozen=True)
class Words:
    """Ids and names of nodes."""

    base: KnowledgeBase
    language: Language

    def id(self, node: int) -> str:
        """Of an entity."""
        return self.base.entity_ids[node]

    def name(self, node: int) -> str:
        """In the reader's language."""
        return self.base.entity_at(node).name(self.language)


def percent(low: float, high: float) -> Bounds:
    """Of fractions of 1."""
    return round(100.0 * float(low), _DECIMALS), round(100.0 * float(high), _DECIMALS)
