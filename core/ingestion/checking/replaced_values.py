"""What a row says otherwise than one before it about the same company: the later value counts, the other is named."""

from __future__ import annotations

from core.domain.records import Entity
from core.ingestion.records.merging import OPEN_FIELDS
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord
from core.names.territories import same_country


def replaced_values(raw_record: RawRecord, before: Entity, later: Entity) -> list[RowProblem]:
    """Of every field or attribute that both fill differently, both of its values; ``raw_record``: the later row."""
    pairs = [(field, str(getattr(before, field) or ""), str(getattr(later, field) or "")) for field in OPEN_FIELDS]
    said = {each.name: each.value for each in before.attributes}
    pairs += [(name, said.get(name, ""), value) for name, value in later.attributes]
    return [
        RowProblem(raw_record.file, raw_record.line, name, "was_replaced", f"{old[:40]} → {new[:40]}", repaired=True)
        for name, old, new in pairs
        if old and new and old != new and not (name == "country" and same_country(old, new))
    ]
