"""Thumbs up and down of people on results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

from core.domain.records import MAX_IDENTIFIER
from core.domain.stored_fields import UtcSeconds, Writable, now_in_seconds, refuse_half_pairs
from core.messages import Language
from core.workspace.parts import Part
from core.workspace.workspace import Workspace

MAX_QUESTION = 2000
Thumb = Literal["up", "down"]
_Asked = Annotated[Writable, StringConstraints(max_length=MAX_QUESTION)]


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


JUDGEMENTS = Part("judgements", lambda row: Judgement(**row), order="company, query, result_id")


def judged_now(company: str, query: str, result_id: str, thumb: Thumb, language: Language) -> Judgement:
    """A thumb given this second. Raises ValueError as Judgement does."""
    return Judgement(
        company=company, query=query, result_id=result_id, thumb=thumb, language=language, judged_at=now_in_seconds()
    )


class JudgementStore:
    """The thumbs of the knowledge base in ``folder``. Raises WorkspaceUnavailableError as the workspace does."""

    def __init__(self, folder: Path) -> None:
        self._workspace = Workspace.beside(folder)

    def judge(self, judgement: Judgement) -> None:
        """Keep ``judgement`` in place of an earlier one with the same key. It is on disk when this returns."""
        self._workspace.insert(JUDGEMENTS, judgement.model_dump())

    def withdraw(self, company: str, query: str, result_id: str) -> None:
        """Forget the thumb with this key, if there is one. Raises ValueError for half of a surrogate pair."""
        key = (company, query, result_id)
        refuse_half_pairs(*key)
        self._workspace.delete(JUDGEMENTS, "WHERE company = ? AND query = ? AND result_id = ?", key)

    def of(self, company: str, query: str) -> dict[str, Thumb]:
        """The thumbs on the results of one question, by result. Raises ValueError for half of a surrogate pair."""
        refuse_half_pairs(company, query)
        found = self._workspace.rows(JUDGEMENTS, "WHERE company = ? AND query = ?", (company, query))
        return {judgement.result_id: judgement.thumb for judgement in found}

    def all(self) -> tuple[Judgement, ...]:
        """Every thumb, by question, then by result."""
        return self._workspace.rows(JUDGEMENTS)
