"""Fields that several requests share: cleaned of control characters, limited in length, with examples."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from core.domain.text import CHINESE_CHARACTER, clean_text
from core.messages import Language

MAX_QUESTION = 2000
MAX_NAME = 200


Clean = AfterValidator(clean_text)
_QUESTIONS = ["宁德时代的竞争对手有哪些？", "Who competes with CATL?"]
_QUESTION = "A question in Chinese or English."
QuestionText = Annotated[
    str, Field(description=_QUESTION, examples=_QUESTIONS, json_schema_extra={"maxLength": MAX_QUESTION}), Clean
]
"""One that is too long, and one of which nothing is left, is refused by ``require_asked``: with a code of its own."""
RequiredQuestion = Annotated[
    str,
    Field(description=_QUESTION, examples=_QUESTIONS, json_schema_extra={"minLength": 1, "maxLength": MAX_QUESTION}),
    Clean,
]
CompanyName = Annotated[
    str,
    Field(max_length=MAX_NAME, description="Id, name, alias or ticker of a company.", examples=["宁德时代", "CATL"]),
    Clean,
]
NamePart = Annotated[
    str,
    Query(
        json_schema_extra={"minLength": 1},
        max_length=MAX_NAME,
        description="Name, alias, ticker, id, or a part of a name.",
        examples=["宁德", "Contemporary Amperex"],
    ),
    Clean,
]
AnswerLanguage = Annotated[
    Language | None,
    Field(description="Language of reasons and descriptions; if not given, that of the question."),
]


class ApiRequest(BaseModel):
    """A field that is not known is refused, so that a typing error is not silently without effect."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def asks_with(*fields: str) -> dict[str, JsonValue]:
    """For the description of a request: at least one of these texts is given.

    As "not all of them empty": programs that write clients from the description make two types of an ``anyOf``.
    """
    return {"not": {"properties": {field: {"const": ""} for field in fields}}}


class ApiAnswer(BaseModel):
    """Base of all answers."""

    model_config = ConfigDict(frozen=True)


def language_for(given: Language | None, *texts: str) -> Language:
    """The language asked for, or that of the texts."""
    return given or ("zh" if any(CHINESE_CHARACTER.search(text) for text in texts) else "en")
