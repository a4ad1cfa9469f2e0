"""Search: passages, relations and entities nearest to a question, and links between sources."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from core.discovery import passage_search
from core.discovery.name_resolution import QueryEmptyError, QueryTooLongError, SearchFailedError
from core.discovery.passage_search import SearchAnswer, SearchFilters
from core.domain.strict_fields import Switch, Whole
from core.operations.context import Context
from core.operations.fields import RequiredQuestion
from core.operations.operation import FieldsInvalidError, Input, by_settings, invalid, operation
from core.settings import Settings


class SearchRequest(Input):
    """A question. ``max_hops``: how far the walk goes."""

    asks: ClassVar = ("query",)
    renamed: ClassVar = {"source_kinds": "filters.source_kinds", "languages": "filters.languages"}

    query: RequiredQuestion
    max_results: Whole = Field(10, ge=1, le=100, alias="limit", description="Passages at most, and relations.")
    max_hops: Whole = Field(
        2,
        ge=1,
        le=6,
        alias="graph_hops",
        description="How far the walk goes.",
        json_schema_extra=by_settings(maximum="max_graph_hops"),
    )
    include_cross_source: Switch = Field(
        default=True, description="Also what is linked to the passages across kinds of sources."
    )
    filters: SearchFilters = Field(SearchFilters(), description="What is searched.")

    def check(self, settings: Settings) -> None:
        """Also raises FieldsInvalidError for more hops than the settings allow."""
        super().check(settings)
        if self.max_hops > settings.max_graph_hops:
            reason = f"at most {settings.max_graph_hops} (GUANXI_MAX_GRAPH_HOPS)"
            raise invalid(search_passages.name, [("graph_hops", reason)])


@operation(
    title="Passages, relations, entities",
    examples={
        "zh": {"query": "固态电池", "max_results": 5, "filters": {"languages": ["zh"]}},
        "en": {"query": "solid-state battery", "max_hops": 1, "filters": {"source_kinds": ["*note"]}},
    },
    errors=(QueryEmptyError, QueryTooLongError, SearchFailedError, FieldsInvalidError),
    old_names=("search",),
)
def search_passages(context: Context, asked: SearchRequest) -> SearchAnswer:
    """Passages of filings, news, notes and profiles nearest to a question (walk, meaning, keywords, names), the
    entities they name, recorded relations near to it, and what is linked to the passages across kinds of sources."""
    found, timings = passage_search.search_passages(
        context.pipeline,
        asked.query,
        limit=asked.max_results,
        max_hops=asked.max_hops,
        include_cross_source=asked.include_cross_source,
        filters=asked.filters,
    )
    context.report(timings)
    return found
