"""The arm of shared industries: for questions for similar companies, by how few companies an industry has."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import ARMS
from core.domain.requests import DiscoveryRequest
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

INDUSTRIES = {"hub": ("cars", "trade"), "rival": ("cars", "trade"), "maker": ("cars",), "shop": ("trade",), "bank": ()}
OTHERS = tuple(f"other{number}" for number in range(6))


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, ontology: Ontology, encoder: Encoder) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("industries")
    named = {**INDUSTRIES, **dict.fromkeys(OTHERS, ("trade",))}
    data = write_data(
        folder / "data",
        companies=[company(each, f"{each}公司", f"{each.title()} Works") for each in named],
        concepts=[{"id": each, "type": "industry", "name_zh": each, "name_en": each} for each in ("cars", "trade")],
        relations=[relation(each, "in_industry", one) for each, own in named.items() for one in own],
    )
    settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def scores(pipeline: DiscoveryPipeline, question: str) -> dict[str, float]:
    found = pipeline.retrieve(DiscoveryRequest(query=question)).found.candidates
    column = found.raw[:, ARMS.index("industry")]
    return {each: round(float(score), 3) for each, score in zip(found.company_ids, column, strict=True) if score > 0}


@pytest.mark.parametrize("question", ["Companies similar to Hub Works", "与hub公司相似的公司"])
def test_shared_industries_count_by_how_few_are_in_them(pipeline: DiscoveryPipeline, question: str) -> None:
    shared = scores(pipeline, question)
    assert shared["rival"] == 1.0
    assert shared["rival"] > shared["maker"] > shared["shop"] > 0.0
    assert "bank" not in shared
    found = pipeline.retrieve(DiscoveryRequest(query=question)).found.candidates
    weights = dict(zip(ARMS, found.adaptive_weights.tolist(), strict=True))
    assert weights["industry"] == pytest.approx(0.2 / 1.2)
    assert sum(weights.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "question", ["Who competes with Hub Works?", "Who supplies Hub Works?", "hub公司的股东", "cars"]
)
def test_other_questions_do_not_ask_for_the_same_industry(pipeline: DiscoveryPipeline, question: str) -> None:
    assert scores(pipeline, question) == {}
    assert (
        pipeline.retrieve(DiscoveryRequest(query=question)).found.candidates.adaptive_weights[ARMS.index("industry")]
        == 0
    )


def test_of_a_company_without_an_industry_the_most_alike_vote(pipeline: DiscoveryPipeline) -> None:
    voted = scores(pipeline, "Which companies are in the same industry as Bank Works?")
    assert set(voted) == ({*INDUSTRIES, *OTHERS} - {"bank"})
    assert max(voted.values()) <= 1.0
    assert scores(pipeline, "Companies similar to Bank Works") == {}


@pytest.mark.parametrize("question", ["lithography companies in the same industry", "光刻 同行业"])
def test_where_a_topic_and_no_company_is_asked_about_nobody_votes(
    sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    understood = sample_pipeline.retrieve(DiscoveryRequest(query=question)).understood
    assert understood.link.outcome == "topic"
    assert understood.ranking_relation is not None
    assert understood.ranking_relation.type == "same_industry"
    assert scores(sample_pipeline, question) == {}
