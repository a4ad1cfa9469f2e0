"""Which pairs of names in a file are of one company."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from pydantic import Field

from core.curation.same_companies import DEFAULT_MIN_SCORE
from core.entity_resolution.name_pairs import pair_score
from core.errors import DataUnreadableError
from core.operations.context import Context
from core.operations.given_files import read_given
from core.operations.operation import Input, Output, operation, shown_as

_COLUMNS = ("name1", "name2")


class NamePairsRequest(Input):
    """The file with the pairs."""

    pairs: Path = Field(
        description="Score the pairs of names of a CSV file with the columns name1 and name2.",
        json_schema_extra=shown_as("FILE"),
    )


class NamePair(Output):
    """Two names, how likely they are of one company, and whether that reaches what is proposed by default."""

    name1: str
    name2: str
    score: float = Field(ge=0.0, le=1.0)
    same: bool


class NamePairsAnswer(Output):
    """The pairs in the order of the file."""

    pairs: tuple[NamePair, ...]


@operation(
    title="Whether pairs of names are of one company",
    examples={"zh": {"pairs": "名称.csv"}, "en": {"pairs": "pairs.csv"}},
    errors=(DataUnreadableError,),
    command_only=True,
)
def compare_names(context: Context, asked: NamePairsRequest) -> NamePairsAnswer:  # noqa: ARG001 - all operations take it
    """Score pairs of names by the names alone, whatever the knowledge base holds."""
    return NamePairsAnswer(pairs=tuple(_scored(*names) for names in _read(asked.pairs)))


def _scored(first: str, second: str) -> NamePair:
    score = pair_score(first, second)
    return NamePair(name1=first, name2=second, score=score, same=score >= DEFAULT_MIN_SCORE)


def _read(file: Path) -> list[tuple[str, str]]:
    """The pairs of names. Raises DataUnreadableError for what is no CSV file in UTF-8 with both columns."""
    try:
        rows = list(csv.DictReader(io.StringIO(read_given(file).decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataUnreadableError(file=str(file), detail=str(error)) from error
    for number, row in enumerate(rows, start=2):
        if any(row.get(column) is None for column in _COLUMNS):
            raise DataUnreadableError(file=str(file), detail=f"line {number}: {', '.join(_COLUMNS)}")
    return [(row["name1"], row["name2"]) for row in rows]


def as_csv(found: NamePairsAnswer) -> str:
    """The pairs as CSV with a head: name1, name2, score and same, true or false."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow((*_COLUMNS, "score", "same"))
    writer.writerows((each.name1, each.name2, f"{each.score:.4f}", str(each.same).lower()) for each in found.pairs)
    return written.getvalue().removesuffix("\n")
