"""The values of rows as records have them, and what is said of rows whose values are not taken as they are."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.records import MAX_ATTRIBUTE
from core.domain.text import clean_text, holds_invisible
from core.ingestion.cells.optional_values import optional_value
from core.ingestion.cells.stated_facts import StatedFacts
from core.ingestion.reading_progress import RowCount
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord


class RowValues:
    """Reads values of raw records, which ``looked_at`` counts; keeps the problems and repairs of all rows."""

    def __init__(self, looked_at: RowCount) -> None:
        self._looked_at = looked_at
        self.problems: list[RowProblem] = []
        self.repairs: list[RowProblem] = []

    def repaired(self, raw_record: RawRecord, field_name: str, how: str, detail: str = "") -> None:
        """The row comes in, though not as it was given."""
        self.repairs.append(RowProblem(raw_record.file, raw_record.line, field_name, how, detail[:80], repaired=True))

    def counted(self) -> None:
        """One more raw record was looked at."""
        self._looked_at.one_more()

    def of(self, raw_record: RawRecord) -> dict[str, object]:
        """Its values without characters that nobody sees; attributes as records have them."""
        self.counted()
        values = dict(raw_record.values)
        if raw_record.attributes:
            values["attributes"], shortened = raw_record.as_attributes()
            for name in shortened:
                self.repaired(raw_record, name, "was_shortened", str(MAX_ATTRIBUTE))
        for name, value in raw_record.values.items():
            if isinstance(value, str):
                values[name] = clean_text(value)
                if holds_invisible(value):
                    self.repaired(raw_record, name, "was_cleaned")
        return values

    def optional(self, raw_record: RawRecord, name: str, values: Mapping[str, object]) -> str:
        """A year, a day or a share as the gate wants it; empty where the cell holds none: that costs the cell, not the
        row."""
        given = str(values.get(name, ""))
        found, how = optional_value(name, given)
        if how:
            self.repaired(raw_record, name, how, found or given)
        return found

    def with_facts(self, raw_record: RawRecord, values: Mapping[str, object], facts: StatedFacts) -> dict[str, object]:
        """With what is stated, and without what does not fit as that."""
        for name, given in facts.unfit.items():
            self.repaired(raw_record, name, facts.unfit_reason(name), given)
        return facts.put_into(values)
