"""Who owns a company, who controls it, and what it holds."""

from __future__ import annotations

import datetime
from typing import Annotated, ClassVar

from pydantic import Field

from core.domain.partial_dates import PartialDate, date_number
from core.domain.strict_fields import Whole
from core.dossier.ownership.report import Ownership, ownership
from core.operations.context import Context
from core.operations.fields import AnswerLanguage, RequiredName
from core.operations.operation import Input, operation
from core.operations.relationships import NAME_ERRORS

_LAST_DAY_OF_A_YEAR, _LAST_DAY_OF_A_MONTH = 1231, 31


class OwnershipRequest(Input):
    """A company, a person or a fund by any of its names, and a day."""

    asks: ClassVar = ("company",)

    company: RequiredName
    as_of: Annotated[
        PartialDate,
        Field(description="A day, or a year or month as of its end; without it as of today.", examples=["2024-05-31"]),
    ] = ""
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
    found = ownership(context.base, entity, _day(asked.as_of), asked.reading_language, most=asked.max_results)
    if found.left_out:
        context.tell("ownership.left_out", count=f"{found.left_out:,}")
    return found


def _day(as_of: str) -> int:
    """Of eight digits: today, or the last day of a year or a month."""
    day = date_number(as_of or datetime.date.today().isoformat())
    if not day % 10_000:
        return day + _LAST_DAY_OF_A_YEAR
    return day if day % 100 else day + _LAST_DAY_OF_A_MONTH
