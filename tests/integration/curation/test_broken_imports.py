"""The broken files again, through whole imports: afterwards serves what served before, or that and all that got in."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from core.curation.deleting import delete_source
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.errors import DataUnreadableError
from core.ingestion.building.build import build_knowledge_base
from core.ingestion.checking.import_choices import Choices
from core.ontology import Ontology, default_ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from tests.support import company, relation, settings_for, write_data
from tests.unit.ingestion.formats.test_broken_files import CORPUS

SMALL = [each for each in CORPUS if len(each[2]) < 100_000]
CHOSEN = random.Random(7).sample(SMALL, 60)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Settings:
    folder = tmp_path_factory.mktemp("broken")
    data = write_data(
        folder / "data",
        companies=[company("catl", "宁德时代", "CATL"), company("tesla", "特斯拉", "Tesla")],
        relations=[relation("catl", "supplies", "tesla")],
    )
    made = settings_for(data, folder / "kb")
    build_knowledge_base(made, encoder, default_ontology())
    return made


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def content(base: KnowledgeBase) -> tuple[list[str], list[str], list[str]]:
    counts = base.manifest.counts
    return (
        [base.entity_at(row).model_dump_json() for row in range(counts.entities)],
        [base.relation(row).model_dump_json() for row in range(counts.relations)],
        [base.passage_at(counts.entities + row).model_dump_json() for row in range(counts.passages)],
    )


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below with its size and when it was written."""
    return {str(each): (each.stat().st_size, each.stat().st_mtime_ns) for each in folder.rglob("*") if each.is_file()}


def take_in(name: str, raw: bytes, settings: Settings, ontology: Ontology) -> str:
    """Import what gets in; the id of the source, or nothing where nothing does."""
    before = files(settings.knowledge_base_folder)
    try:
        plan = plan_import([(name, raw)], settings, choices=Choices(create_missing=True))
    except DataUnreadableError:
        assert files(settings.knowledge_base_folder) == before
        return ""
    check = check_import(plan, opened(settings), ontology)
    assert files(settings.knowledge_base_folder) == before
    info = check.info
    if not (info.entities or info.relations or info.passages):
        return ""
    run_import(plan, check, settings, ontology)
    return info.id


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "raw"), [each[1:] for each in CHOSEN], ids=[each[0] for each in CHOSEN])
def test_they_come_in_whole_or_not_at_all(name: str, raw: bytes, settings: Settings, ontology: Ontology) -> None:
    before = content(opened(settings))
    source = take_in(name, raw, settings, ontology)
    if source:
        assert content(opened(settings)) != before
        delete_source(source, settings, ontology)
    assert content(opened(settings)) == before


def test_of_most_something_is_taken_in_or_they_are_refused(settings: Settings, ontology: Ontology) -> None:
    """Four of each outcome in the quick tests."""
    before, outcomes = content(opened(settings)), {True: 0, False: 0}
    for _, name, raw in CHOSEN:
        if min(outcomes.values()) >= 4:
            break
        source = take_in(name, raw, settings, ontology)
        outcomes[bool(source)] += 1
        if source:
            delete_source(source, settings, ontology)
    assert min(outcomes.values()) >= 4
    assert content(opened(settings)) == before
