"""The sources an answer cites for one company: only what was retrieved, with its exact text; a relation that the data
gives no evidence for is cited by its row, stated in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from core.domain.records import Passage, Relation
from core.domain.results import GraphPath, RecordedFacts, Source, SourceKind
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.company_text import stated_as_of
from core.retrieval.evidence import Evidence
from core.retrieval.vector_search import TripletMatch
from core.storage.knowledge_base import KnowledgeBase

MAX_SOURCES = 6
_PASSAGES = 3


def cite(
    knowledge_base: KnowledgeBase,
    ontology: Ontology,
    query_ids: Sequence[str],
    company_id: str,
    evidence: Evidence,
    paths: Sequence[GraphPath],
    triplets: Sequence[TripletMatch],
    passages: Mapping[int, float],
    day: int,
    language: Language,
) -> tuple[Source, ...]:
    """At most six sources, each once: recorded relations first, then passages that name both, then what
    similarity found, then the company's own profile if there is nothing else."""
    found: dict[str, Source] = {}
    rows = [relation.row for relation in evidence.relations]
    rows += [row for bridge in evidence.bridges[:2] for row in (bridge.query_row, bridge.company_row)]
    if not rows and paths:
        rows = [knowledge_base.relation_row(step.relation_id) for step in paths[0].steps]
    for row in rows[: MAX_SOURCES - 1]:
        weight = float(knowledge_base.graph.weight[row])
        _add(found, relation_source(knowledge_base, ontology, row, "graph", weight, day, language))
    for source in _shared_passages(knowledge_base, query_ids, company_id, passages):
        _add(found, source)
    for match in triplets:
        if company_id in (match.source, match.target) and len(found) < MAX_SOURCES:
            row = knowledge_base.relation_row(match.relation_id)
            score = min(1.0, max(0.0, match.similarity))
            _add(found, relation_source(knowledge_base, ontology, row, "vector", score, day, language))
    if not found:
        _add(found, _profile(knowledge_base, company_id, language))
    return tuple(found.values())[:MAX_SOURCES]


def _add(found: dict[str, Source], source: Source | None) -> None:
    if source is not None and source.text:
        found.setdefault(source.key, source)


def relation_source(
    knowledge_base: KnowledgeBase,
    ontology: Ontology,
    row: int,
    reached_by: str,
    score: float,
    day: int,
    language: Language,
) -> Source:
    """The relation of edge number ``row`` as a citation as of a ``day`` of eight digits; ``score`` in [0, 1]."""
    relation = knowledge_base.relation(row)
    return Source(
        id=relation.id,
        kind=SourceKind.RELATION,
        type="graph" if reached_by == "graph" else "vector",
        text=stated_as_of(knowledge_base, ontology, row, day, language),
        date=str(relation.year or ""),
        origin=relation.origin,
        score=score,
        recorded=recorded_facts(knowledge_base, relation),
    )


def recorded_facts(knowledge_base: KnowledgeBase, relation: Relation) -> RecordedFacts | None:
    """What is recorded of a relation beside its ends, and who says it; None where that is nothing but a year."""
    stated_by = knowledge_base.fact_source(relation.source_id) if relation.source_id else None
    known = RecordedFacts(
        start=relation.start,
        end=relation.known_end,
        as_of=relation.as_of,
        status=relation.status,
        share_low=relation.share_low,
        share_high=relation.share_high,
        stated_by=stated_by,
    )
    return None if known == RecordedFacts() else known


def _shared_passages(
    knowledge_base: KnowledgeBase, query_ids: Sequence[str], company_id: str, passages: Mapping[int, float]
) -> list[Source]:
    """Passages that name the company together with the query, those with the strongest mentions first."""
    company = knowledge_base.node_of[company_id]
    shared: dict[int, float] = {}
    for query_id in query_ids:
        shared.update(_passages_naming_both(knowledge_base, knowledge_base.node_of[query_id], company))
    best = sorted(shared, key=lambda node: (-shared[node], node))[:_PASSAGES]
    sources = []
    for node in best:
        passage = knowledge_base.passage_at(node)
        sources.append(passage_source(passage, "vector" if node in passages else "graph", shared[node]))
    return sources


def passage_source(passage: Passage, reached_by: Literal["graph", "vector"], score: float) -> Source:
    """A passage as a citation; ``score`` in [0, 1]."""
    return Source(
        id=passage.id,
        kind=SourceKind.PASSAGE,
        type=reached_by,
        text=passage.text,
        title=passage.title,
        source_kind=passage.source_kind,
        date=passage.date,
        origin=passage.origin,
        document_id=passage.document_id,
        start=passage.start,
        end=passage.end,
        score=score,
    )


def _passages_naming_both(knowledge_base: KnowledgeBase, query: int, company: int) -> dict[int, float]:
    """Node of a passage → mean weight of its mentions of the two."""
    query_edges, query_passages = knowledge_base.mention_edges(query)
    company_edges, company_passages = knowledge_base.mention_edges(company)
    both, first, second = np.intersect1d(query_passages, company_passages, return_indices=True)
    weight = knowledge_base.graph.weight
    means = (weight[query_edges[first]] + weight[company_edges[second]]) / 2.0
    return dict(zip(both.tolist(), means.tolist(), strict=True))


def _profile(knowledge_base: KnowledgeBase, company_id: str, language: Language) -> Source:
    entity = knowledge_base.entity(company_id)
    return Source(
        id=entity.id,
        kind=SourceKind.PROFILE,
        type="vector",
        text=entity.description(language),
        origin=entity.origin.partition("; ")[0],
        score=0.0,
    )
