"""``POST /api/v1/relationships``: companies related to one, with levels, types and sources."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field

from app.api.cited import CitedSource
from app.api.documented import PROBLEMS, example_requests
from app.api.event_stream import streamed, wants_events
from app.api.fields import (
    AnswerLanguage,
    ApiAnswer,
    ApiRequest,
    CompanyName,
    QuestionText,
    asks_with,
    language_for,
)
from app.api.serving import Serving, ServingHere
from app.api.work import StillWanted
from core.defaults import default_request
from core.discovery.ask import AnswerListener, ask
from core.discovery.name_resolution import require_asked, require_linked
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.fusion_choice import FusionChoice, Weight
from core.domain.model_use import Judge, StageReport
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel, ScoreScale
from core.domain.results import (
    AnswerOutcome,
    AnswerSentence,
    QuestionAnswer,
    RelatedCompany,
    RerankerState,
    StageTiming,
)
from core.domain.strict_fields import IsNumber, Number, Switch, Whole
from core.messages import Language
from core.retrieval.base import Base

router = APIRouter(prefix="/api/v1", tags=["companies"])
_EXAMPLES = example_requests(
    zh={"query": "宁德时代的竞争对手有哪些？", "max_results": 5},
    en={"company": "CATL", "min_relevance": "high", "graph_weight": 0.7, "vector_weight": 0.3, "mode": "weighted"},
)
_FUSION = {"max_results", "min_relevance", "mode", "scale", "graph_weight", "vector_weight", "rrf_k"}


class RelationshipsRequest(ApiRequest):
    """A company, a question, or both. Fields from ``mode`` on tune the search; unset, the settings hold."""

    model_config = ConfigDict(json_schema_extra=asks_with("query", "company"))

    query: QuestionText = ""
    company: CompanyName = ""
    max_results: Whole = Field(10, ge=1, le=100)
    min_relevance: RelevanceLevel = RelevanceLevel.LOW
    language: AnswerLanguage = None
    both_languages: Switch = Field(default=False, description="Reasons in Chinese and in English.")
    mode: FusionMode | None = Field(None, description="How graph and vector scores become one.")
    scale: ScoreScale | None = Field(
        None,
        description="Scores that weighted fusion adds up: `min_max`, or `adaptive`, as adaptive fusion scales them.",
    )
    graph_weight: Weight | None = None
    vector_weight: Weight | None = None
    rrf_k: Annotated[int, Field(ge=1, le=10_000), IsNumber] | None = None
    damping: Annotated[Number, Field(ge=0.05, le=0.95)] | None = None
    max_hops: Annotated[int, Field(ge=1, le=6), IsNumber] | None = None
    influence: RelationInfluence | Literal["by_question"] | None = Field(
        None, description="β per relation family and mention role, or left to the question."
    )
    fusion: FusionChoice = Field(
        FusionChoice(),
        description="Mode, scale, weights and shares of the arms together, as an answer gives them back. "
        "What is given beside it by its own name counts before.",
    )


class ApiCompany(ApiAnswer):
    """A related company. ``relationship_type`` is a type of the ontology; ``forward`` if it leads from the company that
    was asked about to this one. ``answers_question``: its id is among the ``company_ids`` of the answer."""

    company_name: str
    description: str
    similarity_score: float = Field(ge=0.0, le=1.0)
    relevance_level: RelevanceLevel
    relationship_type: str
    sources: tuple[CitedSource, ...]
    company_id: str
    name_zh: str
    name_en: str
    rank: int = Field(ge=1)
    answers_question: bool
    forward: bool
    reason: str
    reason_in_other_language: str = ""
    judge: Judge
    reranker_score: float | None = None

    @classmethod
    def of(cls, company: RelatedCompany, language: Language) -> Self:
        """What was found, in the words of the API."""
        name = company.name_zh if language == "zh" else company.name_en
        judgement = company.judgement
        return cls(
            company_name=name or company.name_zh or company.name_en,
            description=company.description,
            similarity_score=company.similarity,
            relevance_level=judgement.level,
            relationship_type=judgement.relation_type,
            sources=tuple(map(CitedSource.of, company.sources)),
            company_id=company.company_id,
            name_zh=company.name_zh,
            name_en=company.name_en,
            rank=company.rank,
            answers_question=company.answers_question,
            forward=judgement.forward,
            reason=judgement.reason,
            reason_in_other_language=company.translated.reason if company.translated else "",
            judge=judgement.judge,
            reranker_score=company.reranker_score,
        )


class ApiQuestionAnswer(ApiAnswer):
    """What can be claimed in answer to the question.

    ``outcome``: `answered`; `empty`: all of it was understood, and nothing is recorded; `partly_understood`: the words
    ``not_understood`` were not used to choose companies, so none is said to answer; `open`: it asks for no relation and
    no value. ``company_ids``: every company recorded to be what is asked for, best first, whatever ``max_results`` and
    ``min_relevance`` are. ``value``: what is recorded of the company asked about. ``source_ids`` of a sentence are
    `kind:id` of ``sources``, or of the sources of related companies.
    """

    outcome: AnswerOutcome
    kind: Literal["companies", "value", "none"]
    value: str | None
    company_ids: tuple[str, ...]
    sentences: tuple[AnswerSentence, ...]
    not_understood: tuple[str, ...]
    sources: tuple[CitedSource, ...]

    @classmethod
    def of(cls, answer: QuestionAnswer) -> Self:
        """The same answer."""
        told = answer.model_dump(exclude={"sources", "sentences"})
        return cls(**told, sentences=answer.sentences, sources=tuple(map(CitedSource.of, answer.sources)))


class RelationshipsAnswer(ApiAnswer):
    """Related companies: those that answer the question, then the others, both best first. An empty list comes with an
    ``explanation``. ``answer`` says what can be claimed.

    ``intent`` is what was done; ``detected_intent`` is what the question's words ask for: one about a fact is better
    put to ``/api/v1/answers``. ``query_company`` names what was asked about. ``fusion`` is by what the list was ranked,
    of adaptive fusion the weighted fusion that it chose: sent back with the question, it gives the same list.
    """

    answer: ApiQuestionAnswer
    related_companies: tuple[ApiCompany, ...]
    intent: Literal["relationship_discovery"] = "relationship_discovery"
    query_company: str
    processing_time_ms: int = Field(ge=0)
    query_company_ids: tuple[str, ...]
    detected_intent: Literal["relationship_discovery", "fact_qa"]
    asked_relation: str | None
    hidden_by_relevance: int = Field(ge=0)
    fusion: FusionChoice
    explanation: str
    warnings: tuple[str, ...]
    reranker: RerankerState
    stages: tuple[StageTiming, ...]
    judged_by: tuple[StageReport, ...]
    language: Language


@router.post("/relationships", response_model=RelationshipsAnswer, responses=PROBLEMS, summary="Related companies")
async def relationships(
    asked: Annotated[RelationshipsRequest, _EXAMPLES], request: Request, serving: ServingHere
) -> Response:
    """Companies related to a company, by graph walk and vector search, each with its sources.

    With `Accept: text/event-stream` the answer comes as events: `stage` and `company` as they are ready (a model may
    judge a company again, which is told again), then `answer`, or `problem`.
    """
    require_asked(serving.settings.query_max_characters, asked.query, asked.company)
    if wants_events(request):
        language = language_for(asked.language, asked.query, asked.company)
        return await streamed(
            request,
            serving,
            lambda listener: discovered(asked, serving.pipeline(), serving, listener.still_wanted, listener)[0],
            lambda company: ApiCompany.of(company, language),
        )
    return await serving.answer(
        request, asked, lambda pipeline, still_wanted: discovered(asked, pipeline, serving, still_wanted)
    )


def discovered(
    asked: RelationshipsRequest,
    pipeline: DiscoveryPipeline,
    serving: Serving,
    still_wanted: StillWanted,
    listener: AnswerListener | None = None,
) -> tuple[RelationshipsAnswer, bool]:
    """The answer, and whether the same may be given to who asks the same: not where a part of it failed."""
    language = language_for(asked.language, asked.query, asked.company)
    found = ask(pipeline, _request(asked, pipeline.base, language), still_wanted=still_wanted, listener=listener)
    require_linked(found.outcome, asked.company or asked.query, found.choices, found.explanation)
    serving.metrics.answered(found.timings, found.stages)
    names = [pipeline.base.knowledge_base.entity(each).name(language) for each in found.query_companies]
    answer = RelationshipsAnswer(
        answer=ApiQuestionAnswer.of(found.answer),
        related_companies=tuple(ApiCompany.of(each, language) for each in found.related_companies),
        query_company=", ".join(names),
        processing_time_ms=round(found.processing_time_ms),
        query_company_ids=found.query_companies,
        detected_intent=found.intent,
        asked_relation=found.asked_relation,
        hidden_by_relevance=found.hidden_by_relevance,
        fusion=found.fusion,
        explanation=found.explanation,
        warnings=found.warnings,
        reranker=found.reranker,
        stages=found.timings,
        judged_by=found.stages,
        language=language,
    )
    whole = not found.warnings and found.reranker in ("off", "on") and not any(each.fault for each in found.stages)
    return answer, whole


def _request(asked: RelationshipsRequest, base: Base, language: Language) -> DiscoveryRequest:
    """As configured, with what was asked for differently."""
    configured = default_request(
        base.settings,
        company=asked.company,
        query=asked.query,
        language=language,
        both_languages=asked.both_languages,
    )
    fusion = asked.fusion.over(configured.fusion).model_dump() | asked.model_dump(include=_FUSION, exclude_none=True)
    walk = asked.model_dump(include={"damping", "max_hops"}, exclude_none=True)
    influence = asked.influence or configured.influence
    changed = {**walk, "influence": influence, "fusion": FusionSettings.model_validate(fusion)}
    return configured.model_copy(update=changed)
