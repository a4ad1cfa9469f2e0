"""Companies and relations nearest to a question in meaning, in one list."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from core.discovery.name_resolution import QueryEmptyError, QueryTooLongError, SearchFailedError
from core.domain.partial_dates import today
from core.domain.strict_fields import Whole
from core.messages import Language
from core.operations.context import Context
from core.operations.fields import RequiredQuestion
from core.operations.operation import Input, Output, by_settings, operation
from core.retrieval.base import Base
from core.retrieval.company_text import language_of, triplet_as_of
from core.retrieval.relationship_search import SearchHit


class NearestRequest(Input):
    """A question or topic."""

    asks: ClassVar = ("query",)
    renamed: ClassVar = {"relationship_limit": "max_relations"}

    query: RequiredQuestion
    max_results: Whole = Field(10, ge=1, le=100, alias="limit", description="Results in all at most.")
    max_relations: Whole = Field(
        50,
        ge=1,
        le=1000,
        description="Relations among them at most.",
        json_schema_extra=by_settings(default="relationship_limit"),
    )


class NearestAnswer(Output):
    """Best first; ``score``: 1/(k + rank), as both kinds are merged by rank."""

    hits: tuple[SearchHit, ...]


@operation(
    title="Companies and relations by meaning",
    examples={"zh": {"query": "谁供应晶圆材料？", "max_results": 5}, "en": {"query": "company founders"}},
    errors=(QueryEmptyError, QueryTooLongError, SearchFailedError),
)
def find_nearest(context: Context, asked: NearestRequest) -> NearestAnswer:
    """Companies and recorded relations nearest to a question in meaning, as one list, best first."""
    most = asked.max_relations if "max_relations" in asked.model_fields_set else None
    found = context.pipeline.search(asked.query, limit=asked.max_results, relationship_limit=most)
    return NearestAnswer(hits=tuple(_as_of_today(hit, context.base, language_of(asked.query)) for hit in found))


def _as_of_today(hit: SearchHit, base: Base, language: Language) -> SearchHit:
    """With words that say so where a relation is not so now."""
    if hit.type != "relationship":
        return hit
    text = triplet_as_of(base.knowledge_base, base.ontology, hit.id, hit.text, today(), language)
    return hit.model_copy(update={"text": text})
