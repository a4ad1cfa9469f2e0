"""The values of rows as records have them, and what is said of rows whose values are not taken as they are."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.records import MAX_ATTRIBUTE
from core.domain.text import clean_text, holds_invisible
from core.ingestion.drafts import Draft
from core.ingestion.optional_values import optional_value
from core.ingestion.problems import RowProblem
from core.ingestion.reading_progress import RowCount
from core.ingestion.stated_facts import StatedFacts


class RowValues:
    """Reads values of drafts, which ``looked_at`` counts; keeps the problems and repairs of all rows."""

    def __init__(self, looked_at: RowCount) -> None:
        self._looked_at = looked_at
        self.problems: list[RowProblem] = []
        self.repairs: list[RowProblem] = []

    def repaired(self, draft: Draft, field_name: str, how: str, detail: str = "") -> None:
        """The row comes in, though not as it was given."""
        self.repairs.append(RowProblem(draft.file, draft.line, field_name, how, detail[:80], repaired=True))

    def counted(self) -> None:
        """One more draft was looked at."""
        self._looked_at.one_more()

    def of(self, draft: Draft) -> dict[str, object]:
        """Its values without characters that nobody sees; attributes as records have them."""
        self.counted()
        values = dict(draft.values)
        if draft.attributes:
            values["attributes"], shortened = draft.as_attributes()
            for name in shortened:
                self.repaired(draft, name, "was_shortened", str(MAX_ATTRIBUTE))
        for name, value in draft.values.items():
            if isinstance(value, str):
                values[name] = clean_text(value)
                if holds_invisible(value):
                    self.repaired(draft, name, "was_cleaned")
        return values

    def optional(self, draft: Draft, name: str, values: Mapping[str, object]) -> str:
        """A year, a day or a share as the gate wants it; empty where the cell holds none: that costs the cell, not the
        row."""
        given = str(values.get(name, ""))
        found, how = optional_value(name, given)
        if how:
            self.repaired(draft, name, how, found or given)
        return found

    def with_facts(self, draft: Draft, values: Mapping[str, object], facts: StatedFacts) -> dict[str, object]:
        """With what is stated, and without what does not fit as that."""
        for name, given in facts.unfit.items():
            self.repaired(draft, name, "unknown_status" if name == "status" else "kept_apart", given)
        return facts.put_into(values)
