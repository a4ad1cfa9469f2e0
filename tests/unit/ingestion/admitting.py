"""Records-to-be that are let in beside a company that is there, and what was said of them."""

from __future__ import annotations

from typing import Any

from core.domain.records import Entity
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.checking.validation import validate
from core.ingestion.records.raw_records import RawRecord
from core.ontology import default_ontology

ONTOLOGY = default_ontology()

KNOWN = Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL", tickers=("300750.SZ",))


def entity(**values: Any) -> RawRecord:
    return RawRecord("entity", "f.csv", 2, values)


def relation(source: str, label: str, target: str, **values: Any) -> RawRecord:
    return RawRecord("relation", "f.csv", 3, {"source": source, "label": label, "target": target, **values})


def passage(text: str, **values: Any) -> RawRecord:
    return RawRecord("passage", "f.csv", 4, {"text": text, **values})


def valid(*raw_records: RawRecord, **choices: Any) -> ValidatedRecords:
    return validate(raw_records, ONTOLOGY, Choices(**choices), (KNOWN,))


def repairs(found: ValidatedRecords) -> list[tuple[int, str, str, str]]:
    assert all(each.repaired for each in found.repairs)
    return [(each.line, each.field, each.reason, each.detail) for each in found.repairs]


def reasons(found: ValidatedRecords) -> list[tuple[str, str, str]]:
    return [(each.field, each.reason, each.detail) for each in found.data.problems]
