"""Search over passages: the best of meaning and walk, what they name, what is linked to them across source kinds.

A serialization alias of a field is its name in the HTTP API, which a document fixes.
"""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.linking import matches
from core.domain.records import LinkType, Passage
from core.domain.requests import DiscoveryRequest
from core.domain.results import Result, StageTiming
from core.retrieval.company_text import language_of, triplet_as_of
from core.retrieval.linked_passages import LinkedPassage, linked_passages
from core.storage.knowledge_base import KnowledgeBase

_Word = Annotated[str, Field(min_length=1, max_length=100)]


class SearchFilters(BaseModel):
    """What is searched; empty means everything. A kind of source may hold * (``*note``). Languages are ``zh``, ``en``
    and those of programs, as brought with the texts; of one that no text is in, nothing is found."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    source_kinds: tuple[_Word, ...] = Field(
        (), max_length=20, alias="source_types", description="Only passages of these kinds.", examples=[["*note"]]
    )
    languages: tuple[_Word, ...] = Field(
        (), max_length=20, description="Only passages in these languages.", examples=[["zh", "en", "python"]]
    )

    def accepts(self, passage: Passage) -> bool:
        """Whether a passage is searched."""
        kind = not self.source_kinds or matches(passage.source_kind, frozenset(self.source_kinds))
        return kind and (not self.languages or passage.is_in(self.languages))


class PassageOrigin(Result):
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


class PassageFound(Result):
    """A passage with its place in the ranking, from 1. ``similarity``: cosine with the question; null where it was
    found without one."""

    passage_id: str = Field(serialization_alias="chunk_id")
    text: str = Field(serialization_alias="content")
    source_kind: str
    similarity: float | None = Field(serialization_alias="similarity_score")
    metadata: PassageOrigin
    rank: int

    @classmethod
    def of(cls, passage: Passage, similarity: float, rank: int) -> Self:
        """``similarity``: not a number where there is none."""
        told = passage.model_dump(include=set(PassageOrigin.model_fields))
        return cls(
            passage_id=passage.id,
            text=passage.text,
            source_kind=passage.source_kind,
            similarity=None if np.isnan(similarity) else similarity,
            metadata=PassageOrigin(**told | {"language": passage.program_language or passage.language}),
            rank=rank,
        )


class EntityNamed(Result):
    """An entity that the found passages name: in how many of them, and the sum of the weights of its mentions.
    ``file``: where it is recorded."""

    id: str
    type: str = Field(serialization_alias="entity_type")
    name: str
    file: str
    name_zh: str
    name_en: str
    passages: int
    weight: float


class RelationFound(Result):
    """A recorded relation whose triplet text is near to the question: its cosine, and that text, or a sentence
    that says so where it is not so now."""

    relation_id: str
    relation_type: str = Field(serialization_alias="type")
    text: str = Field(serialization_alias="triplet_text")
    similarity: float = Field(serialization_alias="score")
    source: str
    target: str


class LinkFound(Result):
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
        link = linked.link.model_dump()
        return cls(**link, confidence=linked.confidence, source_kind=passage.source_kind, text=passage.text)


class SearchFigures(Result):
    """``vector_results``: passages that have a similarity; ``graph_results``: entities and relations."""

    vector_results: int
    graph_results: int
    cross_links: int
    search_time_ms: float


class SearchAnswer(Result):
    """Everything that was found, each best first; links strongest first."""

    passages: tuple[PassageFound, ...] = Field(serialization_alias="chunks")
    entities: tuple[EntityNamed, ...] = Field(serialization_alias="related_entities")
    links: tuple[LinkFound, ...] = Field(serialization_alias="cross_source_links")
    stats: SearchFigures
    relations: tuple[RelationFound, ...] = Field(serialization_alias="relationships")


def search_passages(
    pipeline: DiscoveryPipeline,
    query: str,
    *,
    limit: int = 10,
    max_hops: int = 2,
    include_cross_source: bool = True,
    filters: SearchFilters | None = None,
) -> tuple[SearchAnswer, tuple[StageTiming, ...]]:
    """The ``limit`` best passages for a question, ranked as for answers (walk, meaning, keywords, names), and as many
    relations; and what each stage took. A question need not name anything of the graph.

    Raises QueryEmptyError and QueryTooLongError as ``DiscoveryPipeline.retrieve`` does.
    """
    begun = perf_counter()
    base, wanted = pipeline.base.knowledge_base, filters or SearchFilters()
    searched = pipeline.retrieve(DiscoveryRequest(query=query, max_hops=max_hops), whatever_is_named=True)
    scores = searched.found.passage_scores
    cosine = dict(zip(scores.passage_ids, scores.raw[:, 1].tolist(), strict=True))
    ranked = (base.passage(passage_id) for passage_id in scores.ranked())
    found = [passage for passage in ranked if wanted.accepts(passage)][:limit]
    links = linked_passages(base, [passage.id for passage in found], wanted.accepts) if include_cross_source else []
    passages = tuple(PassageFound.of(each, cosine[each.id], rank) for rank, each in enumerate(found, start=1))
    entities, relations = _named(base, found), _relations(searched, limit)
    stats = SearchFigures(
        vector_results=sum(each.similarity is not None for each in passages),
        graph_results=len(entities) + len(relations),
        cross_links=len(links),
        search_time_ms=round(1000.0 * (perf_counter() - begun), 1),
    )
    answer = SearchAnswer(
        passages=passages,
        entities=entities,
        links=tuple(map(LinkFound.of, links)),
        stats=stats,
        relations=relations,
    )
    return answer, searched.timings


def _relations(searched: Searched, limit: int) -> tuple[RelationFound, ...]:
    base, language = searched.base.knowledge_base, language_of(searched.request.query)
    nearest = sorted(searched.found.triplets, key=lambda match: (-match.similarity, match.relation_id))[:limit]
    day = searched.understood.day
    return tuple(
        RelationFound(
            relation_id=match.relation_id,
            relation_type=match.type,
            source=match.source,
            target=match.target,
            similarity=match.similarity,
            text=triplet_as_of(base, searched.base.ontology, match.relation_id, match.text, day, language),
        )
        for match in nearest
    )


def _named(base: KnowledgeBase, passages: list[Passage]) -> tuple[EntityNamed, ...]:
    weights: dict[str, list[float]] = {}
    for passage in passages:
        for mention in base.mentions_in(passage.id):
            weights.setdefault(mention.entity_id, []).append(mention.weight)
    named = []
    for key, each in sorted(weights.items(), key=lambda item: (-sum(item[1]), item[0])):
        entity = base.entity(key)
        named.append(
            EntityNamed(
                id=key,
                type=entity.type,
                name=entity.name_en or entity.name_zh,
                file=entity.origin,
                name_zh=entity.name_zh,
                name_en=entity.name_en,
                passages=len(each),
                weight=sum(each),
            )
        )
    return tuple(named)
