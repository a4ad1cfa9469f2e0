"""What began or ended last of what is recorded of a company, and which documents say so."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from core.dossier.changes import latest_changes
from core.dossier.cited_documents import CitedDocument
from core.dossier.profile import EntityProfile, entity_profile
from core.ontology import Ontology
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.imports import opened
from tests.support import company, dated, relation, settings_for, write_data

NEXT_YEAR = (date.today() + timedelta(days=400)).isoformat()
SUPPLIERS = ("plain", "begun", "month", "ended", "undated_end", "to_begin", "to_end", "planned", "denied", "reported")


@pytest.fixture
def base(tmp_path: Path, encoder: Encoder) -> KnowledgeBase:
    """A hub with a supplier for each way in which a relation is dated, and eight older ones."""
    older = [f"older{number}" for number in range(8)]
    folder = write_data(
        tmp_path / "data",
        companies=[company(each, each.title(), each.title()) for each in ("hub", "lone", *SUPPLIERS, *older)],
        relations=[
            relation("plain", "supplies", "hub"),
            dated("begun", "supplies", "hub", start="2021", source_id="report"),
            dated("month", "supplies", "hub", start="2021-03", source_id="report"),
            dated("ended", "supplies", "hub", start="2010", end="2023-05-31", source_id="known"),
            dated("undated_end", "supplies", "hub", start="2019", status="ended"),
            dated("to_begin", "supplies", "hub", start=NEXT_YEAR),
            dated("to_end", "supplies", "hub", start="2020", end=NEXT_YEAR),
            dated("planned", "supplies", "hub", start="2022", status="planned"),
            dated("denied", "supplies", "hub", start="2022", status="denied"),
            dated("reported", "supplies", "hub", start="2024", status="reported"),
            *[relation(each, "supplies", "hub", year=str(2000 + number)) for number, each in enumerate(older)],
        ],
    )
    (folder / "sources.csv").write_text(
        "id,title,publisher,url,date,kind\n"
        "report,Annual report,Hub,https://example.com/report,2025-03,filing\n"
        "known,Generally known,,,2025,General Knowledge\n",
        encoding="utf-8",
    )
    settings = settings_for(folder, tmp_path / "kb")
    build_and_open(settings, encoder)
    return opened(settings)


def profile(base: KnowledgeBase, ontology: Ontology, entity: str) -> EntityProfile:
    return entity_profile(base, ontology, entity)


def test_the_latest_changes_come_first_and_plans_are_none(base: KnowledgeBase, ontology: Ontology) -> None:
    changes = profile(base, ontology, "hub").changes
    assert [(each.neighbour.entity_id, each.date, each.event) for each in changes] == [
        ("reported", "2024", "began"),
        ("ended", "2023-05-31", "ended"),
        ("month", "2021-03", "began"),
        ("begun", "2021", "began"),
        ("to_end", "2020", "began"),
        ("older7", "2007", "began"),
    ]
    assert [each.label_en for each in changes[:3]] == [
        "is supplied by (only reported)",
        "is supplied by",
        "is supplied by",
    ]
    assert changes[0].tense == "reported" and changes[1].tense == "past"


def test_what_is_only_known_as_of_a_date_fills_up_what_changed(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    folder = write_data(
        tmp_path / "data",
        companies=[company(each, each.title(), each.title()) for each in ("hub", "a", "b", "c", "d")],
        relations=[
            dated("a", "shareholder_of", "hub", as_of="2025-06-30", share_low="12.5", share_high="12.5"),
            dated("b", "shareholder_of", "hub", start="2021", as_of="2025", share_low="30", share_high=""),
            dated("c", "supplies", "hub", as_of="2024", status="reported"),
            dated("d", "supplies", "hub", as_of="2026", status="planned"),
        ],
    )
    settings = settings_for(folder, tmp_path / "kb")
    build_and_open(settings, encoder)
    base = opened(settings)
    node = base.node_of["hub"]
    changes = latest_changes(base, ontology, node, limit=6)
    assert [(each.neighbour.entity_id, each.date, each.event) for each in changes] == [
        ("a", "2025-06-30", "known"),
        ("c", "2024", "known"),
        ("b", "2021", "began"),
    ]
    shares = [each.neighbour.recorded and each.neighbour.recorded.share_low for each in changes]
    assert shares == [12.5, None, 30.0]
    assert [each.neighbour.entity_id for each in latest_changes(base, ontology, node, limit=2)] == ["a", "b"]
    assert [each.neighbour.entity_id for each in latest_changes(base, ontology, node, limit=1)] == ["b"]


def test_it_reads_from_the_other_end_as_well(base: KnowledgeBase, ontology: Ontology) -> None:
    (change,) = profile(base, ontology, "ended").changes
    assert (change.neighbour.entity_id, change.forward, change.label_en) == ("hub", True, "supplies")


def test_documents_are_counted_and_general_knowledge_comes_last(base: KnowledgeBase, ontology: Ontology) -> None:
    files, report, known = profile(base, ontology, "hub").documents
    assert files == CitedDocument(title="relations.csv", relations=15)
    assert report == CitedDocument(
        title="Annual report", publisher="Hub", date="2025-03", url="https://example.com/report", relations=2
    )
    assert known == CitedDocument(title="Generally known", date="2025", general_knowledge=True, relations=1)


def test_who_relates_to_nobody_has_neither(base: KnowledgeBase, ontology: Ontology) -> None:
    found = profile(base, ontology, "lone")
    assert found.changes == found.documents == ()
