"""What the bundled sample promises: its size, its balance, and how well it is searched."""

from __future__ import annotations

import csv
from collections import Counter
from statistics import fmean

import pytest

from core.defaults import default_fusion
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import ARMS
from core.domain.requests import DiscoveryRequest
from core.evaluation.experiment import evaluate
from core.evaluation.tasks import read_questions, read_task_set
from core.evaluation.variants import default_variants
from core.ontology import default_ontology
from tests.support import ROOT


def rows(name: str) -> list[dict[str, str]]:
    with (ROOT / "data" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_row_of_the_sample_is_loaded(sample_pipeline: DiscoveryPipeline) -> None:
    counts = sample_pipeline.base.knowledge_base.manifest.counts
    assert counts.skipped_rows == 0
    assert counts.companies == len(rows("companies.csv"))
    assert counts.relations == len(rows("relations.csv"))


def test_the_sample_is_large_and_balanced_enough() -> None:
    companies, relations, passages = rows("companies.csv"), rows("relations.csv"), rows("passages.csv")
    assert len(companies) >= 200
    assert 0.4 < sum(row["country"] == "CN" for row in companies) / len(companies) < 0.6
    assert len(relations) >= 1200
    assert len(Counter(row["type"] for row in relations)) >= 10
    assert len(passages) >= 450
    assert 0.4 < sum(row["language"] == "zh" for row in passages) / len(passages) < 0.6
    assert len({row["source_kind"] for row in passages}) >= 3


def test_every_company_and_relation_is_described_in_both_languages() -> None:
    assert all(row["description_zh"] and row["description_en"] for row in rows("companies.csv"))
    assert all(row["evidence_zh"] and row["evidence_en"] for row in rows("relations.csv"))


def test_the_questions_cover_languages_and_relations() -> None:
    questions = read_questions(ROOT / "data" / "questions.jsonl")
    assert len(questions) >= 80
    assert min(Counter(question.language for question in questions).values()) >= 40
    asked = {row["type"] for row in rows("relations.csv")}
    assert asked <= {question.relation for question in questions}
    assert asked <= set(default_ontology().types)


@pytest.fixture(scope="module")
def ndcg(sample_pipeline: DiscoveryPipeline) -> dict[str, float]:
    tasks = read_task_set([ROOT / "data" / "questions.jsonl"])
    settings = sample_pipeline.base.settings
    results = evaluate(sample_pipeline, tasks, default_variants(default_fusion(settings), settings))
    return {name: fmean(score.metrics["nDCG@10"] for score in scores) for name, scores in results.items()}


def test_the_hybrid_reaches_its_figure(ndcg: dict[str, float]) -> None:
    assert ndcg["hybrid"] >= 0.60


@pytest.mark.parametrize("part", ["vector side only", *(f"{arm} only" for arm in ARMS)])
def test_the_hybrid_beats_each_of_its_parts(ndcg: dict[str, float], part: str) -> None:
    assert ndcg["hybrid"] > ndcg[part]


@pytest.mark.parametrize(
    ("name", "company"),
    [("トヨタ自動車", "toyota"), ("日産自動車", "nissan"), ("デンソー", "denso"), ("ソニーグループ", "sony")],
)
def test_japanese_companies_are_found_by_their_japanese_names(
    sample_pipeline: DiscoveryPipeline, name: str, company: str
) -> None:
    assert sample_pipeline.discover(DiscoveryRequest(query=name, language="en")).query_companies == (company,)
