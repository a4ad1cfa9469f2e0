"""Peers in an industry that a question names, of a company that is recorded to be in another one only."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings
from core.evaluation.rankings import ranked_companies
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

SHARED = [f"shared{number}" for number in range(20)]
NAMED = [f"named{number}" for number in range(12)]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder = tmp_path_factory.mktemp("industries")
    data = write_data(
        folder / "data",
        companies=[
            company("tongyi", "統一", "Uni", description_zh="統一從事食品製造。", description_en="Uni makes food."),
            *(company(each, description_zh="食品製造商。", description_en="A food maker.") for each in SHARED),
            *(company(each, description_zh="連鎖餐廳。", description_en="A chain of restaurants.") for each in NAMED),
        ],
        concepts=[
            {"id": "food", "type": "industry", "name_zh": "食品製造", "name_en": "food making"},
            {"id": "catering", "type": "industry", "name_zh": "餐飲連鎖", "name_en": "catering chains"},
        ],
        relations=[
            *(relation(each, "in_industry", "food") for each in ("tongyi", *SHARED)),
            *(relation(each, "in_industry", "catering") for each in NAMED),
        ],
    )
    settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


@pytest.mark.parametrize(
    "query",
    [
        "統一在「餐飲連鎖」環節的同業有哪些？",
        "统一在“餐饮连锁”环节的同业有哪些？",
        "与统一同行业的餐饮连锁公司有哪些？",
        "Which companies in catering chains are in the same industry as Uni?",
    ],
)
def test_they_stand_before_those_of_its_own_industry(query: str, pipeline: DiscoveryPipeline) -> None:
    searched = pipeline.retrieve(DiscoveryRequest(company="tongyi", query=query))
    assert searched.understood.ranking_relation is not None
    assert searched.understood.ranking_relation.type == "same_industry"
    listed = ranked_companies(searched, FusionSettings(mode=FusionMode.ADAPTIVE), None)
    assert set(listed[: len(NAMED)]) == set(NAMED)
