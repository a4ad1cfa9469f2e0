"""Who owns a company, who controls it, and what it holds."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from core.domain.partial_dates import last_day, today
from core.domain.strict_fields import Whole
from core.dossier.ownership.report import Ownership, ownership
from core.operations.context import Context
from core.operations.fields import AnswerLanguage, AsOf, RequiredName
from core.operations.operation import Input, operation
from core.operations.relationships import NAME_ERRORS


class OwnershipRequest(Input):
    """A company, a person or a fund by any of its names, and a day."""

    asks: ClassVar = ("company",)

    company: RequiredName
    as_of: AsOf = ""
    max_results: Whole = Field(1_000, ge=1, le=100_000, description="Owners and holdings listed at most of each.")
    language: AnswerLanguage = None


@operation(
    title="Who owns a company",
    examples={"zh": {"company": "宁德时代"}, "en": {"company": "CATL", "as_of": "2024"}},
    errors=NAME_ERRORS,
)
def get_ownership(context: Context, asked: OwnershipRequest) -> Ownership:
    """Direct and integrated shares of all owners of a company, who controls it by which rule, the ultimate owners, its
    own holdings, circular holdings and its group, as of a day, with the sources of direct stakes."""
    entity = context.entity(asked.company)
    found = ownership(
        context.base,
        entity,
        last_day(asked.as_of) if asked.as_of else today(),
        asked.reading_language,
        most=asked.max_results,
    )
    if found.left_out:
        context.tell("ownership.left_out", count=f"{found.left_out:,}")
    return found
