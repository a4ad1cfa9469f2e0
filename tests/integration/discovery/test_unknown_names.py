"""A question that is nothing but the name of a company that is not here: whoever's text holds it comes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings
from core.ingestion.building.build import build_knowledge_base
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.support import company, relation, settings_for, write_data

ADAPTIVE = FusionSettings(mode=FusionMode.ADAPTIVE)
_RENAMED_EN = (
    "Makes cables. The company was formerly known as Shenzhen Zenith Widget Co., Ltd. and was renamed in 2014."
)
_RENAMED_ZH = "生产电缆。公司原名深圳市天顶器件有限公司，2014年更名。"


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("unknown_names")
    others = [
        company(
            f"c{number}",
            f"华光{number}",
            f"Huaguang {number}",
            description_en="An electronics maker in Shenzhen.",
            description_zh="深圳的一家电子企业。",
        )
        for number in range(15)
    ]
    write_data(
        folder / "data",
        companies=[
            company("renamed", "远线", "Yuanxian", description_en=_RENAMED_EN, description_zh=_RENAMED_ZH),
            *others,
        ],
        concepts=[{"id": "shenzhen", "type": "place", "name_zh": "深圳", "name_en": "Shenzhen"}],
        relations=[relation(f"c{number}", "located_in", "shenzhen") for number in range(15)],
    )
    settings = settings_for(folder / "data", folder / "base")
    build_knowledge_base(settings, encoder, ontology)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(opened, ontology, settings), encoder=lambda: encoder)


@pytest.mark.parametrize("name", ["Shenzhen Zenith Widget Co., Ltd", "深圳市天顶器件有限公司"])
def test_the_text_that_holds_the_name_comes_before_the_companies_of_the_place(
    pipeline: DiscoveryPipeline, name: str
) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query=name, fusion=ADAPTIVE))
    assert discovery.query_companies == ()
    assert discovery.related_companies[0].company_id == "renamed"


def test_only_searches_for_words_count(pipeline: DiscoveryPipeline) -> None:
    found = pipeline.discover(DiscoveryRequest(query="Shenzhen Zenith Widget Co., Ltd", fusion=ADAPTIVE))
    weights = {part.arm: part.weight for part in found.related_companies[0].parts}
    assert weights.pop("keyword") + weights.pop("words") == pytest.approx(1.0)
    assert not any(weights.values())


def test_a_place_by_itself_is_still_asked_about(pipeline: DiscoveryPipeline) -> None:
    assert pipeline.discover(DiscoveryRequest(query="Companies in Shenzhen")).query_companies == ("shenzhen",)
