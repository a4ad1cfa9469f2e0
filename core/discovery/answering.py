"""Last stages: the best companies of a ranking are explained, and an answer is made of them. Searches nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from core.discovery.answer_warnings import answer_warnings
from core.discovery.claimed_answer import claimed_answer
from core.discovery.facets import NOTHING_CHOSEN, Chosen, FacetedList
from core.discovery.judged import NOTHING_JUDGED, Answering, Judged
from core.discovery.nothing_found import empty_outcome, not_linked, why_nothing
from core.discovery.ranking import Line, Ranked, ranked
from core.discovery.searched import Searched
from core.discovery.sorting import SortKey, in_order
from core.domain.arms import ARMS
from core.domain.fusion_choice import FusionChoice
from core.domain.model_use import StageName, StageReport
from core.domain.records import Entity
from core.domain.requests import BY_QUESTION, FusionSettings, RelevanceLevel
from core.domain.results import Discovery, RelatedCompany, ScorePart, Source, StageTiming
from core.messages import Language, the_other, translate
from core.monitoring.recent_answers import RECENT_ANSWERS
from core.reasoning.fact_filter import FilteredFacts
from core.retrieval.fusion import CandidateScores, FusedScores, in_force


def answer(
    searched: Searched,
    fusion: FusionSettings,
    language: Language,
    judged: Judged = NOTHING_JUDGED,
    *,
    both_languages: bool = False,
    chosen: Chosen = NOTHING_CHOSEN,
    sort: SortKey = "relevance",
) -> Discovery:
    """Fuse the kept scores and explain the best companies, in ``language`` and, if wished, in the other one.

    ``judged``: what a model has said of the companies by now. ``chosen``: values of facets that the list is narrowed
    to; the answer to the question stays as it is. ``sort``: all who answer are sorted, of the others those that are
    listed; their ranks stay. Never searches, embeds or asks a model.
    """
    start = time.perf_counter()
    if not searched.answerable:
        return not_linked(searched, language)
    explained, understood = Answering(searched, judged), searched.understood
    order = ranked(searched, fusion)
    claimed = claimed_answer(searched, language)
    fused_ms = (time.perf_counter() - start) * 1000.0
    listed = FacetedList(searched, order).narrowed(chosen)
    shown, hidden = _sorted_lines(explained, listed, fusion, language, sort)
    companies = tuple(_related_company(explained, order.fused, line, rank, language) for line, rank in shown)
    if both_languages:
        companies = tuple(_in_both_languages(explained, company, language) for company in companies)
    total_ms = (time.perf_counter() - start) * 1000.0
    ordered = (
        StageTiming(stage="fuse", milliseconds=fused_ms, size=len(order.lines)),
        StageTiming(stage="judge", milliseconds=total_ms - fused_ms, size=len(companies)),
    )
    RECENT_ANSWERS.record(ordered)
    return Discovery(
        outcome="found" if companies else empty_outcome(searched, hidden),
        answer=claimed,
        intent=understood.intention.intent,
        query_companies=understood.link.entity_ids,
        asked_relation=understood.asked.type if understood.asked else None,
        related_companies=companies,
        candidates=len(order.lines),
        hidden_by_relevance=hidden,
        fusion=FusionChoice.of(in_force(searched.found.candidates, fusion)),
        explanation="" if companies else _why_nothing(searched, order, listed, hidden, language),
        reranker=searched.reranking.state,
        warnings=answer_warnings(searched, claimed, judged.of(language), language, listed=bool(companies)),
        timings=(*searched.timings, *ordered),
        stages=_stages(explained, language, both_languages=both_languages),
        processing_time_ms=total_ms + sum(t.milliseconds for t in searched.timings if "." not in t.stage),
    )


def select(explained: Answering, order: Ranked, fusion: FusionSettings, language: Language) -> tuple[list[Line], int]:
    """Lines to show, and how many candidates fall below the asked level; who answers the question never does."""
    wanted = fusion.min_relevance.order
    passing = list(order.others)
    if fusion.min_relevance is not RelevanceLevel.LOW:
        passing = [line for line in passing if explained.level(line.company_id, language).order >= wanted]
    return [*order.members, *passing][: fusion.max_results], len(order.others) - len(passing)


def _sorted_lines(
    explained: Answering, order: Ranked, fusion: FusionSettings, language: Language, sort: SortKey
) -> tuple[list[tuple[Line, int]], int]:
    """Lines to show with their ranks, in the order of ``sort``, and how many are hidden."""

    def arranged(lines: Sequence[Line]) -> list[Line]:
        by_id = {line.company_id: line for line in lines}
        return [by_id[each] for each in in_order(list(by_id), sort, explained.searched, language)]

    rank = {line.company_id: place for place, line in enumerate(order.members, start=1)}
    shown, hidden = select(explained, replace(order, members=tuple(arranged(order.members))), fusion, language)
    others = shown[len(order.members) :]
    rank |= {line.company_id: place for place, line in enumerate(others, start=len(order.members) + 1)}
    listed = [*shown[: len(order.members)], *arranged(others)]
    return [(line, rank[line.company_id]) for line in listed], hidden


def _why_nothing(searched: Searched, order: Ranked, listed: Ranked, hidden: int, language: Language) -> str:
    """In a sentence: a narrowed list that is empty says nothing about what is related."""
    if order.lines and not listed.lines:
        return translate("facet.nothing", language)
    return why_nothing(searched, hidden, language)


def _in_both_languages(explained: Answering, company: RelatedCompany, language: Language) -> RelatedCompany:
    judgement = explained.judgement(company.company_id, the_other(language))
    return company.model_copy(update={"translated": judgement})


def _stages(explained: Answering, language: Language, *, both_languages: bool) -> tuple[StageReport, ...]:
    """Who judged which stage: the model where it was asked."""
    intention, request = explained.searched.understood.intention, explained.searched.request
    asked: list[StageName] = ["plan"] if "plan" in intention.reports else []
    asked += ["route"] if request.query else []
    asked += ["influence"] if request.influence == BY_QUESTION else []
    here, there = explained.judged.of(language), explained.judged.of(the_other(language))
    return (
        *(intention.reports.get(stage, StageReport(stage=stage, judge="rules")) for stage in asked),
        *([(here.facts or FilteredFacts()).report] if request.query else []),
        here.report or StageReport(stage="synthesis", judge="rules"),
        *([there.report] if both_languages and there.report else []),
    )


def _related_company(
    explained: Answering, fused: FusedScores, line: Line, rank: int, language: Language
) -> RelatedCompany:
    searched, company_id, row = explained.searched, line.company_id, line.row
    entity: Entity = searched.base.knowledge_base.entity(company_id)
    explanation = searched.rules.of(company_id, language)
    judgement = explained.judgement(company_id, language)
    sources = {source.key: source for source in explanation.sources}
    for namesake in searched.base.knowledge_base.namesakes(company_id):
        for source in searched.rules.of(namesake, language).sources:
            sources.setdefault(source.key, source)
    filtered = explained.judged.of(language).facts
    return RelatedCompany(
        company_id=company_id,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        description=entity.description(language),
        similarity=0.0 if row is None else float(fused.final[row]),
        reranker_score=searched.reranking.scores.get(company_id),
        rank=rank,
        answers_question=searched.understood.answers_question(company_id),
        judgement=judgement,
        rules_judgement=None if judgement.judge == "rules" else explanation.judgement,
        parts=_parts(searched.found.candidates, fused, row),
        paths=explanation.paths,
        graph_shares=explanation.graph_shares,
        sources=tuple(_as_filtered(source, filtered) for source in sources.values()),
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


def _parts(candidates: CandidateScores, fused: FusedScores, row: int | None) -> tuple[ScorePart, ...]:
    if row is None:  # no arm found it
        weights = zip(ARMS, fused.weights.tolist(), strict=True)
        return tuple(
            ScorePart(arm=arm, raw=0.0, normalised=0.0, weight=each, contribution=0.0) for arm, each in weights
        )
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
