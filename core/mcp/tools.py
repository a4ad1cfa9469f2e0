"""The tools: each takes what a client sends, asks the engine as the page does, and gives typed results with ids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from pydantic import BaseModel

from core.defaults import default_request
from core.discovery.ask import ask
from core.discovery.name_resolution import linked_entity, require_linked
from core.discovery.passage_search import NamedEntity, PassageFilters, search_passages
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.recommending import recommend
from core.domain.recommendations import RecommendationRequest, Recommendations
from core.dossier.profile import EntityProfile, entity_profile
from core.mcp.inputs import CompanyInput, DiscoverInput, RecommendInput, SearchInput, StatisticsInput, ToolInput
from core.mcp.outputs import EntityNamed, PassagesFound, RelationshipsFound
from core.messages import Language
from core.retrieval.company_text import language_of
from core.statistics import statistics
from core.statistics.figures import Statistics
from core.storage.knowledge_base import KnowledgeBase

StillWanted = Callable[[], None]
Taken = TypeVar("Taken", bound=ToolInput)


@dataclass(frozen=True)
class Engine:
    """What the tools ask. Safe to share between threads."""

    pipeline: DiscoveryPipeline

    @cached_property
    def statistics(self) -> Statistics:
        """Counted once: what is open does not change."""
        return statistics(self.pipeline.base.knowledge_base, self.pipeline.base.ontology)


@dataclass(frozen=True)
class ReadOnlyTool(Generic[Taken]):
    """``run`` takes time and is called in a thread; ``still_wanted`` raises there once nobody waits any more."""

    name: str
    title: str
    description: str
    takes: type[Taken]
    gives: type[BaseModel]
    run: Callable[[Engine, Taken, StillWanted], BaseModel]


def discover_relationships(engine: Engine, asked: DiscoverInput, still_wanted: StillWanted) -> RelationshipsFound:
    """Raises CompanyNameUnknownError, CompanyNameUnlikeAnyError, CompanyNameAmbiguousError, SearchFailedError,
    QueryEmptyError and QueryTooLongError."""
    pipeline, language = engine.pipeline, asked.language or language_of(asked.query or asked.company)
    request = default_request(pipeline.base.settings, company=asked.company, query=asked.query, language=language)
    wanted = {"max_results": asked.max_results, "min_relevance": asked.min_relevance}
    fusion = asked.fusion.over(request.fusion).model_copy(update=wanted)
    request = request.model_copy(update={"fusion": fusion})
    found = ask(pipeline, request, still_wanted=still_wanted)
    require_linked(found.outcome, asked.company or asked.query, found.choices, found.explanation)
    return RelationshipsFound.of(found, language)


def recommend_relations(engine: Engine, asked: RecommendInput, still_wanted: StillWanted) -> Recommendations:
    """Raises what ``discover_relationships`` does."""
    language: Language = asked.language or language_of(asked.text or asked.company)
    request = RecommendationRequest(
        company=asked.company,
        text=asked.text,
        limit=asked.max_results,
        only_new=asked.only_new,
        language=language,
    )
    found = recommend(engine.pipeline, request, still_wanted=still_wanted)
    require_linked(found.outcome, asked.company or asked.text, found.choices, found.explanation)
    return found


def search(engine: Engine, asked: SearchInput, _: StillWanted) -> PassagesFound:
    """Raises SearchFailedError and QueryTooLongError."""
    found = search_passages(
        engine.pipeline,
        asked.query,
        limit=asked.max_results,
        include_cross_source=asked.include_cross_source,
        filters=PassageFilters(source_kinds=asked.source_kinds, languages=asked.languages),
    )
    return PassagesFound(
        passages=found.passages,
        entities=tuple(_named(engine.pipeline.base.knowledge_base, each) for each in found.entities),
        links=found.links,
        processing_time_ms=found.milliseconds,
    )


def get_company(engine: Engine, asked: CompanyInput, _: StillWanted) -> EntityProfile:
    """Raises CompanyNameUnknownError, CompanyNameUnlikeAnyError and CompanyNameAmbiguousError."""
    pipeline = engine.pipeline
    return entity_profile(
        pipeline.base.knowledge_base,
        pipeline.base.ontology,
        linked_entity(pipeline.base.names, asked.company),
        neighbours_per_type=asked.neighbours_per_type,
        passages=asked.max_passages,
    )


def graph_statistics(engine: Engine, _: StatisticsInput, __: StillWanted) -> Statistics:
    """What ``python -m core stats`` counts."""
    return engine.statistics


def _named(base: KnowledgeBase, named: NamedEntity) -> EntityNamed:
    entity = base.entity(named.id)
    return EntityNamed(
        id=entity.id,
        type=entity.type,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        passages=named.passages,
        weight=named.weight,
    )


_BOTH = "Chinese and English are understood alike. Read-only."
TOOLS = (
    ReadOnlyTool(
        "discover_relationships",
        "Related companies",
        "Companies related to a company or to a question: competitors, makers of similar products, suppliers, "
        "customers, owners, subsidiaries, partners. Each comes with its relation type, relevance level, a one-sentence "
        f"reason and the sources (relations, passages, profiles) that say so, with their ids. {_BOTH}",
        DiscoverInput,
        RelationshipsFound,
        discover_relationships,
    ),
    ReadOnlyTool(
        "recommend_relations",
        "Recommended relations",
        "Relations worth recording for a company or for a pasted text, each to a company of the knowledge base, with "
        f"its type, relevance and sources; it says which are recorded already. {_BOTH}",
        RecommendInput,
        Recommendations,
        recommend_relations,
    ),
    ReadOnlyTool(
        "search",
        "Passages",
        "Passages of filings, news, notes and profiles that are nearest to a question, the entities they name, and the "
        f"passages of other kinds of sources that are linked to them. {_BOTH}",
        SearchInput,
        PassagesFound,
        search,
    ),
    ReadOnlyTool(
        "get_company",
        "Company profile",
        "What is recorded of one company, found by id, name, alias or ticker: names, description, neighbours by type "
        "of relation with evidence, and the passages that name it. Other entities (products, industries, people, "
        "places) are found by their id. A name that is unknown or means several is refused with the choices and their "
        f"ids. {_BOTH}",
        CompanyInput,
        EntityProfile,
        get_company,
    ),
    ReadOnlyTool(
        "graph_statistics",
        "What the knowledge base holds",
        "Counts of companies, other entities, relations by type, passages by language and kind of source, and the "
        "shape of the graph. Read-only.",
        StatisticsInput,
        Statistics,
        graph_statistics,
    ),
)
