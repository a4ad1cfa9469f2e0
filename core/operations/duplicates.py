"""Companies that may be one: proposals with their reasons, and what is said of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from core.curation.same_companies import (
    DEFAULT_MIN_SCORE,
    CompaniesToldApartError,
    Merge,
    MergeUnknownError,
    OneThroughOthersError,
    candidates_of,
    decide,
    merges,
    order_to_keep,
    proposals,
    reason_text,
    told_apart,
    undoing,
)
from core.domain.strict_fields import Number
from core.entity_resolution.evidence import Candidate, Reason
from core.messages import Language
from core.operations.context import Context
from core.operations.operation import Input, Output, operation
from core.operations.relationships import NAME_ERRORS
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.verdicts import CompanyUnknownError, OneCompanyAlreadyError, Verdict, verdict

Pair = Annotated[tuple[str, str], Field(description="Two companies by id, name, alias or ticker.")]


class DuplicatesRequest(Input):
    """From which score on pairs are listed."""

    min_score: Annotated[Number, Field(ge=0.0, le=1.0)] = Field(
        DEFAULT_MIN_SCORE, description="List pairs that score at least this."
    )
    language: Language = Field("en", description="Language of the reasons.")


class ReasonTold(Reason):
    """A reason in words."""

    text: str


class Proposal(Output):
    """Two companies that may be one, with both names of each. ``kept``: whose id a merge keeps."""

    first: str
    second: str
    score: float = Field(ge=0.0, le=1.0)
    names: tuple[tuple[str, str], tuple[str, str]]
    kept: str
    reasons: tuple[ReasonTold, ...]


class DuplicatesAnswer(Output):
    """Pairs on which nothing was said, companies that are one by now, and pairs that were told apart."""

    proposals: tuple[Proposal, ...]
    merges: tuple[Merge, ...]
    different: tuple[tuple[str, str], ...]


class SameCompaniesRequest(Input):
    """What is said of pairs of companies, each by id, name, alias or ticker; all of it makes one rebuild."""

    merge: tuple[Pair, ...] = Field((), description="The two are one company, kept under the id of the first.")
    apart: tuple[Pair, ...] = Field((), description="The two are different; they are not proposed again.")
    undo: tuple[str, ...] = Field((), description="Ids of companies of which what was said is taken back.")


class SameCompaniesAnswer(Output):
    """The decisions that were taken."""

    decisions: tuple[Verdict, ...]


def _proposal(each: Candidate, base: KnowledgeBase, language: Language) -> Proposal:
    first, second = (base.entity(company) for company in (each.first, each.second))
    return Proposal(
        first=each.first,
        second=each.second,
        score=each.score,
        names=((first.name_zh, first.name_en), (second.name_zh, second.name_en)),
        kept=order_to_keep(base, each.first, each.second)[0],
        reasons=tuple(ReasonTold(**dict(why), text=reason_text(why, language)) for why in each.reasons),
    )


@operation(
    title="Companies that may be one",
    examples={"zh": {"min_score": 0.8, "language": "zh"}, "en": {"min_score": 0.3}},
)
def find_duplicates(context: Context, asked: DuplicatesRequest) -> DuplicatesAnswer:
    """Pairs of companies that may be one and the same, each with a score and the reasons for and against, the
    companies that are one by now, and the pairs that were told apart."""
    base, settings = context.base.knowledge_base, context.settings
    found = proposals(candidates_of(base, asked.min_score), settings)
    return DuplicatesAnswer(
        proposals=tuple(_proposal(each, base, asked.language) for each in found),
        merges=merges(base, settings),
        different=told_apart(settings),
    )


@operation(
    title="What is said of companies that may be one",
    examples={"zh": {"apart": [["宁德时代", "比亚迪"]]}, "en": {"apart": [["catl", "byd"]], "undo": ["tesla"]}},
    errors=(
        *NAME_ERRORS,
        CompanyUnknownError,
        OneCompanyAlreadyError,
        OneThroughOthersError,
        CompaniesToldApartError,
        MergeUnknownError,
    ),
    effect="rebuild",
)
def decide_duplicates(context: Context, asked: SameCompaniesRequest) -> SameCompaniesAnswer:
    """Merge companies, tell them apart, or take that back, in one rebuild."""
    base, settings = context.base.knowledge_base, context.settings
    decisions = [
        *(verdict(context.company(kept), context.company(other), "same") for kept, other in asked.merge),
        *(verdict(context.company(first), context.company(second), "different") for first, second in asked.apart),
        *(each for company in asked.undo for each in undoing(company, base, settings)),
    ]
    context.published = decide(decisions, base, settings, context.ontology, context.progress)
    return SameCompaniesAnswer(decisions=tuple(decisions))
