"""Which passages are linked across source kinds, and when."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

LinkPair = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[^\s:]{1,100}:[^\s:]{1,100}$")]


class LinkingRules(BaseModel):
    """``pairs``: ``from:to`` source kinds, ``*`` stands for anything (``*note:filing``). Each passage of the first kind
    is linked to the ``top`` most similar ones of the second whose cosine is at least ``min_similarity``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pairs: tuple[LinkPair, ...]
    min_similarity: float = Field(0.75, ge=0.0, le=1.0)
    top: int = Field(10, ge=1, le=1000)

    def targets(self, source_kind: str) -> frozenset[str]:
        """Patterns of the kinds that passages of ``source_kind`` are linked to."""
        split = (pair.split(":") for pair in self.pairs)
        return frozenset(second for first, second in split if fnmatchcase(source_kind, first))


def matches(source_kind: str, patterns: frozenset[str]) -> bool:
    """Whether a source kind is one of ``patterns``."""
    return any(fnmatchcase(source_kind, pattern) for pattern in patterns)
