"""Decisions of analysts about recommended relations: stored in the workspace, and exported."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from core.domain.model_use import Judge
from core.domain.records import MAX_IDENTIFIER
from core.domain.spreadsheet_cells import safe_cell
from core.domain.stored_fields import LINE_ENDS, UtcSeconds, Writable, refuse_half_pairs
from core.workspace.parts import Part
from core.workspace.workspace import Workspace

MAX_NOTE = 1000  # characters: with the words before it, an exported note still fits a relation's evidence
_COLUMNS = ("source", "type", "target", "verdict", "relevance", "judge", "decided_at", "note")
_RELATION_COLUMNS = ("source", "type", "target", "year", "weight", "evidence_zh", "evidence_en")
_Identifier = Annotated[Writable, StringConstraints(min_length=1, max_length=MAX_IDENTIFIER)]


class Decision(BaseModel):
    """One verdict on the relation of ``relation_type`` that leads from ``source_id`` to ``target_id``.

    Both ids and the type are kept as given, 1 to 200 characters each, and together are the key. ``relevance`` is in
    [0, 1], None where none was given. ``judge``: who recommended the relation. ``decided_at`` is UTC in whole seconds,
    ``2025-01-31T09:30:00+00:00``. ``note`` has at most 1000 characters. Raises ValueError for anything else, and for
    texts with half of a surrogate pair, which no file can hold.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source_id: _Identifier
    target_id: _Identifier
    relation_type: _Identifier
    verdict: Literal["accepted", "rejected"]
    relevance: float | None = Field(ge=0.0, le=1.0, allow_inf_nan=False)
    judge: Judge
    decided_at: UtcSeconds
    note: Writable = Field("", max_length=MAX_NOTE)


DECISIONS = Part(
    "decisions",
    lambda row: Decision.model_validate(row, strict=True),
    order="decided_at, source_id, target_id, relation_type",
)


class DecisionStore:
    """The decisions in a workspace. Raises WorkspaceUnavailableError as that does."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    @classmethod
    def beside(cls, knowledge_base_folder: Path) -> DecisionStore:
        """The decisions of a knowledge base."""
        return cls(Workspace.beside(knowledge_base_folder))

    def decide(self, decision: Decision) -> None:
        """Keep ``decision`` in place of an earlier one with the same key. It is on disk when this returns."""
        self._workspace.insert(DECISIONS, decision.model_dump())

    def withdraw(self, source_id: str, target_id: str, relation_type: str) -> None:
        """Forget the decision with this key, if there is one.

        Raises ValueError for a text with half of a surrogate pair.
        """
        refuse_half_pairs(source_id, target_id, relation_type)
        condition = "WHERE source_id = ? AND target_id = ? AND relation_type = ?"
        self._workspace.delete(DECISIONS, condition, (source_id, target_id, relation_type))

    def of(self, source_id: str) -> tuple[Decision, ...]:
        """The decisions on relations that lead from ``source_id``, oldest first, then by target and type.

        Raises ValueError for a text with half of a surrogate pair.
        """
        refuse_half_pairs(source_id)
        return self._workspace.rows(DECISIONS, "WHERE source_id = ?", (source_id,))

    def all(self) -> tuple[Decision, ...]:
        """Every decision, oldest first, then by source, target and type in the order of their code points."""
        return self._workspace.rows(DECISIONS)


def as_csv(decisions: Iterable[Decision]) -> bytes:
    """One row per decision for spreadsheets, formulas made harmless; UTF-8 with a byte-order mark."""
    return _csv(
        _COLUMNS,
        (
            (
                *map(safe_cell, (decision.source_id, decision.relation_type, decision.target_id)),
                decision.verdict,
                "" if decision.relevance is None else repr(decision.relevance),
                decision.judge,
                decision.decided_at,
                safe_cell(decision.note),
            )
            for decision in decisions
        ),
    )


def as_jsonl(decisions: Iterable[Decision]) -> bytes:
    """One JSON object per line with the fields of Decision, every text exactly as stored; UTF-8."""
    return "".join(decision.model_dump_json().translate(LINE_ENDS) + "\n" for decision in decisions).encode()


def as_relations_csv(decisions: Iterable[Decision]) -> bytes:
    """The accepted relations in the columns of ``data/relations.csv``, to be imported; UTF-8 with a byte-order mark.

    Ids and types stay exactly as stored, for a changed id would name no entity. An import takes the usual weight.
    """
    accepted = (decision for decision in decisions if decision.verdict == "accepted")
    return _csv(
        _RELATION_COLUMNS,
        (
            (
                decision.source_id,
                decision.relation_type,
                decision.target_id,
                "",
                "",
                f"分析师确认：{decision.note}" if decision.note else "分析师确认",
                f"analyst-confirmed: {decision.note}" if decision.note else "analyst-confirmed",
            )
            for decision in accepted
        ),
    )


def _csv(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> bytes:
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(columns)
    writer.writerows(rows)
    return buffer.getvalue().encode("utf-8-sig")
