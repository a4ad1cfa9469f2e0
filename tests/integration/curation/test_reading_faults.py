"""Texts whose proposals cannot be kept, or were kept by another program, and from which confidence on they are made."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import rebuild
from core.curation.review_queue import apply_reviews, decided, keep, queue
from core.curation.text_reading import confirm_threshold, read_texts, texts_to_read, thresholds_in_force
from core.domain.partial_dates import today
from core.domain.results import SourceKind
from core.dossier.source_view import SourceView, source_view
from core.ingestion.reading.kept_proposals import FILE_NAME, ProposalsUnavailableError
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.workspace.text_reviews import TextReviewStore
from tests.support import company, relation, settings_for, write_data
from tests.workspace_damage import RANDOM, damage_part

TEXT = b"Geely acquired Volvo Cars in 2010 for $1.8 billion. Tesla acquired Maxwell Widgets Inc. in 2019."


@pytest.fixture
def settings(tmp_path: Path, ontology: Ontology) -> Settings:
    """Of a knowledge base without texts."""
    companies = [company("geely", "吉利", "Geely"), company("volvo", "沃尔沃汽车", "Volvo Cars"), company("tesla")]
    data = write_data(tmp_path / "data", companies=companies, relations=[relation("tesla", "competitor", "geely")])
    made = settings_for(data, tmp_path / "knowledge_base")
    rebuild(made, ontology)
    return made


def with_the_text(settings: Settings, ontology: Ontology) -> Base:
    plan = plan_import([("news.txt", TEXT)], settings)
    opened = rebuild(settings, ontology).knowledge_base
    started = run_import(plan, check_import(plan, opened, ontology), settings, ontology)
    return Base.over(started.knowledge_base, ontology, settings)


def targets(base: Base) -> set[str]:
    return {each.stated.target.name for each in queue(base).open}


def test_an_import_is_served_where_its_proposals_cannot_be_kept(
    settings: Settings, ontology: Ontology, caplog: pytest.LogCaptureFixture
) -> None:
    """A folder is in the place of the file: as where a disk does not answer, opening it fails."""
    (settings.knowledge_base_folder / FILE_NAME).mkdir()
    base = with_the_text(settings, ontology)
    assert len(base.knowledge_base.passage_ids) > 0
    assert "the texts of an import were not read" in caplog.text
    with pytest.raises(ProposalsUnavailableError, match="unable to open"):
        read_texts(base)


def test_a_proposal_of_another_program_is_left_out(settings: Settings, ontology: Ontology) -> None:
    base = with_the_text(settings, ontology)
    assert targets(base) == {"Volvo Cars", "Maxwell Widgets Inc."}
    with closing(sqlite3.connect(settings.knowledge_base_folder / FILE_NAME)) as database, database:
        database.execute("UPDATE proposals SET content = '{}' WHERE content LIKE '%Maxwell%'")
    assert targets(base) == {"Volvo Cars"}


def test_from_another_confidence_on_texts_are_read_again(settings: Settings, ontology: Ontology) -> None:
    base = with_the_text(settings, ontology)
    assert texts_to_read(base) == 0
    learnt = thresholds_in_force(base)
    confirm_threshold(base, "en acquired", 1.01)
    assert thresholds_in_force(base) == {**learnt, "en acquired": 1.01}
    assert texts_to_read(base) == 1
    read_texts(base)
    assert targets(base) == set()
    confirm_threshold(base, "en acquired", 0.0)
    confirm_threshold(base, "en supplies", 0.5)
    assert thresholds_in_force(base) == {**learnt, "en acquired": 0.0, "en supplies": 0.5}
    read_texts(base)
    assert targets(base) == {"Volvo Cars", "Maxwell Widgets Inc."}


def shown(base: Base, key: str) -> SourceView:
    return source_view(base, SourceKind.RELATION, key, today(), "en", about=())


@pytest.mark.parametrize("damaged", [False, True])
def test_a_recorded_text_is_shown_where_who_accepted_it_is_not_known(
    settings: Settings, ontology: Ontology, damaged: bool
) -> None:
    base = with_the_text(settings, ontology)
    (review,) = decided([each for each in queue(base).open if each.stated.target.name == "Volvo Cars"], "accepted")
    keep([review], settings)
    started = apply_reviews(base, settings, ontology)
    assert started is not None
    served, key = Base.over(started.knowledge_base, ontology, settings), f"text--{review.read.id}"
    assert shown(served, key).read is not None
    if damaged:
        damage_part(settings.knowledge_base_folder, "text_reviews", RANDOM)
    else:
        TextReviewStore(settings.knowledge_base_folder).forget([review.read.id])
    view = shown(served, key)
    assert (view.read, [each.text for each in view.parts if each.cited]) == (None, [review.read.quote])
