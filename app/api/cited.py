"""Sources as the API tells them."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field

from app.api.fields import ApiAnswer
from core.domain.results import Source, SourceKind


class CitedSource(ApiAnswer):
    """One citation: the exact text as stored; of a relation without evidence the relation in words, from its row.

    ``graph``: reached by the walk; ``vector``: found by similarity. ``start`` and ``end`` are characters of the
    document ``document_id``, if it was cut out of one.
    """

    type: Literal["graph", "vector"]
    content: str
    score: float = Field(ge=0.0, le=1.0)
    id: str
    kind: SourceKind
    title: str = ""
    source_kind: str = ""
    date: str = ""
    origin: str = ""
    document_id: str = ""
    start: int = 0
    end: int = 0

    @classmethod
    def of(cls, source: Source) -> Self:
        """The same source."""
        return cls(content=source.text, **source.model_dump(include=set(cls.model_fields) - {"content"}))
