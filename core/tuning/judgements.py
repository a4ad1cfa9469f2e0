"""Thumbs up and down of people on results: kept in one SQLite file beside the knowledge base's versions, and read as
labelled questions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from core.domain.records import MAX_IDENTIFIER
from core.domain.stored_fields import LINE_ENDS, UtcSeconds, Writable, now_in_seconds, refuse_half_pairs
from core.errors import GuanxiError
from core.evaluation.tasks import LabelledQuestion, TaskSet
from core.messages import Language
from core.workspace.sqlite_table import SqliteTable

FILE_NAME = "judgements.sqlite3"
MAX_QUESTION = 2000
UP_GRADE, DOWN_GRADE = 3.0, 0.0
_TABLE = """
CREATE TABLE judgements (
    company TEXT NOT NULL, query TEXT NOT NULL, result_id TEXT NOT NULL,
    thumb TEXT NOT NULL, language TEXT NOT NULL, judged_at TEXT NOT NULL,
    PRIMARY KEY (company, query, result_id)
)"""
_KEY = "company = ? AND query = ?"
Thumb = Literal["up", "down"]
_Asked = Annotated[Writable, StringConstraints(max_length=MAX_QUESTION)]


class JudgementsUnavailableError(GuanxiError):
    """The thumbs of people cannot be read or written."""


class Judgement(BaseModel):
    """One thumb on ``result_id`` as an answer to ``company`` and ``query``, which together are the key.

    ``judged_at`` is UTC in whole seconds. Raises ValueError for texts that are too long or that no file can hold.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    company: _Asked
    query: _Asked
    result_id: Annotated[Writable, StringConstraints(min_length=1, max_length=MAX_IDENTIFIER)]
    thumb: Thumb
    language: Language
    judged_at: UtcSeconds


_FIELDS = ", ".join(Judgement.model_fields)
_INSERT = f"INSERT OR REPLACE INTO judgements ({_FIELDS}) VALUES (:{_FIELDS.replace(', ', ', :')})"  # noqa: S608 - constants


def judged_now(company: str, query: str, result_id: str, thumb: Thumb, language: Language) -> Judgement:
    """A thumb given this second. Raises ValueError as Judgement does."""
    return Judgement(
        company=company, query=query, result_id=result_id, thumb=thumb, language=language, judged_at=now_in_seconds()
    )


class JudgementStore:
    """The thumbs in ``folder``; the first one creates the file. Thread-safe, and shared between processes.

    Every method raises JudgementsUnavailableError if the file cannot be read or written, is damaged, is no file of
    thumbs, has a newer format (it is then left as it is), or stays locked by another process for 5 seconds.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._table = SqliteTable(folder / FILE_NAME, _TABLE, self._unavailable)

    def judge(self, judgement: Judgement) -> None:
        """Keep ``judgement`` in place of an earlier one with the same key. It is on disk when this returns."""
        self._table.insert(_INSERT, judgement.model_dump())

    def withdraw(self, company: str, query: str, result_id: str) -> None:
        """Forget the thumb with this key, if there is one. Raises ValueError for half of a surrogate pair."""
        refuse_half_pairs(company, query, result_id)
        key = (company, query, result_id)
        self._table.delete(f"DELETE FROM judgements WHERE {_KEY} AND result_id = ?", key)  # noqa: S608 - constants

    def of(self, company: str, query: str) -> dict[str, Thumb]:
        """The thumbs on the results of one question, by result. Raises ValueError for half of a surrogate pair."""
        refuse_half_pairs(company, query)
        return {judgement.result_id: judgement.thumb for judgement in self._read(f"WHERE {_KEY}", (company, query))}

    def all(self) -> tuple[Judgement, ...]:
        """Every thumb, by question, then by result."""
        return self._read("", ())

    def _read(self, condition: str, values: tuple[str, ...]) -> tuple[Judgement, ...]:
        order = "ORDER BY company, query, result_id"
        rows = self._table.select(f"SELECT {_FIELDS} FROM judgements {condition} {order}", values)  # noqa: S608 - constants
        try:
            return tuple(Judgement(**dict(zip(Judgement.model_fields, row, strict=True))) for row in rows)
        except ValidationError as error:  # another program wrote into the file
            fault = error.errors()[0]
            raise self._unavailable(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from error

    def _unavailable(self, detail: str) -> JudgementsUnavailableError:
        return JudgementsUnavailableError(folder=str(self._folder), detail=detail)


def as_task_set(judgements: Iterable[Judgement]) -> TaskSet:
    """One question per (company, query): a thumb up is grade 3, a thumb down grade 0.

    A question has the language of its last thumb. Ids are the same for the same thumbs.
    """
    by_question: dict[tuple[str, str], list[Judgement]] = {}
    for judgement in judgements:
        by_question.setdefault((judgement.company, judgement.query), []).append(judgement)
    questions = [
        LabelledQuestion(
            id=f"thumbs-{number:04}",
            language=max(given, key=lambda each: each.judged_at).language,
            company=company,
            query=query,
            relevant={each.result_id: UP_GRADE if each.thumb == "up" else DOWN_GRADE for each in given},
        )
        for number, ((company, query), given) in enumerate(sorted(by_question.items()), start=1)
        if company.strip() or query.strip()
    ]
    return TaskSet(tuple(questions))


def scorable(tasks: TaskSet) -> TaskSet:
    """The questions that something answers: of others every list is equally good."""
    kept = tuple(question for question in tasks.questions if any(grade > 0 for grade in question.relevant.values()))
    return TaskSet(kept, tasks.universes)


def as_jsonl(tasks: TaskSet) -> bytes:
    """The questions as ``evaluate --tasks`` reads them, one JSON object a line; UTF-8."""
    lines = (question.model_dump_json(exclude_defaults=True).translate(LINE_ENDS) for question in tasks.questions)
    return "".join(line + "\n" for line in lines).encode()
