"""The root of all errors: each has a code and a message in both languages."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from core.messages import Language, translate
from core.messages.library_words import in_words

_REASONS = {"detail", "reason"}


def first_line(error: Exception) -> str:
    """What a library's error says, in one line of at most 300 characters."""
    return (str(error).strip().splitlines() or [repr(error)])[0][:300]


class GuanxiError(Exception):
    """Root of every error a person may see.

    ``code`` is the name of the class in snake case without ``Error``, and the key ``error.<code>`` of the message
    catalogue; ``parameters`` fill its placeholders. A ``fault`` among them is the key ``fault.<fault>`` of what
    {detail} says.
    """

    code: ClassVar[str] = "internal"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Error")).lower()

    def __init__(self, **parameters: str | int) -> None:
        self.parameters = parameters
        super().__init__(self.message("en"))

    def message(self, language: Language) -> str:
        """What happened and what to do next, in ``language``."""
        given = self._said(language)
        if "fault" in given:
            given["detail"] = self.detail(language)
        return translate(f"error.{self.code}", language, **given)

    def detail(self, language: Language) -> str:
        """What {detail} of the message stands for."""
        given = self._said(language)
        return (
            translate(f"fault.{given['fault']}", language, **given)
            if "fault" in given
            else str(given.get("detail", ""))
        )

    def _said(self, language: Language) -> dict[str, str | int]:
        """The parameters, what the operating system or a library gave as a reason in ``language``."""
        reasons = {key: in_words(str(self.parameters[key]), language) for key in _REASONS & self.parameters.keys()}
        return {**self.parameters, **reasons}


class RefusedError(GuanxiError):
    """Whoever asks can put it right, and is told the message; of other errors, which may name folders, a client is told
    the code. Never raised itself: each kind has its own code."""

    code = GuanxiError.code


class KnowledgeBaseCorruptError(GuanxiError):
    """The published version cannot be read or does not match its manifest."""

    code: ClassVar[Literal["knowledge_base_corrupt"]]


class ChangeCancelledError(RefusedError):
    """A person cancelled a change before it was published."""


class DataUnreadableError(RefusedError):
    """A data file is missing, is not CSV, or lacks required columns."""


class DataUnwritableError(GuanxiError):
    """A file or folder cannot be written: the permissions, or no space left."""


class EntityUnknownError(RefusedError):
    """Neither a company nor any other entity has this id."""
