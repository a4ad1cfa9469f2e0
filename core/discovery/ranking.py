"""From kept scores to a Discovery: fuse, order, explain the best. Searches nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

import numpy as np

from core.discovery.claimed_answer import claimed_answer
from core.discovery.retrieval_state import QUOTED_CHARACTERS, Retrieval
from core.domain.arms import ARMS
from core.domain.fusion_choice import FusionChoice
from core.domain.model_use import StageName, StageReport
from core.domain.records import Entity
from core.domain.requests import BY_QUESTION, FusionSettings, RelevanceLevel
from core.domain.results import (
    Discovery,
    QuestionAnswer,
    RelatedCompany,
    ScorePart,
    Source,
    StageTiming,
)
from core.messages import Language, the_other, translate
from core.monitoring.recent_answers import RECENT_ANSWERS
from core.reasoning.asked_relation import has_pronoun
from core.reasoning.fact_filter import FilteredFacts
from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.retrieval.fusion import CandidateScores, FusedScores, fuse, in_force


def fused_order(retrieval: Retrieval, fusion: FusionSettings) -> tuple[FusedScores, list[int]]:
    """The fused scores, and the rows that may be listed: found by an arm that counts, one per name; those that answer
    the question, then the others, both best first."""
    fused = fuse(retrieval.found.candidates, fusion)
    return fused, _answers_first(retrieval, fused, _one_per_name(retrieval, fused, _returned(fused)))


def listed_rows(retrieval: Retrieval, fusion: FusionSettings) -> tuple[FusedScores, list[int]]:
    """The fused scores, and the rows in the order they are listed: those that answer the question, then the others;
    both as fused, reranked where a reranker read them."""
    fused, rows = fused_order(retrieval, fusion)
    return fused, _answers_first(retrieval, fused, retrieval.reranking.order(rows, fused.company_ids))


def _answers_first(retrieval: Retrieval, fused: FusedScores, rows: list[int]) -> list[int]:
    return sorted(rows, key=lambda row: not retrieval.answers_question(fused.company_ids[row]))


def answer(
    retrieval: Retrieval, fusion: FusionSettings, language: Language, *, both_languages: bool = False
) -> Discovery:
    """Fuse the kept scores and explain the best companies, in ``language`` and, if wished, in the other one.

    Never searches, embeds or asks a model: what a model has judged of the companies is kept with the scores.
    """
    start = time.perf_counter()
    if not retrieval.answerable:
        return _not_linked(retrieval, language)
    fused, eligible = listed_rows(retrieval, fusion)
    claimed = claimed_answer(retrieval, [fused.company_ids[row] for row in eligible], language)
    fused_ms = (time.perf_counter() - start) * 1000.0
    shown, hidden = select(retrieval, fused, eligible, fusion, language)
    companies = tuple(
        _related_company(retrieval, fused, row, rank, language) for rank, row in enumerate(shown, start=1)
    )
    if both_languages:
        companies = tuple(_in_both_languages(retrieval, company, language) for company in companies)
    total_ms = (time.perf_counter() - start) * 1000.0
    ordered = (
        StageTiming(stage="fuse", milliseconds=fused_ms, size=len(eligible)),
        StageTiming(stage="judge", milliseconds=total_ms - fused_ms, size=len(companies)),
    )
    RECENT_ANSWERS.record(ordered)
    return Discovery(
        outcome="found" if companies else _empty_outcome(retrieval, hidden),
        answer=claimed,
        intent=retrieval.understood.intent,
        query_companies=retrieval.link.entity_ids,
        asked_relation=retrieval.asked.type if retrieval.asked else None,
        related_companies=companies,
        candidates=len(eligible),
        hidden_by_relevance=hidden,
        fusion=FusionChoice.of(in_force(retrieval.found.candidates, fusion)),
        explanation="" if companies else _why_nothing(retrieval, hidden, language),
        reranker=retrieval.reranking.state,
        warnings=_warnings(retrieval, claimed, language, listed=bool(companies)),
        timings=(*retrieval.timings, *ordered),
        stages=_stages(retrieval, language, both_languages=both_languages),
        processing_time_ms=total_ms + sum(t.milliseconds for t in retrieval.timings if "." not in t.stage),
    )


def _in_both_languages(retrieval: Retrieval, company: RelatedCompany, language: Language) -> RelatedCompany:
    judgement = retrieval.judgement(company.company_id, the_other(language))
    return company.model_copy(update={"translated": judgement})


def _stages(retrieval: Retrieval, language: Language, *, both_languages: bool) -> tuple[StageReport, ...]:
    """Who judged which stage: the model where it was asked."""
    understood, request = retrieval.understood, retrieval.request
    asked: list[StageName] = ["route"] if request.query else []
    asked += ["influence"] if request.influence == BY_QUESTION else []
    filtered, reports = retrieval.fact_filters.get(language, FilteredFacts()), retrieval.model_reports
    return (
        *(understood.reports.get(stage, StageReport(stage=stage, judge="rules")) for stage in asked),
        *([filtered.report] if request.query else []),
        retrieval.model_reports.get(language, StageReport(stage="synthesis", judge="rules")),
        *([retrieval.model_reports[other]] if both_languages and (other := the_other(language)) in reports else []),
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


def select(
    retrieval: Retrieval, fused: FusedScores, eligible: Sequence[int], fusion: FusionSettings, language: Language
) -> tuple[list[int], int]:
    """Rows to show, and how many candidates fall below the asked level."""
    if fusion.min_relevance is RelevanceLevel.LOW:
        return list(eligible[: fusion.max_results]), 0
    wanted = fusion.min_relevance.order
    passing = [row for row in eligible if retrieval.level(fused.company_ids[row], language).order >= wanted]
    return passing[: fusion.max_results], len(eligible) - len(passing)


def _related_company(
    retrieval: Retrieval, fused: FusedScores, row: int, rank: int, language: Language
) -> RelatedCompany:
    company_id = fused.company_ids[row]
    entity: Entity = retrieval.knowledge_base.entity(company_id)
    explanation = retrieval.explain(company_id, language)
    judgement = retrieval.judgement(company_id, language)
    sources = {source.key: source for source in explanation.sources}
    for namesake in retrieval.knowledge_base.namesakes(company_id):
        for source in retrieval.explain(namesake, language).sources:
            sources.setdefault(source.key, source)
    return RelatedCompany(
        company_id=company_id,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        description=entity.description(language),
        similarity=float(fused.final[row]),
        reranker_score=retrieval.reranking.scores.get(company_id),
        rank=rank,
        answers_question=retrieval.answers_question(company_id),
        judgement=judgement,
        rules_judgement=None if judgement.judge == "rules" else explanation.judgement,
        parts=_parts(retrieval.found.candidates, fused, row),
        paths=explanation.paths,
        graph_shares=explanation.graph_shares,
        sources=tuple(_as_filtered(source, retrieval.fact_filters.get(language)) for source in sources.values()),
    )


def _as_filtered(source: Source, filtered: FilteredFacts | None) -> Source:
    """The source with what a model makes of it."""
    if filtered is None:
        return source
    if source.key in filtered.set_aside:
        return source.model_copy(update={"set_aside": True})
    kept = filtered.kept.get(source.key)
    if kept is None:
        return source
    return source.model_copy(update={"quality": kept.quality, "quality_reason": kept.reason})


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
    named = retrieval.link.name or request.company or request.query
    key = f"discover.{outcome}" if choices else f"discover.{outcome}_without_choices"
    if outcome == "unknown_company" and not request.company and has_pronoun(request.query):
        key, choices = "discover.pronoun_without_company", ()
    return Discovery(
        outcome=outcome,
        named=named,
        answer=QuestionAnswer(
            outcome="ambiguous_name" if outcome == "ambiguous_company" else "unknown_name",
        ),
        choices=choices,
        explanation=translate(key, language, name=named[:QUOTED_CHARACTERS]),
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


def _warnings(retrieval: Retrieval, claimed: QuestionAnswer, language: Language, *, listed: bool) -> tuple[str, ...]:
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
    if listed and claimed.kind == "companies" and not claimed.company_ids:  # what is said of a value, its answer says
        role = retrieval.asked_role(language)
        company = retrieval.query_name(language)
        warnings.append(translate("warning.asked_not_recorded", language, role=role, company=company))
    filtered = retrieval.fact_filters.get(language)
    if filtered is not None and isinstance(filtered.fault, ModelAnswerUnusableError):
        warnings.append(translate("warning.facts_not_filtered", language, count=filtered.unread))
    faults = (retrieval.understood.fault, retrieval.model_faults.get(language))
    reasons = dict.fromkeys(fault.message(language) for fault in faults if fault is not None)
    warnings += [translate("warning.model_failed", language, reason=reason) for reason in reasons]
    return (*warnings, *retrieval.reranking.warnings(language))
