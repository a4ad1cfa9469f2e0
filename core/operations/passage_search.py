"""Search: passages, relations and entities nearest to a question, and links between sources."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field

from core.discovery.name_resolution import QueryEmptyError, QueryTooLongError, SearchFailedError
from core.discovery.passage_search import NamedEntity, PassageFilters
from core.discovery.passage_search import search_passages as passages_for
from core.domain.records import LinkType, Passage
from core.domain.strict_fields import Switch, Whole
from core.operations.context import Context
from core.operations.fields import RequiredQuestion
from core.operations.operation import FieldsInvalidError, Input, Operation, Output, by_settings, invalid
from core.retrieval.linked_passages import LinkedPassage
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

LanguageName = Annotated[str, Field(min_length=1, max_length=100, examples=["zh", "en", "python"])]
SourceKindPattern = Annotated[str, Field(min_length=1, max_length=100, examples=["news", "*note"])]


class SearchFilters(BaseModel):
    """What is searched; empty means everything. A kind of source may hold * (``*note``). Languages are ``zh``, ``en``
    and those of programs, as brought with the texts; of one that no text is in, nothing is found."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    source_kinds: tuple[SourceKindPattern, ...] = Field(
        (), max_length=20, alias="source_types", description="Only passages of these kinds."
    )
    languages: tuple[LanguageName, ...] = Field((), max_length=20, description="Only passages in these languages.")


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


class PassageOrigin(Output):
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


class PassageFound(Output):
    """A passage. ``similarity``: cosine with the question; null where it was found without one."""

    passage_id: str = Field(serialization_alias="chunk_id")
    text: str = Field(serialization_alias="content")
    source_kind: str
    similarity: float | None = Field(serialization_alias="similarity_score")
    metadata: PassageOrigin
    rank: int

    @classmethod
    def of(cls, passage: Passage, similarity: float | None, rank: int) -> Self:
        """A found passage and where it comes from."""
        told = passage.model_dump(include=set(PassageOrigin.model_fields))
        origin = PassageOrigin(**{**told, "language": passage.program_language or passage.language})
        return cls(
            passage_id=passage.id,
            text=passage.text,
            source_kind=passage.source_kind,
            similarity=similarity,
            metadata=origin,
            rank=rank,
        )


class EntityNamed(Output):
    """An entity that the passages name: in how many, and the sum of the weights of its mentions. ``file``: where it is
    recorded."""

    id: str
    type: str = Field(serialization_alias="entity_type")
    name: str
    file: str
    name_zh: str
    name_en: str
    passages: int
    weight: float

    @classmethod
    def of(cls, named: NamedEntity, base: KnowledgeBase) -> Self:
        """The entity with its names."""
        entity = base.entity(named.id)
        return cls(
            **dict(named),
            type=entity.type,
            name=entity.name_en or entity.name_zh,
            file=entity.origin,
            name_zh=entity.name_zh,
            name_en=entity.name_en,
        )


class RelationFound(Output):
    """A recorded relation near to the question, as a sentence."""

    relation_id: str
    relation_type: str = Field(serialization_alias="type")
    text: str = Field(serialization_alias="triplet_text")
    similarity: float = Field(serialization_alias="score")
    source: str
    target: str


class LinkFound(Output):
    """A link of a found passage to another one, of another kind of source or of the same; ``text``: of that one."""

    from_passage_id: str = Field(serialization_alias="from_chunk_id")
    to_passage_id: str = Field(serialization_alias="to_chunk_id")
    type: LinkType = Field(serialization_alias="relationship_type")
    confidence: float
    similarity: float
    name_boost: float
    date_boost: float
    author_boost: float
    source_kind: str
    text: str

    @classmethod
    def of(cls, linked: LinkedPassage) -> Self:
        """The link and what the passage at its other end says."""
        passage = linked.passage
        told = linked.link.model_dump(exclude={"confidence"})
        return cls(**told, confidence=linked.confidence, source_kind=passage.source_kind, text=passage.text)


class SearchFigures(Output):
    """``vector_results``: passages that have a similarity; ``graph_results``: entities and relations."""

    vector_results: int
    graph_results: int
    cross_links: int
    search_time_ms: float


class SearchAnswer(Output):
    """Everything that was found, each best first."""

    passages: tuple[PassageFound, ...] = Field(serialization_alias="chunks")
    entities: tuple[EntityNamed, ...] = Field(serialization_alias="related_entities")
    links: tuple[LinkFound, ...] = Field(serialization_alias="cross_source_links")
    stats: SearchFigures
    relations: tuple[RelationFound, ...] = Field(serialization_alias="relationships")


def _search(context: Context, asked: SearchRequest) -> SearchAnswer:
    found = passages_for(
        context.pipeline,
        asked.query,
        limit=asked.max_results,
        max_hops=asked.max_hops,
        include_cross_source=asked.include_cross_source,
        filters=PassageFilters(**dict(asked.filters)),
    )
    context.report(found.timings)
    base = context.base.knowledge_base
    return SearchAnswer(
        passages=tuple(PassageFound.of(each.passage, each.similarity, each.rank) for each in found.passages),
        entities=tuple(EntityNamed.of(each, base) for each in found.entities),
        links=tuple(map(LinkFound.of, found.links)),
        stats=SearchFigures(
            vector_results=sum(each.similarity is not None for each in found.passages),
            graph_results=len(found.entities) + len(found.relations),
            cross_links=len(found.links),
            search_time_ms=round(found.milliseconds, 1),
        ),
        relations=tuple(
            RelationFound(relation_type=each.type, **each.model_dump(exclude={"type"})) for each in found.relations
        ),
    )


search_passages = Operation(
    name="search_passages",
    title="Passages, relations, entities",
    summary="Passages of filings, news, notes and profiles nearest to a question (walk, meaning, keywords, names), the "
    "entities they name, recorded relations near to it, and what is linked to the passages across kinds of sources.",
    takes=SearchRequest,
    gives=SearchAnswer,
    run=_search,
    examples={
        "zh": {"query": "固态电池", "max_results": 5, "filters": {"languages": ["zh"]}},
        "en": {"query": "solid-state battery", "max_hops": 1, "filters": {"source_kinds": ["*note"]}},
    },
    errors=(QueryEmptyError, QueryTooLongError, SearchFailedError, FieldsInvalidError),
    old_names=("search",),
)
