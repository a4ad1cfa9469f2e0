"""Recommend relations: candidates from one searched, judged by a model in one call or, without a model, by rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from core.defaults import default_fusion
from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.recorded_between import recorded_between
from core.discovery.searched import Searched
from core.domain.model_use import StageReport
from core.domain.recommendations import Recommendation, RecommendationRequest, Recommendations
from core.domain.requests import MOST_RESULTS, DiscoveryRequest
from core.domain.results import Discovery, RelatedCompany, SourceKind
from core.messages import Language, translate
from core.ontology import COMPANY, FALLBACK_TYPE
from core.reasoning.llm.client import ModelFailedError
from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.reasoning.recommendation import Candidate, RecommendationQuestion, recommend_by_model
from core.reasoning.recommendation_parser import LEAST_RELEVANCE
from core.reasoning.roles import Role
from core.retrieval.company_text import sentence_as_of, stated
from core.retrieval.tenses import tense_of

_SENTENCES = 3


def recommend(
    pipeline: DiscoveryPipeline, request: RecommendationRequest, *, check_cancelled: Callable[[], None] | None = None
) -> Recommendations:
    """Relations recommended for ``request``.

    A configured model alone judges: where it fails, nothing is recommended and it is said why. Raises QueryEmptyError
    and QueryTooLongError.
    """
    start = time.perf_counter()
    asked = DiscoveryRequest(company=request.company, query=request.text, language=request.language)
    searched = pipeline.retrieve(asked)
    listed = MOST_RESULTS if request.only_new else max(request.top_k, request.limit)
    fusion = default_fusion(pipeline.base.settings).model_copy(update={"max_results": listed})
    discovery = answer(searched, fusion, request.language)
    candidates = _candidates(request, searched, discovery)
    found = _judged(pipeline, request, searched, discovery, candidates, check_cancelled)
    named = _named_in_text(searched, request) if request.text else ()
    unread = (_text_not_read(request, named),) if request.text and pipeline.model is None else ()
    return found.model_copy(
        update={
            "outcome": discovery.outcome,
            "source_id": next(iter(discovery.query_companies), None),
            "named": tuple(searched.base.names.choice(each) for each in named),
            "recorded": recorded_between(searched.base, named, searched.understood.day, request.language),
            "candidates": len(candidates),
            "choices": discovery.choices,
            "warnings": (*unread, *discovery.warnings, *found.warnings),
            "milliseconds": (time.perf_counter() - start) * 1000.0,
        }
    )


def _named_in_text(searched: Searched, request: RecommendationRequest) -> tuple[str, ...]:
    """The companies that the text itself names, whoever is chosen beside it."""
    base = searched.base
    link = base.names.link_question(request.text) if request.company else searched.understood.link
    return tuple(each for each in link.entity_ids if base.knowledge_base.entity(each).type == COMPANY)


def _text_not_read(request: RecommendationRequest, named: Sequence[str]) -> str:
    """Without a model a text only says which companies it is about, and even these do not count beside a chosen one."""
    of_text = "recommend.text_names" if named else "recommend.text_names_nobody"
    return translate("recommend.text_beside_chosen" if request.company else of_text, request.language)


def _candidates(request: RecommendationRequest, searched: Searched, discovery: Discovery) -> tuple[RelatedCompany, ...]:
    """The companies that may be recommended, best first."""
    companies = discovery.related_companies
    if not request.only_new:
        return companies
    unrecorded = [each for each in companies if not searched.understood.recorded_relations(each.company_id)]
    return tuple(unrecorded[: max(request.top_k, request.limit)])


def _judged(
    pipeline: DiscoveryPipeline,
    request: RecommendationRequest,
    searched: Searched,
    discovery: Discovery,
    candidates: Sequence[RelatedCompany],
    check_cancelled: Callable[[], None] | None,
) -> Recommendations:
    if not candidates:
        explanation = discovery.explanation or _why_nothing(request)
        return Recommendations(explanation=explanation)
    if pipeline.model is None:
        return _by_rules(request, searched, candidates)
    try:
        return _by_model(pipeline, request, searched, candidates, check_cancelled)
    except ModelFailedError as failure:
        return _failed(failure, request.language)


def _by_model(
    pipeline: DiscoveryPipeline,
    request: RecommendationRequest,
    searched: Searched,
    candidates: Sequence[RelatedCompany],
    check_cancelled: Callable[[], None] | None,
) -> Recommendations:
    assert pipeline.model is not None
    companies = {company.company_id: company for company in candidates[: request.top_k]}
    question = RecommendationQuestion(
        sources={
            each: searched.understood.names_of((each,), request.language)
            for each in searched.understood.link.entity_ids
        },
        text=request.text,
        candidates=tuple(_candidate(searched, company, request.language) for company in companies.values()),
        limit=request.limit,
        language=request.language,
    )
    temperature = pipeline.base.settings.llm_temperature_recommendation
    found = recommend_by_model(
        pipeline.model, question, searched.base.ontology, temperature=temperature, check_cancelled=check_cancelled
    )
    items = []
    for item in found.parsed.items:
        role = found.roles[item.relation_type]
        company = companies[item.target_id]
        items.append(_recommendation(searched, company, item.source_id, role, item.relevance, request.language))
    dropped = {reason.value: count for reason, count in found.parsed.dropped.items()}
    report = StageReport(stage="recommendation", judge="model", use=found.use, dropped=dropped)
    explanation = "" if items else _why_nothing(request)
    return Recommendations(items=tuple(items), stage=report, explanation=explanation)


def _by_rules(
    request: RecommendationRequest, searched: Searched, candidates: Sequence[RelatedCompany]
) -> Recommendations:
    """What the rules make of the recorded relations, as relevant as the companies are similar."""
    items = []
    for company in candidates:
        judged = company.judgement
        if judged.relation_type == FALLBACK_TYPE or company.similarity < LEAST_RELEVANCE or judged.tense != "now":
            continue
        source_id = searched.understood.source_of(company.company_id, judged.relation_type, forward=judged.forward)
        role, relevance = Role(judged.relation_type, judged.forward), round(company.similarity, 2)
        found = _recommendation(searched, company, source_id, role, relevance, request.language)
        items.append(found.model_copy(update={"reason": judged.reason}))
    explanation = "" if items else _why_nothing(request)
    return Recommendations(items=tuple(items[: request.limit]), explanation=explanation)


def _why_nothing(request: RecommendationRequest) -> str:
    return translate("recommend.nothing_new" if request.only_new else "recommend.nothing", request.language)


def _failed(failure: ModelFailedError, language: Language) -> Recommendations:
    report = StageReport(stage="recommendation", judge="model", use=failure.use, fault=failure.error.code)
    unusable = isinstance(failure.error, ModelAnswerUnusableError)
    explanation = translate("recommend.unusable" if unusable else "recommend.failed", language)
    return Recommendations(stage=report, explanation=explanation, warnings=(failure.error.message(language),))


def _recommendation(
    searched: Searched,
    company: RelatedCompany,
    source_id: str | None,
    role: Role,
    relevance: float,
    language: Language,
) -> Recommendation:
    return Recommendation(
        source_id=source_id,
        target_id=company.company_id,
        name_zh=company.name_zh,
        name_en=company.name_en,
        description=company.description,
        relation_type=role.type,
        forward=role.forward,
        relevance=relevance,
        recorded=_recorded(searched, company.company_id, source_id, role),
        sentence=_sentence(searched, company.company_id, source_id, role, language),
        sources=company.sources,
    )


def _recorded(searched: Searched, company_id: str, source_id: str | None, role: Role) -> bool:
    """Whether this very relation is recorded of ``source_id``, and in force."""
    base, day = searched.base, searched.understood.day
    symmetric = base.ontology[role.type].symmetric
    relations = searched.understood.recorded_relations(company_id)
    return any(
        found.type == role.type
        and (symmetric or found.forward == role.forward)
        and searched.understood.end_of(found) == source_id
        and tense_of(base.knowledge_base, base.ontology, found.row, day) == "now"
        for found in relations
    )


def _sentence(searched: Searched, company_id: str, source_id: str | None, role: Role, language: Language) -> str:
    """The relation in words with both ends; empty where it is of no company that is known."""
    if source_id is None:
        return ""
    ends = (source_id, company_id) if role.forward else (company_id, source_id)
    return stated(searched.base.knowledge_base, searched.base.ontology, role.type, *ends, language)


def _candidate(searched: Searched, company: RelatedCompany, language: Language) -> Candidate:
    """Name, what is recorded between it and the company asked about, and what it does."""
    knowledge_base = searched.base.knowledge_base
    cited = [source.id for source in company.sources if source.kind is SourceKind.RELATION][:_SENTENCES]
    rows, day = map(knowledge_base.relation_row, cited), searched.understood.day
    sentences = [sentence_as_of(knowledge_base, searched.base.ontology, each, day, language) for each in rows]
    names: Mapping[str, None] = dict.fromkeys(filter(None, (company.name_zh, company.name_en)))
    end = translate("reason.full_stop", language)
    summary = " ".join([*(sentence + end for sentence in sentences), company.description])
    return Candidate(company.company_id, " ".join(names), summary)
