"""``POST /api/v1/answers``: a question about a fact, answered from recorded values or passages, which are cited."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from app.api.cited import CitedSource
from app.api.documented import PROBLEMS, example_requests
from app.api.fields import AnswerLanguage, ApiAnswer, ApiRequest, CompanyName, RequiredQuestion, language_for
from app.api.serving import Serving, ServingHere
from app.api.work import StillWanted
from core.defaults import default_fusion
from core.discovery.answering import answer as answer_companies
from core.discovery.fact_answering import answer_fact
from core.discovery.name_resolution import require_asked, require_linked
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.fact_answers import CitedSentence
from core.domain.model_use import Judge, StageReport
from core.domain.requests import DiscoveryRequest

router = APIRouter(prefix="/api/v1", tags=["companies"])
_EXAMPLES = example_requests(
    zh={"query": "宁德时代的总部在哪里？"},
    en={"query": "Where is CATL based?", "language": "en"},
)


class FactRequest(ApiRequest):
    """A question about a fact, and the company it is about if its words do not say."""

    query: RequiredQuestion
    company: CompanyName = ""
    language: AnswerLanguage = None


class FactAnswered(ApiAnswer):
    """What is recorded (founded, ticker, country, industry, headquarters, any column by its name), else what the
    passages say. Without a language model there are only ``sources`` of passages, and ``explanation`` says so.

    ``numbers`` of a sentence are places in ``sources``, from 1.
    """

    answer: str
    sentences: tuple[CitedSentence, ...]
    sources: tuple[CitedSource, ...]
    intent: Literal["fact_qa"] = "fact_qa"
    explanation: str
    judge: Judge
    judged_by: StageReport
    query_company_ids: tuple[str, ...]
    warnings: tuple[str, ...]
    processing_time_ms: int = Field(0, ge=0)


@router.post("/answers", response_model=FactAnswered, responses=PROBLEMS, summary="A fact from passages")
async def answers(asked: Annotated[FactRequest, _EXAMPLES], request: Request, serving: ServingHere) -> Response:
    """A question about a fact, answered sentence by sentence with the passages that state it."""
    require_asked(serving.settings.query_max_characters, asked.query)
    return await serving.answer(
        request, asked, lambda pipeline, still_wanted: _answered(asked, pipeline, serving, still_wanted)
    )


def _answered(
    asked: FactRequest, pipeline: DiscoveryPipeline, serving: Serving, still_wanted: StillWanted
) -> tuple[FactAnswered, bool]:
    language = language_for(asked.language, asked.query, asked.company)
    searched = pipeline.retrieve(DiscoveryRequest(company=asked.company, query=asked.query, language=language))
    linked = answer_companies(searched, default_fusion(pipeline.base.settings), language)
    require_linked(linked.outcome, linked.named, linked.choices, linked.explanation)
    found = answer_fact(searched, pipeline.model, pipeline.base.settings, language, still_wanted=still_wanted)
    serving.metrics.answered(searched.timings, (found.stage,))
    told = FactAnswered(
        answer=" ".join(sentence.text for sentence in found.sentences),
        sentences=found.sentences,
        sources=tuple(map(CitedSource.of, found.sources)),
        explanation=found.explanation,
        judge=found.stage.judge,
        judged_by=found.stage,
        query_company_ids=linked.query_companies,
        warnings=(*linked.warnings, *found.warnings),
    )
    return told, not told.warnings and not found.stage.fault
