"""Fields that inputs share, each with its bounds, description and examples."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from core.domain.partial_dates import PartialDate
from core.domain.strict_fields import Whole
from core.domain.text import clean_text
from core.messages import Language
from core.operations.operation import by_settings, shown_as

MAX_NAME = 200
Clean = AfterValidator(clean_text)
_NAMES = ["宁德时代", "CATL", "300750.SZ"]
_NAME = "Id, name, alias or ticker of a company, in Chinese or English."
_LONGEST = by_settings(maxLength="query_max_characters")

CompanyName = Annotated[str, Field(max_length=MAX_NAME, description=_NAME, examples=_NAMES), Clean]
RequiredName = Annotated[str, Field(min_length=1, max_length=MAX_NAME, description=_NAME, examples=_NAMES), Clean]
Question = Annotated[
    str,
    Field(
        description="A question in Chinese or English.",
        examples=["宁德时代的竞争对手有哪些？", "Who competes with CATL?"],
        json_schema_extra=_LONGEST,
    ),
    Clean,
]
"""One that is too long, and one of which nothing is left, is refused by ``Input.check``, with a code of its own."""
RequiredQuestion = Annotated[Question, Field(json_schema_extra={"minLength": 1, **_LONGEST})]
PastedText = Annotated[
    str,
    Field(description="A text, such as a news item, to find relations for.", json_schema_extra=_LONGEST),
    Clean,
]
AsOf = Annotated[
    PartialDate,
    Field(
        description="A day, or a year or month as of its end; without it as of today.",
        examples=["2024-05-31", "2020"],
    ),
]
AnswerLanguage = Annotated[
    Language | None,
    Field(description="Language of reasons, names and explanations; if not given, that of what is asked."),
]
ListedNeighbours = Annotated[
    Whole, Field(ge=1, le=200, description="Neighbours listed of each relation type and direction at most.")
]
ListedPassages = Annotated[Whole, Field(ge=1, le=100, description="Passages listed at most.")]


def one_of(*names: str) -> dict[str, Any]:
    """For the schema of an input: at least one of these texts is given.

    As "not all of them empty": programs that write clients from the schema make two types of an ``anyOf``.
    """
    return {"not": {"properties": {name: {"const": ""} for name in names}}}


def described_as(description: str, metavar: str = "") -> Any:
    """A field that may be left out; ``metavar`` as ``shown_as`` takes it."""
    return Field(None, description=description, json_schema_extra=shown_as(metavar) if metavar else None)
