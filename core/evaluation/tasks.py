"""Labelled questions (one JSON object a line), and the universes their rankings may be restricted to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from core.errors import DataUnreadableError
from core.messages import Language
from core.runtime.regular_files import read_regular_text

Grade = Annotated[float, Field(ge=0.0, le=10.0, allow_inf_nan=False)]
Target = Literal["company", "passage"]
Universes = Mapping[str, tuple[str, ...]]


class LabelledQuestion(BaseModel):
    """A question and what answers it; grades 1 (related) to 3 (exactly what was asked for).

    Results are shown per ``task``. ``target`` says what the ids in ``relevant`` are. ``among`` names a universe:
    only its ids are ranked. ``group`` keeps questions together that must not be split in cross-validation.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    task: str = Field("", max_length=100, pattern=r"^[\w .:()+-]*$")
    language: Language
    company: str = ""
    query: str = ""
    relation: str = ""
    target: Target = "company"
    among: str = ""
    group: str = ""
    relevant: dict[str, Grade] = Field(min_length=1)

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if not self.company.strip() and not self.query.strip():
            raise ValueError("neither company nor query is given")
        return self

    @property
    def key(self) -> tuple[str, str]:
        """Task and id, unique in a task set: what runs are matched by."""
        return self.task, self.id

    @property
    def fold_group(self) -> str:
        """What cross-validation groups by: ``group``, by default the company, else the question's own id."""
        return self.group or self.company or self.id


@dataclass(frozen=True)
class TaskSet:
    """Questions, and the universes (name → ids) they refer to.

    Raises ValueError if a question occurs twice in a task, or is among the ids of a universe that does not exist.
    """

    questions: tuple[LabelledQuestion, ...]
    universes: Universes = field(default_factory=dict)

    def __post_init__(self) -> None:
        for question in self.questions:
            if question.among and question.among not in self.universes:
                raise ValueError(f"question {question.id}: there is no universe named {question.among}")
        for (_, identifier), times in Counter(question.key for question in self.questions).items():
            if times > 1:
                raise ValueError(f"the question {identifier} occurs {times} times")

    @property
    def names(self) -> tuple[str, ...]:
        """The tasks, in the order they first occur."""
        return tuple(dict.fromkeys(question.task for question in self.questions))

    def only(self, tasks: Iterable[str]) -> TaskSet:
        """The questions of these tasks."""
        wanted = frozenset(tasks)
        return TaskSet(tuple(question for question in self.questions if question.task in wanted), self.universes)

    def sample(self, limit: int, seed: int) -> TaskSet:
        """At most ``limit`` questions of each task, chosen at random with ``seed``; their order is kept."""
        chosen: set[tuple[str, str]] = set()
        for task in self.names:
            keys = sorted(question.key for question in self.questions if question.task == task)
            chosen.update(Random(seed).sample(keys, min(limit, len(keys))))
        return TaskSet(tuple(question for question in self.questions if question.key in chosen), self.universes)


def read_questions(path: Path) -> list[LabelledQuestion]:
    """Questions of a JSON-lines file. Raises DataUnreadableError naming the line that is wrong."""
    return parse_questions(_text(path), path.name)


def parse_questions(text: str, file: str) -> list[LabelledQuestion]:
    """Questions of JSON lines; ``file`` is what errors call them. Raises DataUnreadableError naming the line that is
    wrong."""
    questions = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                questions.append(LabelledQuestion.model_validate_json(line))
            except ValidationError as error:
                raise DataUnreadableError(file=file, detail=f"line {number}: {_fault(error)}") from error
    return questions


def read_universes(path: Path) -> Universes:
    """Universes of a JSON file: one object, name → list of ids. Raises DataUnreadableError."""
    try:
        return TypeAdapter(dict[str, tuple[str, ...]]).validate_json(_text(path))
    except ValidationError as error:
        raise DataUnreadableError(file=path.name, detail=_fault(error)) from error


def read_task_set(paths: Sequence[Path], universes: Path | None = None) -> TaskSet:
    """Questions of one or more files with the universes they name. Raises DataUnreadableError."""
    named = read_universes(universes) if universes else {}
    questions = [question for path in paths for question in read_questions(path)]
    files = ", ".join(path.name for path in paths)
    if not questions:
        raise DataUnreadableError(file=files, detail="there are no questions in it")
    try:
        return TaskSet(tuple(questions), named)
    except ValueError as error:
        raise DataUnreadableError(file=files, detail=str(error)) from error


def _text(path: Path) -> str:
    try:
        return read_regular_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnreadableError(file=path.name, detail=str(error)) from error


def _fault(error: ValidationError) -> str:
    return error.errors()[0]["msg"]
