"""Verdicts on pairs of companies: same or different. Facts are only ever added; of several on a pair the last one
counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from core.domain.records import Identifier
from core.domain.stored_fields import now_in_seconds
from core.errors import RefusedError
from core.workspace.parts import Part, insert
from core.workspace.workspace import Workspace

Saying = Literal["same", "different", "withdrawn"]


class CompanyUnknownError(RefusedError):
    """No company has this id."""


class OneCompanyAlreadyError(RefusedError):
    """Two ids that are to be merged are one company already."""


class Verdict(BaseModel):
    """``same``: ``other`` goes into ``kept``. ``different``: they are two. ``withdrawn``: the verdicts before no longer
    count. ``decided_at`` is UTC in whole seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kept: Identifier
    other: Identifier
    saying: Saying
    decided_at: str

    @model_validator(mode="after")
    def _is_about_two(self) -> Self:
        if self.kept == self.other:
            raise ValueError("a company is the same as itself")
        return self

    @property
    def pair(self) -> frozenset[str]:
        """The two, in no order."""
        return frozenset((self.kept, self.other))


def _numbered(name: str) -> Part[Verdict]:
    return Part(name, lambda row: Verdict(**{key: row[key] for key in row if key != "number"}), order="number")


SAME_COMPANIES = _numbered("same_companies")
COLLECTED_VERDICTS = _numbered("collected_verdicts")
"""Said, and not built into a version yet."""


def verdict(kept: str, other: str, saying: Saying) -> Verdict:
    """Said now. Raises OneCompanyAlreadyError for equal ids, CompanyUnknownError for one that can be no id."""
    if kept == other:
        raise OneCompanyAlreadyError(first=kept, second=other)
    now = now_in_seconds()
    try:
        return Verdict(kept=kept, other=other, saying=saying, decided_at=now)
    except ValidationError as error:
        raise CompanyUnknownError(company=(str(error.errors()[0]["input"])[:80])) from error


@dataclass(frozen=True)
class Said:
    """What counts: ``same`` as (kept, other), ``different`` as pairs in no order."""

    same: tuple[tuple[str, str], ...] = ()
    different: frozenset[frozenset[str]] = frozenset()


def said(facts: Iterable[Verdict]) -> Said:
    """The last word on every pair."""
    last = {fact.pair: fact for fact in facts}
    return Said(
        tuple(sorted((fact.kept, fact.other) for fact in last.values() if fact.saying == "same")),
        frozenset(pair for pair, fact in last.items() if fact.saying == "different"),
    )


def load_verdicts(folder: Path) -> tuple[Verdict, ...]:
    """All facts below a knowledge base folder, in their order. Raises WorkspaceUnavailableError."""
    return Workspace.beside(folder).rows(SAME_COMPANIES)


def add_verdicts(folder: Path, facts: Iterable[Verdict]) -> None:
    """Add ``facts``, all or none. Raises WorkspaceUnavailableError."""
    with Workspace.beside(folder).change(SAME_COMPANIES) as database:
        for fact in facts:
            insert(database, SAME_COMPANIES, fact.model_dump())


def collected_verdicts(folder: Path) -> tuple[Verdict, ...]:
    """What was said and waits to be applied, in its order. Raises WorkspaceUnavailableError."""
    return Workspace.beside(folder).rows(COLLECTED_VERDICTS)


def collect_verdict(folder: Path, fact: Verdict) -> None:
    """Let ``fact`` wait. Raises WorkspaceUnavailableError."""
    Workspace.beside(folder).insert(COLLECTED_VERDICTS, fact.model_dump())


def drop_collected(folder: Path, facts: Iterable[Verdict]) -> None:
    """Of what waits ``facts`` wait no longer, all or none. Raises WorkspaceUnavailableError."""
    with Workspace.beside(folder).change(COLLECTED_VERDICTS) as database:
        for fact in facts:
            database.execute(
                "DELETE FROM collected_verdicts"
                " WHERE kept = :kept AND other = :other AND saying = :saying AND decided_at = :decided_at",
                fact.model_dump(),
            )
