"""What analysts decided about recommended relations: kept in one SQLite file, and exported.

The file lies beside the knowledge base's versions and in none of them, so that a rebuild leaves it as it is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from core.domain.model_use import Judge
from core.domain.records import MAX_IDENTIFIER
from core.domain.spreadsheet_cells import safe_cell
from core.domain.stored_fields import LINE_ENDS, UtcSeconds, Writable, refuse_half_pairs
from core.errors import GuanxiError
from core.workspace.sqlite_table import SqliteTable

MAX_NOTE = 1000  # characters: with the words before it, an exported note still fits a relation's evidence
_TABLE = """
CREATE TABLE decisions (
    source_id TEXT NOT NULL, target_id TEXT NOT NULL, relation_type TEXT NOT NULL,
    verdict TEXT NOT NULL, relevance REAL, judge TEXT NOT NULL, decided_at TEXT NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY (source_id, target_id, relation_type)
)"""
_ORDER = "ORDER BY decided_at, source_id, target_id, relation_type"
_KEY = "source_id = ? AND target_id = ? AND relation_type = ?"
_COLUMNS = ("source", "type", "target", "verdict", "relevance", "judge", "decided_at", "note")
_RELATION_COLUMNS = ("source", "type", "target", "year", "weight", "evidence_zh", "evidence_en")
_Identifier = Annotated[Writable, StringConstraints(min_length=1, max_length=MAX_IDENTIFIER)]


class DecisionsUnavailableError(GuanxiError):
    """The analysts' decisions cannot be read or written."""


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


_FIELDS = ", ".join(Decision.model_fields)
_INSERT = f"INSERT OR REPLACE INTO decisions ({_FIELDS}) VALUES (:{_FIELDS.replace(', ', ', :')})"  # noqa: S608 - constants


class DecisionStore:
    """The decisions in the file ``path``, which the first one creates. Thread-safe, and shared between processes.

    Every method raises DecisionsUnavailableError if the file cannot be read or written, is damaged, is no file of
    decisions, has a newer format (it is then left as it is), or stays locked by another process for 5 seconds.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._table = SqliteTable(path, _TABLE, self._unavailable)

    @classmethod
    def beside(cls, knowledge_base_folder: Path) -> DecisionStore:
        """The decisions of a knowledge base: beside its versions, so that they survive a rebuild."""
        return cls(knowledge_base_folder / "decisions.sqlite3")

    def decide(self, decision: Decision) -> None:
        """Keep ``decision`` in place of an earlier one with the same key. It is on disk when this returns."""
        self._table.insert(_INSERT, decision.model_dump())

    def withdraw(self, source_id: str, target_id: str, relation_type: str) -> None:
        """Forget the decision with this key, if there is one.

        Raises ValueError for a text with half of a surrogate pair.
        """
        refuse_half_pairs(source_id, target_id, relation_type)
        self._table.delete(f"DELETE FROM decisions WHERE {_KEY}", (source_id, target_id, relation_type))  # noqa: S608 - constants

    def of(self, source_id: str) -> tuple[Decision, ...]:
        """The decisions on relations that lead from ``source_id``, oldest first, then by target and type.

        Raises ValueError for a text with half of a surrogate pair.
        """
        refuse_half_pairs(source_id)
        return self._read("WHERE source_id = ?", (source_id,))

    def all(self) -> tuple[Decision, ...]:
        """Every decision, oldest first, then by source, target and type in the order of their code points."""
        return self._read("", ())

    def _read(self, condition: str, values: tuple[str, ...]) -> tuple[Decision, ...]:
        rows = self._table.select(f"SELECT {_FIELDS} FROM decisions {condition} {_ORDER}", values)  # noqa: S608 - constants
        try:
            return tuple(
                Decision.model_validate(dict(zip(Decision.model_fields, row, strict=True)), strict=True) for row in rows
            )
        except ValidationError as error:  # another program wrote into the file
            fault = error.errors()[0]
            raise self._unavailable(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from error

    def _unavailable(self, detail: str) -> DecisionsUnavailableError:
        return DecisionsUnavailableError(folder=str(self._path.parent), detail=detail)


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
