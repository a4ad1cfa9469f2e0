"""What each tool takes: cleaned of control characters, limited, and nothing that is not known."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from core.domain.fusion_choice import FusionChoice
from core.domain.requests import RelevanceLevel
from core.domain.strict_fields import Switch, Whole
from core.domain.text import clean_text
from core.messages import Language

MAX_NAME = 200
MAX_QUESTION = 2000


def _cleaned(value: object) -> object:
    return clean_text(value) if isinstance(value, str) else value


_Clean = BeforeValidator(_cleaned)  # after the limits: those written behind it would count items
_NAME = "Id, name, alias or ticker of a company, in Chinese or English."
_NAMES = ["宁德时代", "CATL", "300750.SZ"]
_QUESTION = "A question in Chinese or English."
_QUESTIONS = ["Who competes with CATL?", "宁德时代的供应商有哪些？"]
CompanyName = Annotated[str, Field(max_length=MAX_NAME, description=_NAME, examples=_NAMES), _Clean]
RequiredName = Annotated[str, Field(min_length=1, max_length=MAX_NAME, description=_NAME, examples=_NAMES), _Clean]
Question = Annotated[str, Field(max_length=MAX_QUESTION, description=_QUESTION, examples=_QUESTIONS), _Clean]
RequiredQuestion = Annotated[
    str, Field(min_length=1, max_length=MAX_QUESTION, description=_QUESTION, examples=_QUESTIONS), _Clean
]
PastedText = Annotated[
    str, Field(max_length=MAX_QUESTION, description="A text, such as a news item, to find relations for."), _Clean
]
AnswerLanguage = Annotated[
    Language | None,
    Field(description="Language of reasons, names and explanations; if not given, that of what was asked."),
]


class ToolInput(BaseModel):
    """An argument that is not known is refused, so that a typing error is not silently without effect."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class DiscoverInput(ToolInput):
    """A company, a question, or both."""

    company: CompanyName = ""
    query: Question = ""
    max_results: Whole = Field(10, ge=1, le=100, description="Companies at most.")
    min_relevance: RelevanceLevel = Field(
        RelevanceLevel.LOW,
        description="high: direct competitors and what was asked for; medium: also similar products and groups; "
        "low: also suppliers, customers and everything else.",
    )
    fusion: FusionChoice = Field(
        FusionChoice(),
        description="How scores are fused, to repeat or vary the list of an answer, which gives it back as `fusion`. "
        "Leave it out otherwise.",
    )
    language: AnswerLanguage = None


class RecommendInput(ToolInput):
    """A company, a text such as a news item, or both."""

    company: CompanyName = ""
    text: PastedText = ""
    max_results: Whole = Field(10, ge=1, le=50, description="Relations recommended at most.")
    only_new: Switch = Field(default=True, description="Leave out companies with a recorded relation to the company.")
    language: AnswerLanguage = None


class SearchInput(ToolInput):
    """A question about what the passages say."""

    query: RequiredQuestion
    max_results: Whole = Field(10, ge=1, le=50, description="Passages at most.")
    source_kinds: tuple[Annotated[str, Field(min_length=1, max_length=100)], ...] = Field(
        (), max_length=20, description="Only passages of these kinds, such as news or filing; * stands for anything."
    )
    languages: tuple[Annotated[str, Field(min_length=1, max_length=100)], ...] = Field(
        (), max_length=20, description="Only passages in these languages: zh, en, or a programming language."
    )
    include_cross_source: Switch = Field(
        default=True, description="Also passages of other kinds that are linked to them."
    )


class CompanyInput(ToolInput):
    """One company by any of its names, or any other entity by its id."""

    company: RequiredName
    neighbours_per_type: Whole = Field(10, ge=1, le=100, description="Neighbours listed of each relation type at most.")
    max_passages: Whole = Field(5, ge=1, le=50, description="Passages listed at most.")


class StatisticsInput(ToolInput):
    """Takes nothing."""
