"""A knowledge base of eight companies, built once for the tests of the pipeline."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.doubles import CountingEncoder
from tests.support import company, relation, settings_for, write_data


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("pipeline")
    data = write_data(
        folder / "data",
        companies=[
            company(
                "hub",
                "枢纽汽车",
                "Hub Motors",
                description_zh="枢纽汽车制造电动汽车。",
                description_en="Hub Motors builds electric cars.",
            ),
            company("rival", "对手汽车", "Rival Motors", description_en="Rival Motors builds electric cars."),
            company("seller", "电芯工厂", "Cell Works", description_en="Cell Works makes battery cells."),
            company("alone", "孤岛船厂", "Island Shipyard", description_en="Island Shipyard builds electric ferries."),
            company("maker", "同行汽车", "Peer Motors", description_en="Peer Motors builds electric vans."),
            company("acme-1", "顶点", "Acme Ltd", description_en="Acme makes brakes."),
            company("acme-2", "顶点股份有限公司", "ACME Co., Ltd.", description_en="Acme makes brakes for cars."),
            company("hub-again", "枢纽汽车有限公司", "Hub Automobile", description_en="Builds electric cars."),
        ],
        concepts=[{"id": "van", "type": "product", "name_zh": "电动货车", "name_en": "electric vans"}],
        relations=[
            relation("hub", "competitor", "rival", "Hub Motors and Rival Motors compete."),
            relation("seller", "supplies", "hub", "Cell Works supplies cells to Hub Motors."),
            relation("acme-1", "supplies", "hub", "Acme supplies brakes."),
            relation("acme-2", "competitor", "hub", "Acme wants to build cars too.", weight="0.1"),
            relation("hub-again", "partner", "hub", "A duplicate of the same firm."),
            relation("maker", "produces", "van"),
        ],
        passages=[{"id": "p", "language": "en", "title": "Hub Motors", "text": "Hub Motors buys from Cell Works."}],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="session")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


@pytest.fixture
def counting(encoder: Encoder) -> CountingEncoder:
    return CountingEncoder(encoder)


@pytest.fixture
def pipeline(knowledge_base: KnowledgeBase, settings: Settings, counting: CountingEncoder) -> DiscoveryPipeline:
    return DiscoveryPipeline(Base.over(knowledge_base, default_ontology(), settings), encoder=lambda: counting)
