"""Questions whose whole answer is known: the members of a set, a number, yes or no, a fact, or that there is none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from core.errors import DataUnreadableError
from core.messages import Language
from core.runtime.regular_files import read_regular_text

QuestionClass = Literal["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
CLASSES: tuple[QuestionClass, ...] = get_args(QuestionClass)
CLASS_NAMES: dict[QuestionClass, str] = {
    "a": "a one relation",
    "b": "b with a condition",
    "c": "c two together",
    "d": "d not",
    "e": "e chain",
    "f": "f count, most, oldest, yes or no",
    "g": "g product, place, person",
    "h": "h like, versus",
    "i": "i has no answer",
    "j": "j fact",
}
NO_ANSWER: QuestionClass = "i"
FACT: QuestionClass = "j"


class AskedQuestion(BaseModel):
    """A question and all that answers it.

    ``gold``: exactly these ids; ``accept``: further ids that are neither right nor wrong. ``count``: the number asked
    for; ``yes``: whether it is so. ``answers``: texts, one of which a fact must contain. ``plan`` is what the gold was
    computed from, in the form of whoever computed it: it is not read.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = Field(min_length=1)
    cls: QuestionClass
    query: str = Field(min_length=1)
    language: Language
    gold: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    count: int | None = None
    yes: bool | None = None
    plan: JsonValue = None

    @property
    def figure(self) -> int | bool | None:
        """The number, the yes or the no that is asked for."""
        return self.count if self.yes is None else self.yes

    @property
    def scored_as(self) -> QuestionClass:
        """Its class; one of class i that has an answer by now is one with a condition."""
        return "b" if self.cls == NO_ANSWER and self.gold else self.cls


def read_asked_questions(paths: Sequence[Path]) -> list[AskedQuestion]:
    """The questions of files of JSON lines. Raises DataUnreadableError naming the line that is wrong or the id that
    occurs twice."""
    questions: dict[str, AskedQuestion] = {}
    for path in paths:
        for number, line in enumerate(_text(path).split("\n"), start=1):
            if line.strip():
                question = _question(line, path, number)
                if question.id in questions:
                    raise DataUnreadableError(file=path.name, detail=f"line {number}: {question.id} occurs twice")
                questions[question.id] = question
    return list(questions.values())


def sample(questions: Sequence[AskedQuestion], limit: int, seed: int) -> list[AskedQuestion]:
    """At most ``limit`` questions of each class, chosen at random with ``seed``; their order is kept."""
    chosen: set[str] = set()
    for each in CLASSES:
        ids = sorted(question.id for question in questions if question.cls == each)
        chosen.update(Random(seed).sample(ids, min(limit, len(ids))))
    return [question for question in questions if question.id in chosen]


def _text(path: Path) -> str:
    try:
        return read_regular_text(path, "utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnreadableError(file=path.name, detail=str(error)) from error


def _question(line: str, path: Path, number: int) -> AskedQuestion:
    try:
        return AskedQuestion.model_validate_json(line)
    except ValidationError as error:
        fault = error.errors()[0]
        detail = f"line {number}: {'.'.join(map(str, fault['loc']))}: {fault['msg']}"
        raise DataUnreadableError(file=path.name, detail=detail) from error
