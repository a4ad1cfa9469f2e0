"""Records-to-be that are let in beside a company that is there, and what was said of them."""

from __future__ import annotations

from typing import Any

from core.domain.records import Entity
from core.ingestion.admission import admit
from core.ingestion.admitted import Admitted
from core.ingestion.drafts import Draft
from core.ingestion.import_choices import Choices
from core.ontology import default_ontology

ONTOLOGY = default_ontology()

KNOWN = Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL", tickers=("300750.SZ",))


def entity(**values: Any) -> Draft:
    return Draft("entity", "f.csv", 2, values)


def relation(source: str, label: str, target: str, **values: Any) -> Draft:
    return Draft("relation", "f.csv", 3, {"source": source, "label": label, "target": target, **values})


def passage(text: str, **values: Any) -> Draft:
    return Draft("passage", "f.csv", 4, {"text": text, **values})


def admitted(*drafts: Draft, **choices: Any) -> Admitted:
    return admit(drafts, ONTOLOGY, Choices(**choices), (KNOWN,))


def repairs(found: Admitted) -> list[tuple[int, str, str, str]]:
    assert all(each.repaired for each in found.repairs)
    return [(each.line, each.field, each.reason, each.detail) for each in found.repairs]


def reasons(found: Admitted) -> list[tuple[str, str, str]]:
    return [(each.field, each.reason, each.detail) for each in found.data.problems]
