"""Recommend: relations worth recording, only to companies that were retrieved."""

from __future__ import annotations

from typing import ClassVar, Self

from pydantic import ConfigDict, Field

from core.discovery.name_resolution import require_linked
from core.discovery.recommending import recommend
from core.domain.model_use import Judge, StageReport
from core.domain.recommendations import Recommendation, RecommendationRequest, RecordedRelation
from core.domain.results import NameChoice
from core.domain.strict_fields import Switch, Whole
from core.messages import Language
from core.operations.context import Context
from core.operations.fields import AnswerLanguage, CompanyName, PastedText, one_of
from core.operations.operation import Input, Output, operation
from core.operations.relationships import ASKING_ERRORS


class RecommendationsRequest(Input):
    """For a company, for a pasted text, or both. ``top_k`` companies are candidates."""

    model_config = ConfigDict(json_schema_extra=one_of("company", "text"))
    asks: ClassVar = ("text", "company")

    company: CompanyName = ""
    text: PastedText = ""
    max_results: Whole = Field(10, ge=1, le=50, alias="limit", description="Relations recommended at most.")
    top_k: Whole = Field(20, ge=1, le=100, description="Companies that are candidates.")
    only_new: Switch = Field(default=True, description="Leave out companies with a recorded relation to the company.")
    language: AnswerLanguage = None


class RecommendedRelation(Recommendation):
    """A recommendation with the name to show in the language of the answer."""

    target_name: str

    @classmethod
    def of(cls, found: Recommendation, language: Language) -> Self:
        """What was recommended, with that name."""
        name = (found.name_zh if language == "zh" else found.name_en) or found.name_zh or found.name_en
        return cls(target_name=name, **dict(found))


class RecommendationsAnswer(Output):
    """Relations, most relevant first; ``dropped`` counts by reason what a model said that may not be shown.

    ``named``: the companies that a pasted text names; ``recorded``: what is on record between two of them.
    """

    items: tuple[RecommendedRelation, ...]
    named: tuple[NameChoice, ...]
    recorded: tuple[RecordedRelation, ...]
    dropped: dict[str, int]
    judge: Judge
    source_id: str | None
    candidates: int
    explanation: str
    warnings: tuple[str, ...]
    judged_by: StageReport
    processing_time_ms: int = Field(ge=0)


@operation(
    title="Relations to record",
    examples={
        "zh": {"company": "宁德时代", "max_results": 5},
        "en": {"text": "NVIDIA plans to have its next chips made in Arizona.", "only_new": False},
    },
    errors=ASKING_ERRORS,
)
def recommend_relations(context: Context, asked: RecommendationsRequest) -> RecommendationsAnswer:
    """Relations worth recording for a company or for a pasted text, each to a company of the knowledge base that
    was retrieved, with both ends, type, relevance and sources; which are recorded already."""
    language = asked.reading_language
    request = RecommendationRequest(
        company=asked.company,
        text=asked.text,
        limit=asked.max_results,
        top_k=asked.top_k,
        only_new=asked.only_new,
        language=language,
    )
    found = recommend(context.pipeline, request, check_cancelled=context.check_cancelled)
    require_linked(found.outcome, asked.company or asked.text, found.choices, found.explanation)
    context.report((), (found.stage,), complete=not found.warnings)
    return RecommendationsAnswer(
        items=tuple(RecommendedRelation.of(each, language) for each in found.items),
        named=found.named,
        recorded=found.recorded,
        dropped=found.stage.dropped,
        judge=found.stage.judge,
        source_id=found.source_id,
        candidates=found.candidates,
        explanation=found.explanation,
        warnings=found.warnings,
        judged_by=found.stage,
        processing_time_ms=round(found.milliseconds),
    )
