"""``POST /api/search``: passages, relations and entities nearest to a question, and links between sources."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import Field

from app.api.documented import PROBLEMS, example_requests
from app.api.fields import ApiAnswer, ApiRequest, RequiredQuestion
from app.api.serving import Serving, ServingHere
from core.discovery.name_resolution import require_asked
from core.discovery.passage_search import PassageFilters, PassageSearchResult, search_passages
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.records import Passage
from core.domain.strict_fields import Switch, Whole
from core.retrieval.base import Base
from core.retrieval.linked_passages import LinkedPassage
from core.storage.knowledge_base import KnowledgeBase

router = APIRouter(prefix="/api", tags=["search"])
_EXAMPLES = example_requests(
    zh={"query": "固态电池", "limit": 5, "filters": {"languages": ["zh"]}},
    en={"query": "solid-state battery", "graph_hops": 1, "filters": {"source_types": ["*note"]}},
)
LanguageName = Annotated[str, Field(min_length=1, max_length=100, examples=["zh", "en", "python"])]
SourceType = Annotated[str, Field(min_length=1, max_length=100)]


class SearchFilters(ApiRequest):
    """What is searched; empty means everything. A source type may hold * (``*note``). Languages are ``zh``, ``en`` and
    those of programs, as brought with the texts; of one that no text is in, nothing is found."""

    source_types: tuple[SourceType, ...] = Field((), max_length=20)
    languages: tuple[LanguageName, ...] = Field((), max_length=20)


class SearchRequest(ApiRequest):
    """A question. ``graph_hops``: how far the walk goes, at most the setting ``max_graph_hops``."""

    query: RequiredQuestion
    limit: Whole = Field(10, ge=1, le=100)
    graph_hops: Whole = Field(2, ge=1, le=6)
    include_cross_source: Switch = True
    filters: SearchFilters = SearchFilters()


class ChunkMetadata(ApiAnswer):
    """Where a passage comes from. ``path``: of its file, as brought; ``origin``: where it was imported from.
    ``language``: ``zh``, ``en``, or of code the programming language."""

    title: str
    language: str
    date: str
    publisher: str
    url: str
    document_id: str
    start: int
    end: int
    origin: str
    path: str


class FoundChunk(ApiAnswer):
    """A passage. ``similarity_score``: cosine with the question; null where it was found without one."""

    chunk_id: str
    content: str
    source_kind: str
    similarity_score: float | None
    metadata: ChunkMetadata
    rank: int

    @classmethod
    def of(cls, passage: Passage, similarity: float | None, rank: int) -> Self:
        """A found passage in the words of the API."""
        told = passage.model_dump(include=set(ChunkMetadata.model_fields))
        metadata = ChunkMetadata(**{**told, "language": passage.program_language or passage.language})
        return cls(
            chunk_id=passage.id,
            content=passage.text,
            source_kind=passage.source_kind,
            similarity_score=similarity,
            metadata=metadata,
            rank=rank,
        )


class RelatedEntity(ApiAnswer):
    """An entity that the passages name: in how many, and the sum of the weights of its mentions. ``file``: where it is
    recorded."""

    id: str
    entity_type: str
    name: str
    file: str
    name_zh: str
    name_en: str
    passages: int
    weight: float


class FoundRelationship(ApiAnswer):
    """A recorded relation near to the question, as a sentence."""

    type: str
    triplet_text: str
    score: float
    source: str
    target: str
    relation_id: str


class SourceLink(ApiAnswer):
    """A link between passages of two kinds of sources, or of one."""

    from_chunk_id: str
    to_chunk_id: str
    relationship_type: Literal["EXPLAINS", "SEMANTICALLY_SIMILAR"]
    confidence: float
    similarity: float
    name_boost: float
    date_boost: float
    author_boost: float

    @classmethod
    def of(cls, linked: LinkedPassage) -> Self:
        """A link in the words of the API."""
        link = linked.link
        return cls(
            from_chunk_id=link.from_passage_id,
            to_chunk_id=link.to_passage_id,
            relationship_type=link.type,
            confidence=linked.confidence,
            similarity=link.similarity,
            name_boost=link.name_boost,
            date_boost=link.date_boost,
            author_boost=link.author_boost,
        )


class SearchFigures(ApiAnswer):
    """``vector_results``: passages that have a similarity; ``graph_results``: entities and relations."""

    vector_results: int
    graph_results: int
    cross_links: int
    search_time_ms: float


class SearchAnswer(ApiAnswer):
    """Everything that was found, each best first."""

    chunks: tuple[FoundChunk, ...]
    related_entities: tuple[RelatedEntity, ...]
    cross_source_links: tuple[SourceLink, ...]
    stats: SearchFigures
    relationships: tuple[FoundRelationship, ...]


@router.post("/search", response_model=SearchAnswer, responses=PROBLEMS, summary="Passages, relations, entities")
async def search(asked: Annotated[SearchRequest, _EXAMPLES], request: Request, serving: ServingHere) -> Response:
    """Hybrid search over passages (walk, meaning, keywords, names), what they name, and relations."""
    require_asked(serving.settings.query_max_characters, asked.query)
    most = serving.settings.max_graph_hops
    if asked.graph_hops > most:
        fault = {
            "loc": ("body", "graph_hops"),
            "msg": f"at most {most} (GUANXI_MAX_GRAPH_HOPS)",
            "type": "too_many_hops",
        }
        raise RequestValidationError([fault])
    return await serving.answer(request, asked, lambda pipeline, _: (_searched(asked, pipeline, serving), True))


def _searched(asked: SearchRequest, pipeline: DiscoveryPipeline, serving: Serving) -> SearchAnswer:
    filters = PassageFilters(source_kinds=asked.filters.source_types, languages=asked.filters.languages)
    found = search_passages(
        pipeline,
        asked.query,
        limit=asked.limit,
        max_hops=asked.graph_hops,
        include_cross_source=asked.include_cross_source,
        filters=filters,
    )
    serving.metrics.answered(found.timings, ())
    return _told(found, pipeline.base)


def _told(found: PassageSearchResult, base: Base) -> SearchAnswer:
    entities = _entities(found, base.knowledge_base)
    relationships = tuple(
        FoundRelationship(
            type=each.type,
            triplet_text=each.text,
            score=each.similarity,
            source=each.source,
            target=each.target,
            relation_id=each.relation_id,
        )
        for each in found.relations
    )
    return SearchAnswer(
        chunks=tuple(FoundChunk.of(each.passage, each.similarity, each.rank) for each in found.passages),
        related_entities=entities,
        cross_source_links=tuple(map(SourceLink.of, found.links)),
        stats=SearchFigures(
            vector_results=sum(each.similarity is not None for each in found.passages),
            graph_results=len(entities) + len(relationships),
            cross_links=len(found.links),
            search_time_ms=round(found.milliseconds, 1),
        ),
        relationships=relationships,
    )


def _entities(found: PassageSearchResult, base: KnowledgeBase) -> tuple[RelatedEntity, ...]:
    told = []
    for each in found.entities:
        entity = base.entity(each.id)
        told.append(
            RelatedEntity(
                id=entity.id,
                entity_type=entity.type,
                name=entity.name_en or entity.name_zh,
                file=entity.origin,
                name_zh=entity.name_zh,
                name_en=entity.name_en,
                passages=each.passages,
                weight=each.weight,
            )
        )
    return tuple(told)
