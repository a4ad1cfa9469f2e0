"""What people decided about relations read from texts: one by one, for a whole source, and from which confidence on a
type is proposed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from core.domain.read_relations import TextReview, Verdict
from core.workspace.parts import Part, Row, insert, value_part
from core.workspace.workspace import Workspace


def _read(row: Row) -> TextReview:
    told = {name: value for name, value in row.items() if name != "proposal_id"}
    parsed = {name: json.loads(str(told.get(name))) for name in ("read", "stated")}
    return TextReview.model_validate(told | parsed)


TEXT_REVIEWS = Part("text_reviews", _read, order="rowid")


class ReadingRule(BaseModel):
    """What is decided of every relation of a type that is read from the texts of a source. ``source``: an imported
    source by its id, empty for the data folder."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    relation_type: str
    verdict: Verdict


_RULES = TypeAdapter(tuple[ReadingRule, ...])
_THRESHOLDS = TypeAdapter(dict[str, Annotated[float, Field(ge=0.0, le=1.01)]])  # just above 1: nothing
READING_RULES = value_part("reading_rules", _RULES.validate_json)
READING_THRESHOLDS = value_part("reading_thresholds", _THRESHOLDS.validate_json)


class TextReviewStore:
    """The decisions below a knowledge base folder. Raises WorkspaceUnavailableError as the workspace does."""

    def __init__(self, folder: Path) -> None:
        self._workspace = Workspace.beside(folder)

    def all(self) -> tuple[TextReview, ...]:
        """Every decision, in the order in which they were made."""
        return self._workspace.rows(TEXT_REVIEWS)

    def keep(self, reviews: Iterable[TextReview]) -> None:
        """Keep decisions, each in place of an earlier one about the same words; all or none."""
        with self._workspace.change(TEXT_REVIEWS) as database:
            for each in reviews:
                row = each.model_dump(mode="json", include={"verdict", "decided_by", "decided_at"})
                told = {"read": each.read.model_dump_json(), "stated": each.stated.model_dump_json()}
                insert(database, TEXT_REVIEWS, {"proposal_id": each.read.id, **row, **told})

    def forget(self, proposal_ids: Sequence[str]) -> None:
        """Forget what was decided of these, all or none: they are proposed again."""
        with self._workspace.change(TEXT_REVIEWS) as database:
            for each in proposal_ids:
                database.execute("DELETE FROM text_reviews WHERE proposal_id = ?", (each,))


def reading_rules(folder: Path) -> tuple[ReadingRule, ...]:
    """What holds for whole sources, in the order in which it was said. Raises WorkspaceUnavailableError."""
    return Workspace.beside(folder).value(READING_RULES) or ()


def save_reading_rules(folder: Path, rules: Sequence[ReadingRule]) -> None:
    """Keep these rules in place of those before."""
    Workspace.beside(folder).put(READING_RULES, _RULES.dump_json(tuple(rules)).decode())


def reading_thresholds(folder: Path) -> dict[str, float]:
    """Language and type, as in ``en acquired`` → confidence from which it is proposed, where a person confirmed one.
    Raises WorkspaceUnavailableError."""
    return Workspace.beside(folder).value(READING_THRESHOLDS) or {}


def save_reading_thresholds(folder: Path, thresholds: Mapping[str, float]) -> None:
    """Keep these in place of those before."""
    Workspace.beside(folder).put(READING_THRESHOLDS, json.dumps(dict(sorted(thresholds.items()))))
