"""Texts to be read, a line each: plain text, or JSON lines with ids and perhaps the spans of names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from core.errors import DataUnreadableError
from core.ingestion.formats.decoding import decode
from core.runtime.regular_files import read_regular

_PLAIN = ".txt"


class GivenText(BaseModel):
    """``mentions``: start and end of names in ``text``, in characters; fields that are not known are left alone."""

    model_config = ConfigDict(frozen=True)

    text_id: str | int
    text: str = Field(max_length=200_000)
    mentions: tuple[tuple[int, int], ...] = ()

    @field_validator("mentions")
    @classmethod
    def _inside(cls, spans: tuple[tuple[int, int], ...], info: ValidationInfo) -> tuple[tuple[int, int], ...]:
        length = len(info.data.get("text", ""))
        if any(not 0 <= start < end <= length for start, end in spans):
            raise ValueError("a mention does not lie in the text")
        return spans


def given_texts(file: Path) -> Iterator[GivenText]:
    """The texts of a file, line by line, in whatever encoding imports read; empty lines count, but are no text.

    The id of a line of plain text is its number. Raises DataUnreadableError, also for a file that is missing.
    """
    try:
        raw = read_regular(file)
    except OSError as error:
        raise DataUnreadableError(file=file.name, detail=error.strerror or str(error)) from error
    for number, line in enumerate(decode(raw, file.name).text.split("\n"), 1):
        if line.strip():
            yield _given(file, number, line)


def _given(file: Path, number: int, line: str) -> GivenText:
    if file.suffix.lower() == _PLAIN:
        return GivenText(text_id=str(number), text=line.strip())
    try:
        return GivenText.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise DataUnreadableError(file=file.name, fault="broken_json", line=number, column=error.colno) from error
    except (ValidationError, RecursionError) as error:
        raise DataUnreadableError(file=file.name, fault="no_given_text", line=number) from error
