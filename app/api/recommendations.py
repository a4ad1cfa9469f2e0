"""``POST /api/v1/recommendations``: relations worth recording, only to companies that were retrieved."""

from __future__ import annotations

from typing import Annotated, Self

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field

from app.api.cited import CitedSource
from app.api.documented import PROBLEMS, example_requests
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
from core.discovery.name_resolution import require_asked, require_linked
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.recommending import recommend
from core.domain.model_use import Judge, StageReport
from core.domain.recommendations import Recommendation, RecommendationRequest
from core.domain.strict_fields import Switch, Whole
from core.messages import Language

router = APIRouter(prefix="/api/v1", tags=["companies"])
_EXAMPLES = example_requests(
    zh={"company": "宁德时代", "limit": 5},
    en={"text": "NVIDIA plans to have its next chips made in Arizona.", "only_new": False},
)


class RecommendationsRequest(ApiRequest):
    """For a company, for a pasted text, or both. ``top_k`` companies are candidates."""

    model_config = ConfigDict(json_schema_extra=asks_with("company", "text"))

    company: CompanyName = ""
    text: QuestionText = ""
    limit: Whole = Field(10, ge=1, le=50)
    top_k: Whole = Field(20, ge=1, le=100)
    only_new: Switch = Field(default=True, description="Leave out companies with a recorded relation to the company.")
    language: AnswerLanguage = None


class RecommendedRelation(ApiAnswer):
    """One relation, from the company asked about (``source_entry_id``) where ``forward``. ``score`` is its relevance.

    ``source_entry_id`` is null where the text names nothing that is known; ``sentence`` then is empty.
    """

    source_entry_id: str | None
    target_entry_id: str
    target_name: str
    relation_type: str
    score: float = Field(ge=0.30, le=1.0)
    sources: tuple[CitedSource, ...]
    forward: bool
    recorded: bool
    sentence: str
    reason: str
    description: str

    @classmethod
    def of(cls, found: Recommendation, language: Language) -> Self:
        """What was recommended, in the words of the API."""
        name = (found.name_zh if language == "zh" else found.name_en) or found.name_zh or found.name_en
        return cls(
            source_entry_id=found.source_id,
            target_entry_id=found.target_id,
            target_name=name,
            relation_type=found.relation_type,
            score=found.relevance,
            forward=found.forward,
            recorded=found.recorded,
            sentence=found.sentence,
            reason=found.reason,
            description=found.description,
            sources=tuple(map(CitedSource.of, found.sources)),
        )


class RecommendationsAnswer(ApiAnswer):
    """Relations, most relevant first; ``dropped`` counts by reason what a model said that may not be shown."""

    items: tuple[RecommendedRelation, ...]
    dropped: dict[str, int]
    judge: Judge
    source_id: str | None
    candidates: int
    explanation: str
    warnings: tuple[str, ...]
    judged_by: StageReport
    processing_time_ms: int = Field(ge=0)


@router.post(
    "/recommendations", response_model=RecommendationsAnswer, responses=PROBLEMS, summary="Relations to record"
)
async def recommendations(
    asked: Annotated[RecommendationsRequest, _EXAMPLES], request: Request, serving: ServingHere
) -> Response:
    """Relations recommended for a company; whatever a model says, only ids that were retrieved are shown."""
    require_asked(serving.settings.query_max_characters, asked.text, asked.company)
    return await serving.answer(
        request, asked, lambda pipeline, still_wanted: _recommended(asked, pipeline, serving, still_wanted)
    )


def _recommended(
    asked: RecommendationsRequest, pipeline: DiscoveryPipeline, serving: Serving, still_wanted: StillWanted
) -> tuple[RecommendationsAnswer, bool]:
    language = language_for(asked.language, asked.text, asked.company)
    wanted = RecommendationRequest(**asked.model_dump(exclude={"language"}), language=language)
    found = recommend(pipeline, wanted, still_wanted=still_wanted)
    require_linked(found.outcome, asked.company or asked.text, found.choices, found.explanation)
    serving.metrics.answered((), (found.stage,))
    answer = RecommendationsAnswer(
        items=tuple(RecommendedRelation.of(each, language) for each in found.items),
        dropped=found.stage.dropped,
        judge=found.stage.judge,
        source_id=found.source_id,
        candidates=found.candidates,
        explanation=found.explanation,
        warnings=found.warnings,
        judged_by=found.stage,
        processing_time_ms=round(found.milliseconds),
    )
    return answer, not found.warnings and not found.stage.fault
