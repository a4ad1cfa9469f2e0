"""What was wrong with a row of a data file: named, counted, and never silently dropped."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from core.messages import Language, translate

FILE_NAME = "problems.json"


@dataclass(frozen=True)
class RowProblem:
    """One refused row. ``line`` counts from 1 with the header as line 1, as an editor shows it."""

    file: str
    line: int
    field: str
    reason: str  # key below "problem." in the message catalogue
    detail: str = ""

    def message(self, language: Language) -> str:
        """File, line, field and reason as one sentence."""
        reason = translate(f"problem.{self.reason}", language, detail=self.detail)
        key = "problem.row_field" if self.field else "problem.row"
        return translate(key, language, file=self.file, line=self.line, field=self.field, reason=reason)


_PROBLEMS = TypeAdapter(tuple[RowProblem, ...])


def save_problems(version: Path, problems: tuple[RowProblem, ...]) -> None:
    """Keep the refused rows beside the version that was built without them."""
    (version / FILE_NAME).write_bytes(_PROBLEMS.dump_json(problems))


def load_problems(version: Path) -> tuple[RowProblem, ...]:
    """The rows that this version was built without; none if it says nothing of them."""
    path = version / FILE_NAME
    return _PROBLEMS.validate_json(path.read_bytes()) if path.is_file() else ()
