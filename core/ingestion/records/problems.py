"""What was wrong with a row of a data file: named, counted, and never silently dropped or changed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from core.domain.spreadsheet_cells import safe_cell
from core.messages import Language, translate

FILE_NAME = "problems.json"
_COLUMNS = ("file", "line", "field", "outcome", "reason", "message_zh", "message_en")


@dataclass(frozen=True)
class RowProblem:
    """One row that was refused, or ``repaired``: taken in with a change. ``line`` counts from 1 with the header as
    line 1, as an editor shows it."""

    file: str
    line: int
    field: str
    reason: str  # key below "problem." in the message catalogue
    detail: str = ""
    repaired: bool = False

    def reason_in(self, language: Language) -> str:
        """What was wrong, in words."""
        return translate(f"problem.{self.reason}", language, detail=self.detail)

    def message(self, language: Language) -> str:
        """File, line, field and reason as one sentence."""
        reason = self.reason_in(language)
        key = "problem.row_field" if self.field else "problem.row"
        return translate(key, language, file=self.file, line=self.line, field=self.field, reason=reason)


_PROBLEMS = TypeAdapter(tuple[RowProblem, ...])


def rows_of(problems: Iterable[RowProblem], *, repaired: bool) -> int:
    """How many rows were refused, or how many were repaired and got in."""
    found: dict[bool, set[tuple[str, int]]] = {True: set(), False: set()}
    for each in problems:
        found[each.repaired].add((each.file, each.line))
    return len(found[True] - found[False] if repaired else found[False])


@dataclass(frozen=True)
class RowTold:
    """A row with all that was wrong with it: the fields, and the reasons in one text."""

    file: str
    line: int
    fields: str
    reasons: str


def rows_told(problems: Iterable[RowProblem], language: Language, *, repaired: bool) -> tuple[RowTold, ...]:
    """Every row that was refused once, or every one that was repaired and got in: those that ``rows_of`` counts."""
    of_row: dict[tuple[str, int], list[RowProblem]] = {}
    for each in problems:
        of_row.setdefault((each.file, each.line), []).append(each)
    return tuple(
        _told(file, line, some, language)
        for (file, line), some in of_row.items()
        if all(each.repaired for each in some) == repaired
    )


def row_messages(problems: Iterable[RowProblem], language: Language) -> list[str]:
    """Of every row, in their order, what was wrong with it, in one sentence."""
    of_row: dict[tuple[str, int], list[RowProblem]] = {}
    for each in problems:
        of_row.setdefault((each.file, each.line), []).append(each)
    return [
        some[0].message(language)
        if len(some) == 1
        else translate("problem.row", language, file=file, line=line, reason=_told(file, line, some, language).reasons)
        for (file, line), some in of_row.items()
    ]


def _told(file: str, line: int, problems: Sequence[RowProblem], language: Language) -> RowTold:
    fields = tuple(dict.fromkeys(each.field for each in problems if each.field))
    reasons = dict.fromkeys(
        f"{each.field}: {each.reason_in(language)}" if len(fields) > 1 and each.field else each.reason_in(language)
        for each in problems
    )
    return RowTold(file, line, ", ".join(fields), "; ".join(reasons))


def save_problems(version: Path, problems: tuple[RowProblem, ...]) -> None:
    """Keep them beside the version, or the source, that came to be with them."""
    (version / FILE_NAME).write_bytes(_PROBLEMS.dump_json(problems))


def load_problems(version: Path) -> tuple[RowProblem, ...]:
    """Those of a version or a source; none if it says nothing of them."""
    path = version / FILE_NAME
    return _PROBLEMS.validate_json(path.read_bytes()) if path.is_file() else ()


def report_csv(problems: Sequence[RowProblem]) -> bytes:
    """Every such row with its reason in both languages; with a byte-order mark, so that Excel shows Chinese."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(_COLUMNS)
    writer.writerows([safe_cell(cell) for cell in _cells(each)] for each in problems)
    return buffer.getvalue().encode("utf-8-sig")


def report_json(problems: Sequence[RowProblem]) -> bytes:
    """The same as a list of objects."""
    rows = [dict(zip(_COLUMNS, _cells(each), strict=True)) for each in problems]
    return json.dumps(rows, ensure_ascii=False, indent=2).encode()


def _cells(problem: RowProblem) -> tuple[str, ...]:
    messages = (problem.message("zh"), problem.message("en"))
    outcome = "repaired" if problem.repaired else "refused"
    return (problem.file, str(problem.line), problem.field, outcome, problem.reason, *messages)
