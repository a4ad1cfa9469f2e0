"""Second stage: ``Understood`` becomes ``Searched`` – every arm scores companies, and a reranker reads the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.discovery.ranking import fused_order, other_rows
from core.discovery.searched import Searched
from core.discovery.understanding import place_emphasis
from core.discovery.understood import SPATIAL, Understood
from core.domain.arms import ARMS, Search
from core.domain.requests import BY_QUESTION
from core.domain.results import StageTiming
from core.monitoring.stopwatch import Stopwatch
from core.names.masking import mask_names
from core.names.name_finder import NameMatch
from core.names.places import with_place_names
from core.reasoning.asked_relation import AskedInOntology
from core.retrieval.company_text import company_text, language_of
from core.retrieval.cross_encoder import RerankerLoading
from core.retrieval.evidence import Evidence
from core.retrieval.hybrid import HybridResult, HybridRetriever
from core.retrieval.pagerank.relation_influence import influence_by_edge_type
from core.retrieval.passage_words import AskedWords, asked_words
from core.retrieval.passages import PASSAGE_ARMS
from core.retrieval.question import HybridQuestion, with_names
from core.retrieval.reranking import Reranking, rerank
from core.retrieval.topic import topic_of
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray


def search(
    retriever: HybridRetriever, understood: Understood, among: IntArray | None, clock: Stopwatch | None = None
) -> Searched:
    """Run every arm. ``among``: nodes of the companies to choose among; None for all."""
    clock = clock or Stopwatch(list(understood.timings))
    if not understood.answerable:
        return Searched(understood, timings=tuple(clock.timings))
    with clock.stage("retrieve") as size:
        found = retriever.retrieve(_question(understood, among))
        size(len(found.candidates.company_ids))
    return Searched(understood, found, timings=(*clock.timings, *_arm_timings(found)))


def walk_again(retriever: HybridRetriever, searched: Searched, understood: Understood) -> Searched:
    """The same question with the damping, hop limit or influence of ``understood``: no search but the walks is done
    again. A question that searched nothing, or of which a search failed, cannot be walked again."""
    kept, clock, request = searched.found.searched, Stopwatch(), understood.request
    assert kept is not None
    with clock.stage("retrieve") as size:
        influence = _influence(understood)
        found = retriever.rewalk(kept, damping=request.damping, max_hops=request.max_hops, influence=influence)
        size(len(found.candidates.company_ids))
    return Searched(understood, found, timings=(*clock.timings, *_arm_timings(found)))


def can_walk_again(searched: Searched) -> bool:
    """Whether the searches of a question can be kept while its walks are done again."""
    return searched.found.searched is not None and not searched.found.failures


def reranked(reranker: RerankerLoading, searched: Searched) -> Searched:
    """With what a reranker makes of the first companies in the order of the request's fusion; its state says if it is
    still being loaded."""
    clock = Stopwatch()
    with clock.stage("rerank") as size:
        question, texts = _to_read(searched)
        reranking: Reranking = rerank(reranker, question, texts, searched.base.settings)
        size(len(reranking.scores))
    timings = () if reranking.state == "loading" else tuple(clock.timings)
    return replace(searched, reranking=reranking, timings=(*searched.timings, *timings))


def nodes_among(knowledge_base: KnowledgeBase, ids: tuple[str, ...]) -> IntArray:
    """Nodes of those of ``ids`` that are companies here, ascending, each once."""
    nodes = (knowledge_base.node_of.get(entity_id) for entity_id in ids)
    found = np.array(sorted({node for node in nodes if node is not None}), dtype=np.int64)
    return found[knowledge_base.is_company[found]]


def _question(understood: Understood, among: IntArray | None) -> HybridQuestion:
    base, request, query_ids = understood.base, understood.request, understood.link.entity_ids
    names, asked_about, question = understood.names, understood.asked_about, understood.question
    besides = [match for match in names if match not in asked_about]
    named = dict.fromkeys(entity_id for match in besides for entity_id in match.entity_ids)
    return HybridQuestion(
        query_ids=query_ids,
        text=with_place_names(question) if understood.link.outcome == "topic" else question,
        damping=request.damping,
        max_hops=request.max_hops,
        asked=AskedInOntology(understood.ranking_relation, base.ontology) if understood.ranking_relation else None,
        recorded_answers=understood.recorded_answers,
        named_ids=tuple(entity_id for entity_id in named if entity_id not in query_ids),
        topic=_topic(understood, asked_about),
        among=among,
        influence=_influence(understood),
        words=_words(understood),
        is_unknown_name=not query_ids and request.plan is None and base.names.is_unknown_name(question, names),
    )


def _words(understood: Understood) -> AskedWords:
    """By which texts may say what is asked: without any name."""
    question, asked = understood.question, understood.ranking_relation
    relation = understood.base.ontology.types.get(asked.type) if asked else None
    return asked_words(question, mask_names(question, understood.names), relation)


def _topic(understood: Understood, asked_about: Sequence[NameMatch]) -> str:
    """What is looked for, in the words of the question: without the companies asked about and without places, which say
    where, not what."""
    knowledge_base = understood.base.knowledge_base

    def is_company(match: NameMatch) -> bool:
        return any(knowledge_base.is_company[knowledge_base.node_of[entity]] for entity in match.entity_ids)

    def is_place(match: NameMatch) -> bool:
        return all(knowledge_base.entity(entity_id).type == "place" for entity_id in match.entity_ids)

    unsaid = [match for match in understood.names if (match in asked_about and is_company(match)) or is_place(match)]
    masked = mask_names(understood.question, unsaid)
    return topic_of(masked if asked_about else with_place_names(masked), understood.base.ontology)


def _influence(understood: Understood) -> FloatArray | None:
    """Multiplier per edge type; None for the plain walk."""
    request, ontology = understood.request, understood.base.ontology
    edge_types = understood.base.knowledge_base.manifest.edge_types
    if request.influence is None:
        places = place_emphasis(understood)
        by_type = [places if ontology[name].family == SPATIAL else 1.0 for name in edge_types]
        return None if places == 1.0 else np.array(by_type)
    influence = understood.intention.influence if request.influence == BY_QUESTION else request.influence
    return influence_by_edge_type(edge_types, lambda name: ontology[name].family, influence)


def _to_read(searched: Searched) -> tuple[str, dict[str, str]]:
    """What the reranker reads: the question, and the text of each of the first companies whose order is open, best
    first."""
    base, request, understood = searched.base, searched.request, searched.understood
    subject = understood.link.entity_ids if request.company else ()  # a question by itself says whom it is about
    question = with_names(base.knowledge_base, subject, understood.question)
    language = language_of(understood.question) if understood.question else request.language
    triplets = sorted(searched.found.triplets, key=lambda match: -match.similarity)
    fused, rows = fused_order(searched, request.fusion)
    first, texts = other_rows(searched, fused, rows)[: base.settings.reranker_top_n], {}
    for company_id in (fused.company_ids[row] for row in first):
        evidence = understood.evidence.get(company_id, Evidence())
        texts[company_id] = company_text(
            base.knowledge_base, base.ontology, company_id, evidence, triplets, understood.day, language
        )
    return question, texts


def _arm_timings(found: HybridResult) -> list[StageTiming]:
    """What each search took and how many candidates, or passages, it scored."""
    scored = np.isfinite(found.candidates.raw).sum(axis=0)
    passages = np.isfinite(found.passage_scores.raw[:, PASSAGE_ARMS.index("text")]).sum()
    sizes: dict[Search, int] = {**dict(zip(ARMS, scored.tolist(), strict=True)), "passages": int(passages)}
    return [
        StageTiming(stage=f"retrieve.{name}", milliseconds=milliseconds, size=sizes[name])
        for name, milliseconds in found.milliseconds.items()
    ]
