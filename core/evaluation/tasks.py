"""Labelled questions: one JSON object a line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import DataUnreadableError
from core.messages import Language

Grade = Annotated[float, Field(ge=0.0, le=10.0, allow_inf_nan=False)]


class LabelledQuestion(BaseModel):
    """A question and the companies that answer it; grades 1 (related) to 3 (exactly what was asked for)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    language: Language
    company: str = ""
    query: str = ""
    relation: str = ""
    task: str = ""
    target: Literal["company", "passage"] = "company"
    among: str = ""
    group: str = ""
    relevant: dict[str, Grade] = Field(min_length=1)


def read_questions(path: Path) -> list[LabelledQuestion]:
    """Questions of a JSON-lines file. Raises DataUnreadableError naming the line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnreadableError(file=path.name, detail=str(error)) from error
    questions = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                questions.append(LabelledQuestion.model_validate_json(line))
            except ValidationError as error:
                fault = error.errors()[0]["msg"]
                raise DataUnreadableError(file=path.name, detail=f"line {number}: {fault}") from error
    return questions
