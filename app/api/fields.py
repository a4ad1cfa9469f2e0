"""Fields that several requests share: cleaned of control characters, limited in length, with examples."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from core.domain.text import CHINESE_CHARACTER, clean_text
from core.messages import Language

MAX_QUESTION = 2000
MAX_NAME = 200


def _cleaned(value: object) -> object:
    return clean_text(value) if isinstance(value, str) else value


def _something(value: str) -> str:
    if not value:
        raise ValueError("nothing is left once control characters and spaces are removed")
    return value


Clean = BeforeValidator(_cleaned)
QuestionText = Annotated[
    str, Clean,
    Field(max_length=MAX_QUESTION, description="A question in Chinese or English.",
          examples=["宁德时代的竞争对手有哪些？", "Who competes with CATL?"]),
]  # fmt: skip
CompanyName = Annotated[
    str, Clean,
    Field(max_length=MAX_NAME, description="Id, name, alias or ticker of a company.", examples=["宁德时代", "CATL"]),
]  # fmt: skip
NamePart = Annotated[
    str, Clean, AfterValidator(_something),
    Query(min_length=1, max_length=MAX_NAME, description="Name, alias, ticker, id, or a part of a name.",
          examples=["宁德", "Contemporary Amperex"]),
]  # fmt: skip
AnswerLanguage = Annotated[
    Language | None,
    Field(description="Language of reasons and descriptions; if not given, that of the question."),
]


class ApiRequest(BaseModel):
    """A field that is not known is refused, so that a typing error is not silently without effect."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ApiAnswer(BaseModel):
    """Base of all answers."""

    model_config = ConfigDict(frozen=True)


def language_for(given: Language | None, *texts: str) -> Language:
    """The language asked for, or that of the texts."""
    return given or ("zh" if any(CHINESE_CHARACTER.search(text) for text in texts) else "en")
