"""Ordinary lists come in over the sample, and what worked goes on working; out again, everything is as before."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.curation.deleting import delete_source
from core.curation.import_plans import plan_import
from core.curation.importing import ImportCheck, check_import, run_import
from core.curation.open_or_build import open_or_build
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ingestion.checking.import_choices import Choices
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.support import ROOT

LISTS = sorted((ROOT / "tests" / "ordinary_lists").glob("*.csv"), key=lambda file: file.name)
NAMES = [file.name for file in LISTS]

QUESTIONS = (
    "特斯拉的竞争对手有哪些？",
    "Who are Tesla's competitors?",
    "Who supplies NVIDIA?",
    "宁德时代的客户有哪些？",
    "companies like BYD",
    "Samsung",
    "三星的竞争对手",
    "LG",
    "Who supplies Apple?",
    "博世的竞争对手有哪些？",
    "Which companies make EV batteries?",
    "台积电的客户",
    "Who owns Volvo Cars?",
    "Meta's competitors",
    "富士康的客户",
    "HBM的生产商有哪些？",
    "腾讯的竞争对手",
    "Contemporary Amperex Technology",
)
FIELDS = (
    "特斯拉",
    "Tesla, Inc.",
    "TSLA",
    "CATL",
    "300750",
    "Apple",
    "三星",
    "Samsung",
    "BYD",
    "Bosch",
    "NIO",
    "Facebook",
)


@pytest.fixture
def own(sample_pipeline: DiscoveryPipeline, tmp_path: Path) -> Settings:
    """A copy of the sample that a test may change."""
    settings = sample_pipeline.base.settings
    folder = shutil.copytree(settings.knowledge_base_folder, tmp_path / "kb")
    return settings.model_copy(update={"knowledge_base_folder": folder})


def answers(
    base: KnowledgeBase,
    settings: Settings,
    ontology: Ontology,
    encoder: Encoder,
    newcomers: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """Outcome, whom it is about, and the first eight of those that were there, of every question. Eight, and five where
    no relation is asked for: below, where the rest is listed because texts are alike, any new text shifts the scores.
    """
    pipeline = DiscoveryPipeline(Base.over(base, ontology, settings), encoder=lambda: encoder)
    asked = [DiscoveryRequest(query=query) for query in QUESTIONS] + [DiscoveryRequest(company=name) for name in FIELDS]
    found = {}
    for request in asked:
        answer = pipeline.discover(request)
        listed = [each.company_id for each in answer.related_companies if each.company_id not in newcomers]
        first = listed[: 5 if answer.answer.outcome == "open" or not answer.query_companies else 8]
        choices = [each.company_id for each in answer.choices]
        found[request.query or f"field {request.company}"] = (answer.outcome, answer.query_companies, choices, first)
    return found


def said(base: KnowledgeBase) -> dict[str, list[str]]:
    counts = base.manifest.counts
    return {
        "entities": [base.entity_at(row).model_dump_json() for row in range(counts.entities)],
        "relations": [base.relation(row).model_dump_json() for row in range(counts.relations)],
        "counts": [counts.model_dump_json()],
    }


def checked(base: KnowledgeBase, settings: Settings, ontology: Ontology, names: Sequence[str], **choices: Any) -> Any:
    files = [(file.name, file.read_bytes()) for file in LISTS if file.name in names]
    plan = plan_import(files, settings, choices=Choices(**choices))
    return plan, check_import(plan, base, ontology)


@pytest.mark.parametrize(
    "names",
    [pytest.param((name,), id=name, marks=pytest.mark.thorough) for name in NAMES]
    + [pytest.param((*NAMES,), id="all")],
)
def test_what_worked_goes_on_working(
    names: tuple[str, ...], own: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    base = open_or_build(own, ontology).knowledge_base
    before, held = answers(base, own, ontology, encoder), said(base)
    plan, check = checked(base, own, ontology, names)
    imported = run_import(plan, check, own, ontology).knowledge_base
    newcomers = frozenset(each.id for each in check.coming.entities) - {*base.entity_ids}
    after = answers(imported, own, ontology, encoder, newcomers)
    assert after == before
    back = delete_source(check.info.id, own, ontology).knowledge_base
    assert said(back) == held
    assert answers(back, own, ontology, encoder) == before


@pytest.fixture(scope="module")
def base(sample_pipeline: DiscoveryPipeline) -> KnowledgeBase:
    return sample_pipeline.base.knowledge_base


def preview(name: str, base: KnowledgeBase, settings: Settings, ontology: Ontology, **choices: Any) -> ImportCheck:
    check: ImportCheck = checked(base, settings, ontology, [name], **choices)[1]
    return check


UPDATED = {
    "customers_zh.csv": ["tesla", "nio"],
    "suppliers_en.csv": ["bosch", "tsmc"],
    "own_ids.csv": [],
    "tickers_only.csv": ["catl", "byd", "tesla"],
    "tickers_and_names.csv": ["apple", "nvidia", "tencent"],
    "lei.csv": ["tesla", "apple"],
    "opencorporates.csv": ["apple"],
    "former_names.csv": ["meta", "catl"],
    "mixed_script.csv": ["byd", "tsmc", "catl"],
    "duplicates.csv": ["tesla", "tesla", "tesla", "tesla"],
    "products.csv": ["product-ev-battery", "product-hbm"],
    "ambiguous.csv": ["lg-corp", "foxconn"],
}


def test_there_are_twelve_lists() -> None:
    assert sorted(UPDATED) == NAMES
    assert len(NAMES) == 12


@pytest.mark.parametrize("name", NAMES)
def test_a_preview_says_which_companies_its_rows_update(
    name: str, base: KnowledgeBase, sample_settings: Settings, ontology: Ontology
) -> None:
    check = preview(name, base, sample_settings, ontology)
    assert [each.entity_id for each in check.effects.fits] == UPDATED[name]
    said_twice = {each.name for each in check.effects.namesakes}
    assert said_twice == ({"GLOBAL TRADING LIMITED"} if name == "opencorporates.csv" else set())  # in three registers
    alone = preview(name, base, sample_settings, ontology, update_known=False)
    assert alone.effects.fits == ()


def test_companies_of_one_name_in_three_registers_are_three(
    base: KnowledgeBase, sample_settings: Settings, ontology: Ontology
) -> None:
    check = preview("opencorporates.csv", base, sample_settings, ontology)
    assert [each.id for each in check.coming.entities] == ["gb/01234567", "ie/654321", "hk/0998877", "apple"]
    assert check.info.refused == 0
