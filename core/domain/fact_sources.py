"""What facts are taken from, so that a person can look them up there."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field, StringConstraints, field_validator
from pydantic_core import PydanticCustomError

from core.domain.partial_dates import PartialDate
from core.domain.records import Identifier, Record

GENERAL_KNOWLEDGE = "general knowledge"
"""The kind of a source that is no document."""
_LINK = re.compile(r"https?://\S+", re.IGNORECASE)


def is_link(text: str) -> bool:
    """Whether a browser follows it: http:// or https://, in one word."""
    return _LINK.fullmatch(text) is not None


class FactSource(Record):
    """A document that facts are taken from. Relations refer to it by its id.

    ``file`` and ``locator`` say where in it or in a file a fact stands: a row, a page, an anchor. ``kind`` is what it
    is in a word: filing, register, news, general knowledge. ``date``: when it was published, or as of when it speaks.
    """

    id: Identifier
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    publisher: str = Field("", max_length=300)
    url: str = Field("", max_length=2000)
    date: PartialDate = ""
    kind: str = Field("", max_length=100)
    licence: str = Field("", max_length=200)
    file: str = Field("", max_length=300)
    locator: str = Field("", max_length=300)
    origin: str = ""

    @field_validator("url")
    @classmethod
    def _followed_in_a_browser(cls, url: str) -> str:
        if url and not is_link(url):
            raise PydanticCustomError("no_link", "must begin with http:// or https://")
        return url

    @property
    def is_general_knowledge(self) -> bool:
        """Whether it is no document, but what is generally known as of ``date``."""
        return self.kind.casefold() == GENERAL_KNOWLEDGE
