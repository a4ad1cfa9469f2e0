"""Search over passages: the best of meaning and walk, what they name, what is linked to them across source kinds."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from pydantic import Field

from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.linking import matches
from core.domain.records import Passage
from core.domain.requests import DiscoveryRequest
from core.domain.results import Result, StageTiming
from core.retrieval.company_text import language_of, relation_sentence
from core.retrieval.linked_passages import LinkedPassage, linked_passages
from core.storage.knowledge_base import KnowledgeBase


class PassageFilters(Result):
    """What is searched; empty means everything. ``source_kinds`` may hold patterns (``*note``), ``languages`` those of
    people (zh, en) and of programs."""

    source_kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    def admit(self, passage: Passage) -> bool:
        """Whether a passage is searched."""
        kind = not self.source_kinds or matches(passage.source_kind, frozenset(self.source_kinds))
        return kind and (not self.languages or passage.is_in(self.languages))


class FoundPassage(Result):
    """A passage with its place in the ranking (from 1) and its cosine with the question (None without a vector)."""

    rank: int = Field(ge=1)
    passage: Passage
    similarity: float | None


class NamedEntity(Result):
    """An entity that the found passages name: in how many of them, and the sum of the weights of its mentions."""

    id: str
    passages: int
    weight: float


class FoundRelation(Result):
    """A recorded relation whose triplet text is near to the question: its cosine, and that text."""

    relation_id: str
    type: str
    source: str
    target: str
    similarity: float
    text: str


class PassageSearchResult(Result):
    """What a search found, best first; links strongest first."""

    passages: tuple[FoundPassage, ...]
    entities: tuple[NamedEntity, ...]
    links: tuple[LinkedPassage, ...]
    relations: tuple[FoundRelation, ...]
    timings: tuple[StageTiming, ...]
    milliseconds: float


def search_passages(
    pipeline: DiscoveryPipeline,
    query: str,
    *,
    limit: int = 10,
    max_hops: int = 2,
    include_cross_source: bool = True,
    filters: PassageFilters | None = None,
) -> PassageSearchResult:
    """The ``limit`` best passages for a question, ranked as for answers (walk, meaning, keywords, names), and as many
    relations. A question need not name anything of the graph.

    Raises QueryEmptyError and QueryTooLongError as ``DiscoveryPipeline.retrieve`` does.
    """
    begun = perf_counter()
    base, wanted = pipeline.base.knowledge_base, filters or PassageFilters()
    searched = pipeline.retrieve(DiscoveryRequest(query=query, max_hops=max_hops), whatever_is_named=True)
    scores = searched.found.passage_scores
    cosine = dict(zip(scores.passage_ids, scores.raw[:, 1].tolist(), strict=True))
    ranked = (base.passage(passage_id) for passage_id in scores.ranked())
    found = [passage for passage in ranked if wanted.admit(passage)][:limit]
    links = linked_passages(base, [passage.id for passage in found], wanted.admit) if include_cross_source else []
    return PassageSearchResult(
        passages=tuple(
            FoundPassage(rank=rank, passage=each, similarity=None if np.isnan(cosine[each.id]) else cosine[each.id])
            for rank, each in enumerate(found, start=1)
        ),
        entities=_named(base, found),
        links=tuple(links),
        relations=_relations(searched, limit),
        timings=searched.timings,
        milliseconds=1000.0 * (perf_counter() - begun),
    )


def _relations(searched: Searched, limit: int) -> tuple[FoundRelation, ...]:
    base, language = searched.base.knowledge_base, language_of(searched.request.query)
    nearest = sorted(searched.found.triplets, key=lambda match: (-match.similarity, match.relation_id))[:limit]
    return tuple(
        FoundRelation(
            relation_id=match.relation_id,
            type=match.type,
            source=match.source,
            target=match.target,
            similarity=match.similarity,
            text=match.text
            or relation_sentence(
                base, searched.base.ontology, base.relation(base.relation_row(match.relation_id)), language
            ),
        )
        for match in nearest
    )


def _named(base: KnowledgeBase, passages: list[Passage]) -> tuple[NamedEntity, ...]:
    weights: dict[str, list[float]] = {}
    for passage in passages:
        for mention in base.mentions_in(passage.id):
            weights.setdefault(mention.entity_id, []).append(mention.weight)
    named = [NamedEntity(id=key, passages=len(each), weight=sum(each)) for key, each in weights.items()]
    return tuple(sorted(named, key=lambda each: (-each.weight, each.id)))
