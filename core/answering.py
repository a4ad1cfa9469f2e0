"""From kept scores to a Discovery: fuse, judge by rules, explain, cite. Searches nothing."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from core.domain.arms import ARMS
from core.domain.records import Entity
from core.domain.requests import DiscoveryRequest, FusionSettings, RelevanceLevel
from core.domain.results import (
    RESTART,
    Discovery,
    GraphPath,
    Judgement,
    RelatedCompany,
    RelationShare,
    ScorePart,
    Source,
    StageTiming,
)
from core.messages import Language, translate
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation, has_pronoun
from core.reasoning.rules_judge import PairEvidence, RelationEvidence, judge_by_rules, level_by_rules
from core.retrieval.citations import cite
from core.retrieval.evidence import Evidence, RecordedEvidence
from core.retrieval.fusion import CandidateScores, FusedScores, fuse
from core.retrieval.hybrid import HybridResult
from core.retrieval.linking import Link
from core.retrieval.paths import PathFinder
from core.retrieval.reranking import Reranking
from core.retrieval.vector_search import TripletMatch
from core.storage.knowledge_base import KnowledgeBase

_QUOTED = 80
_NOTHING = HybridResult(CandidateScores((), np.zeros((0, len(ARMS)))), (), {}, {})


@dataclass(frozen=True)
class Explanation:
    """What is said about one company beside its score; the same at every slider position."""

    judgement: Judgement
    paths: tuple[GraphPath, ...]
    sources: tuple[Source, ...]
    graph_shares: tuple[RelationShare, ...]


@dataclass
class Retrieval:
    """One question's searches, kept while sliders move. Explanations are made when first shown and kept."""

    knowledge_base: KnowledgeBase
    ontology: Ontology
    request: DiscoveryRequest
    link: Link
    asked: AskedRelation | None = None
    named_besides: tuple[str, ...] = ()
    found: HybridResult = _NOTHING
    reranking: Reranking = field(default_factory=Reranking)
    timings: tuple[StageTiming, ...] = ()
    _levels: dict[str, RelevanceLevel] = field(default_factory=dict)
    _explanations: dict[tuple[str, Language], Explanation] = field(default_factory=dict)

    @property
    def answerable(self) -> bool:
        """Whether it is known what is asked about."""
        return self.link.outcome in ("linked", "topic")

    @cached_property
    def evidence(self) -> RecordedEvidence:
        """What the graph records between the query and each company."""
        return RecordedEvidence(self.knowledge_base, self.ontology, self.link.entity_ids)

    @property
    def matching_triplets(self) -> list[TripletMatch]:
        """Relations nearest in meaning to the words of the question, best first; none where it has none."""
        return sorted(self.found.triplets, key=lambda match: -match.similarity) if self.request.query else []

    def level(self, company_id: str) -> RelevanceLevel:
        """The rules' level of any candidate."""
        if company_id not in self._levels:
            evidence = self._evidence_of(company_id)
            facts = [RelationEvidence(found.type, found.forward, found.weight) for found in evidence.relations]
            facts += [RelationEvidence(found.implied_type, True, found.weight) for found in evidence.bridges]
            self._levels[company_id] = level_by_rules(facts, self.asked, self.ontology)
        return self._levels[company_id]

    def _evidence_of(self, company_id: str) -> Evidence:
        """What is recorded of the company and of its namesakes, which appear as one result."""
        bearers = (company_id, *sorted(self.knowledge_base.namesakes(company_id)))
        found = [self.evidence[bearer] for bearer in bearers if bearer in self.evidence]
        return Evidence(
            tuple(relation for evidence in found for relation in evidence.relations),
            tuple(bridge for evidence in found for bridge in evidence.bridges),
        )

    @cached_property
    def _paths(self) -> PathFinder:
        return PathFinder(self.knowledge_base, self.link.entity_ids)

    def explain(self, company_id: str, language: Language) -> Explanation:
        """Judgement, strongest paths and sources of one company, in ``language``."""
        key = (company_id, language)
        if key not in self._explanations:
            paths = self._paths.to(company_id)
            sources = cite(
                self.knowledge_base,
                self.link.entity_ids,
                company_id,
                self._evidence_of(company_id),
                paths,
                self.found.triplets,
                self.found.passages,
                language,
            )
            judgement, shares = self._judge(company_id, paths, language), self._graph_shares(company_id)
            self._explanations[key] = Explanation(judgement, paths, sources, shares)
        return self._explanations[key]

    def forget_explanations(self) -> None:
        """Explain anew: what was found has changed."""
        self._explanations = {}

    def _graph_shares(self, company_id: str) -> tuple[RelationShare, ...]:
        """Where the company's graph score comes from, largest part first; nothing if the walk did not get there."""
        if self.found.attribution is None:
            return ()
        names = self.knowledge_base.manifest.edge_types
        found = self.found.attribution.shares(self.knowledge_base.node_of[company_id])
        shares = [RelationShare(type=names[each.edge_type], share=min(1.0, each.share)) for each in found.by_type]
        if found.restart > 0:
            shares.append(RelationShare(type=RESTART, share=min(1.0, found.restart)))
        return tuple(sorted(shares, key=lambda each: -each.share))

    def _judge(self, company_id: str, paths: Sequence[GraphPath], language: Language) -> Judgement:
        evidence = self._evidence_of(company_id)
        pair = PairEvidence(
            query_name=self.query_name(language),
            facts=[*self._direct_facts(evidence, language), *self._shared_facts(evidence, language)],
            via=[self._name(step.to_id, language) for step in paths[0].steps[:-1]] if paths else [],
        )
        return judge_by_rules(pair, self.asked, self.ontology, language)

    def _direct_facts(self, evidence: Evidence, language: Language) -> Iterable[RelationEvidence]:
        for found in evidence.relations:
            relation = self.knowledge_base.relation(found.row)
            query = self._name(relation.source if found.forward else relation.target, language)
            sentence = relation.evidence(language)
            yield RelationEvidence(found.type, found.forward, found.weight, query=query, sentence=sentence)

    def _shared_facts(self, evidence: Evidence, language: Language) -> Iterable[RelationEvidence]:
        for found in evidence.bridges:
            bridge = self._name(found.bridge_id, language)
            query = self._name(self.knowledge_base.relation(found.query_row).source, language)
            yield RelationEvidence(
                found.implied_type, True, found.weight, query=query, bridge=bridge, bridge_type=found.type
            )

    @cached_property
    def answers_recorded(self) -> bool:
        """Whether any recorded relation, or a bridge that implies one, is of the type the question asks for."""
        return self.asked is not None and bool(self.evidence.matches(AskedInOntology(self.asked, self.ontology)))

    def query_name(self, language: Language) -> str:
        """Names of the query's companies, joined."""
        return self.names(self.link.entity_ids, language)

    def subject(self, language: Language) -> str:
        """What is asked about: names, or the question itself where it names nothing."""
        return self.query_name(language) or f"“{self.request.query[:_QUOTED]}”"

    def names(self, entity_ids: Sequence[str], language: Language) -> str:
        """Names of these entities, each once, joined."""
        names = [self._name(entity_id, language) for entity_id in entity_ids]
        return translate("reason.separator", language).join(dict.fromkeys(names))

    def _name(self, entity_id: str, language: Language) -> str:
        return self.knowledge_base.entity(entity_id).name(language)


def fused_order(retrieval: Retrieval, fusion: FusionSettings) -> tuple[FusedScores, list[int]]:
    """The fused scores, and the rows that may be listed: found by an arm that counts, one per name, best first."""
    fused = fuse(retrieval.found.candidates, fusion)
    return fused, _one_per_name(retrieval, fused, _returned(fused))


def listed_rows(retrieval: Retrieval, fusion: FusionSettings) -> tuple[FusedScores, list[int]]:
    """The fused scores, and the rows in the order they are listed: as fused, reranked where a reranker read them."""
    fused, rows = fused_order(retrieval, fusion)
    return fused, retrieval.reranking.order(rows, fused.company_ids)


def answer(retrieval: Retrieval, fusion: FusionSettings, language: Language) -> Discovery:
    """Fuse the kept scores and explain the best companies. Never searches, embeds or asks a model."""
    start = time.perf_counter()
    if not retrieval.answerable:
        return _not_linked(retrieval, language)
    fused, eligible = listed_rows(retrieval, fusion)
    fused_ms = (time.perf_counter() - start) * 1000.0
    shown, hidden = _select(retrieval, fused, eligible, fusion)
    companies = tuple(
        _related_company(retrieval, fused, row, rank, language) for rank, row in enumerate(shown, start=1)
    )
    total_ms = (time.perf_counter() - start) * 1000.0
    timings = (
        *retrieval.timings,
        StageTiming(stage="fuse", milliseconds=fused_ms, size=len(eligible)),
        StageTiming(stage="judge", milliseconds=total_ms - fused_ms, size=len(companies)),
    )
    return Discovery(
        outcome="found" if companies else _empty_outcome(retrieval, hidden),
        query_companies=retrieval.link.entity_ids,
        asked_relation=retrieval.asked.type if retrieval.asked else None,
        related_companies=companies,
        candidates=len(eligible),
        hidden_by_relevance=hidden,
        explanation="" if companies else _why_nothing(retrieval, hidden, language),
        reranker=retrieval.reranking.state,
        warnings=_warnings(retrieval, language, listed=bool(companies)),
        timings=timings,
        processing_time_ms=total_ms + sum(t.milliseconds for t in retrieval.timings if "." not in t.stage),
    )


def _returned(fused: FusedScores) -> list[int]:
    """Rows that an arm that counts (weight > 0) returned, best first."""
    returned = np.any((fused.ranks > 0) & (fused.weights > 0), axis=1)
    rows: list[int] = fused.order[returned[fused.order]].tolist()
    return rows


def _one_per_name(retrieval: Retrieval, fused: FusedScores, rows: Sequence[int]) -> list[int]:
    """The best row of each company name; the query's own companies and their namesakes are left out."""
    knowledge_base = retrieval.knowledge_base
    taken: set[str] = set()
    for entity_id in retrieval.link.entity_ids:
        taken |= knowledge_base.namesakes(entity_id)
    kept = []
    for row in rows:
        company_id = fused.company_ids[row]
        if company_id not in taken:
            kept.append(row)
            if company_id in knowledge_base.sharing_a_name:  # few do, and there may be thousands of rows
                taken |= knowledge_base.namesakes(company_id)
    return kept


def _select(
    retrieval: Retrieval, fused: FusedScores, eligible: Sequence[int], fusion: FusionSettings
) -> tuple[list[int], int]:
    """Rows to show, and how many candidates fall below the asked level."""
    if fusion.min_relevance is RelevanceLevel.LOW:
        return list(eligible[: fusion.max_results]), 0
    wanted = fusion.min_relevance.order
    passing = [row for row in eligible if retrieval.level(fused.company_ids[row]).order >= wanted]
    return passing[: fusion.max_results], len(eligible) - len(passing)


def _related_company(
    retrieval: Retrieval, fused: FusedScores, row: int, rank: int, language: Language
) -> RelatedCompany:
    company_id = fused.company_ids[row]
    entity: Entity = retrieval.knowledge_base.entity(company_id)
    explanation = retrieval.explain(company_id, language)
    sources = {f"{source.kind}:{source.id}": source for source in explanation.sources}
    for namesake in retrieval.knowledge_base.namesakes(company_id):
        for source in retrieval.explain(namesake, language).sources:
            sources.setdefault(f"{source.kind}:{source.id}", source)
    return RelatedCompany(
        company_id=company_id,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        description=entity.description(language),
        similarity=float(fused.final[row]),
        reranker_score=retrieval.reranking.scores.get(company_id),
        rank=rank,
        judgement=explanation.judgement,
        parts=_parts(retrieval.found.candidates, fused, row),
        paths=explanation.paths,
        graph_shares=explanation.graph_shares,
        sources=tuple(sources.values()),
    )


def _parts(candidates: CandidateScores, fused: FusedScores, row: int) -> tuple[ScorePart, ...]:
    return tuple(
        ScorePart(
            arm=arm,
            raw=float(candidates.raw[row, column]) if fused.ranks[row, column] else 0.0,
            normalised=float(fused.normalised[row, column]),
            weight=float(fused.weights[column]),
            rank=int(fused.ranks[row, column]) or None,
            contribution=min(1.0, float(fused.weights[column] * fused.normalised[row, column])),
        )
        for column, arm in enumerate(ARMS)
    )


def _not_linked(retrieval: Retrieval, language: Language) -> Discovery:
    outcome: Literal["unknown_company", "ambiguous_company"] = (
        "ambiguous_company" if retrieval.link.outcome == "ambiguous" else "unknown_company"
    )
    request, choices = retrieval.request, retrieval.link.choices
    key = f"discover.{outcome}" if choices else f"discover.{outcome}_without_choices"
    if outcome == "unknown_company" and not request.company and has_pronoun(request.query):
        key, choices = "discover.pronoun_without_company", ()
    return Discovery(
        outcome=outcome,
        choices=choices,
        explanation=translate(key, language, name=(request.company or request.query)[:_QUOTED]),
        timings=retrieval.timings,
        processing_time_ms=sum(timing.milliseconds for timing in retrieval.timings),
    )


def _empty_outcome(retrieval: Retrieval, hidden: int) -> Literal["nothing_related", "search_failed"]:
    """An empty list after a failed search is no proof that nothing is related."""
    return "search_failed" if retrieval.found.failures and not hidden else "nothing_related"


def _why_nothing(retrieval: Retrieval, hidden: int, language: Language) -> str:
    at_level = "discover.nothing_at_level" if retrieval.link.entity_ids else "discover.no_level_without_company"
    key = at_level if hidden else f"discover.{_empty_outcome(retrieval, hidden)}"
    return translate(key, language, company=retrieval.subject(language), hidden=hidden)


def _warnings(retrieval: Retrieval, language: Language, *, listed: bool) -> tuple[str, ...]:
    query_ids = retrieval.link.entity_ids
    warnings = [
        translate("warning.arm_failed", language, arm=translate(f"arm.{arm}", language))
        for arm in retrieval.found.failures
    ]
    if not retrieval.found.walk_converged:
        warnings.append(translate("warning.walk_not_converged", language))
    if retrieval.link.outcome == "topic":
        warnings += [translate("warning.topic", language)] if listed else []
    elif not any(retrieval.knowledge_base.has_relations(entity_id) for entity_id in query_ids):
        warnings.append(translate("warning.no_relations", language, company=retrieval.query_name(language)))
    if retrieval.named_besides:
        others = retrieval.names(retrieval.named_besides, language)
        company = retrieval.query_name(language)
        warnings.append(translate("warning.question_names_others", language, company=company, others=others))
    if retrieval.asked and query_ids and not retrieval.found.failures and not retrieval.answers_recorded:
        end = retrieval.asked.end
        role = retrieval.ontology[retrieval.asked.type].other_end_is(language, forward=end == "forward")
        company = retrieval.query_name(language)
        warnings.append(translate("warning.asked_not_recorded", language, role=role, company=company))
    return (*warnings, *retrieval.reranking.warnings(language))
