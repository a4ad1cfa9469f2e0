"""Texts that were imported unread, all read at once: what they state waits, or is served where settings decide it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import rebuild
from core.curation.reading_imports import read_everything
from core.curation.review_queue import queue
from core.curation.text_reading import texts_to_read
from core.ingestion.progress import BuildProgress
from core.ontology import Ontology
from core.retrieval.base import Base
from tests.support import company, settings_for, write_data

FILES = [("deal.txt", b"Geely acquired Volvo Cars in 2010."), ("new.txt", b"Tesla acquired Maxwell Widgets Inc.")]


@pytest.fixture
def unread(tmp_path: Path, ontology: Ontology) -> Base:
    companies = [company("geely", "吉利", "Geely"), company("volvo", "沃尔沃汽车", "Volvo Cars"), company("Tesla")]
    settings = settings_for(write_data(tmp_path / "data", companies=companies), tmp_path / "knowledge_base")
    plan, opened = plan_import(FILES, settings), rebuild(settings, ontology).knowledge_base
    check = check_import(plan, opened, ontology)
    started = run_import(plan, check, settings, ontology, read_relations=False)
    return Base.over(started.knowledge_base, ontology, settings)


def test_what_the_texts_state_waits_and_the_same_version_stays_open(unread: Base, ontology: Ontology) -> None:
    assert (texts_to_read(unread), queue(unread).open) == (len(FILES), ())
    told: list[BuildProgress] = []
    started = read_everything(unread, unread.settings, ontology, told.append)
    assert started.knowledge_base is unread.knowledge_base
    assert texts_to_read(unread) == 0
    assert {each.stated.target.name for each in queue(unread).open} == {"Volvo Cars", "Maxwell Widgets Inc."}
    assert {each.stage for each in told} == {"texts"}
    assert (told[-1].done, told[-1].total) == (len(FILES), len(FILES))


def test_what_settings_decide_is_in_the_version_that_is_served(unread: Base, ontology: Ontology) -> None:
    admitting = unread.with_settings(unread.settings.model_copy(update={"reading_admit_from": 0.5}))
    served = read_everything(admitting, admitting.settings, ontology).knowledge_base
    recorded = [served.relation(row) for row in range(served.manifest.counts.relations)]
    assert [(each.source, each.type, each.target) for each in recorded] == [("geely", "acquired", "volvo")]
