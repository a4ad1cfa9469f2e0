"""A question about a fact, answered from recorded values or passages, which are cited."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from core.defaults import default_fusion
from core.discovery.answering import answer as answer_companies
from core.discovery.fact_answering import answer_fact as fact_from
from core.discovery.name_resolution import require_linked
from core.domain.fact_answers import CitedSentence
from core.domain.model_use import Judge, StageReport
from core.domain.requests import DiscoveryRequest
from core.domain.results import Source
from core.operations.context import Context
from core.operations.fields import AnswerLanguage, CompanyName, RequiredQuestion
from core.operations.operation import Input, Output, operation
from core.operations.relationships import ASKING_ERRORS


class FactRequest(Input):
    """A question about a fact, and the company it is about if its words do not say."""

    asks: ClassVar = ("query", "company")

    query: RequiredQuestion
    company: CompanyName = ""
    language: AnswerLanguage = None


class FactAnswered(Output):
    """What is recorded (founded, ticker, country, industry, headquarters, any column by its name), else what the
    passages say. Without a language model there are only ``sources`` of passages, and ``explanation`` says so.

    ``numbers`` of a sentence are places in ``sources``, from 1.
    """

    answer: str
    sentences: tuple[CitedSentence, ...]
    sources: tuple[Source, ...]
    intent: Literal["fact_qa"] = "fact_qa"
    explanation: str
    judge: Judge
    judged_by: StageReport
    query_company_ids: tuple[str, ...]
    warnings: tuple[str, ...]
    processing_time_ms: int = Field(0, ge=0)


@operation(
    title="A fact from passages",
    examples={
        "zh": {"query": "宁德时代的总部在哪里？"},
        "en": {"query": "Where is CATL based?", "language": "en"},
    },
    errors=ASKING_ERRORS,
)
def answer_fact(context: Context, asked: FactRequest) -> FactAnswered:
    """A question about a fact of a company, answered by a recorded value, or sentence by sentence from the passages
    that state it, which are numbered and cited."""
    language, settings = asked.reading_language, context.settings
    searched = context.pipeline.retrieve(DiscoveryRequest(company=asked.company, query=asked.query, language=language))
    linked = answer_companies(searched, default_fusion(settings), language)
    require_linked(linked.outcome, linked.named, linked.choices, linked.explanation)
    model = context.pipeline.model
    found = fact_from(searched, model, settings, language, check_cancelled=context.check_cancelled)
    warnings = (*linked.warnings, *found.warnings)
    context.report(searched.timings, (found.stage,), complete=not warnings)
    return FactAnswered(
        answer=" ".join(sentence.text for sentence in found.sentences),
        sentences=found.sentences,
        sources=found.sources,
        explanation=found.explanation,
        judge=found.stage.judge,
        judged_by=found.stage,
        query_company_ids=linked.query_companies,
        warnings=warnings,
    )
