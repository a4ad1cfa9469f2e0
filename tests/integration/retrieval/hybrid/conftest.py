"""Five companies and a retriever over them, built once for the tests of the hybrid."""

from __future__ import annotations

import pytest

from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.integration.retrieval.hybrid.bench import Bench
from tests.support import company, relation, settings_for, write_data


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("hybrid")
    data = write_data(
        folder / "data",
        companies=[
            company("hub", "枢纽公司", "Hub Motors", description_en="Builds electric cars."),
            company("rival", "对手公司", "Rival Motors", description_en="Builds electric cars."),
            company("seller", "电芯公司", "Cell Works", description_en="Makes battery cells."),
            company("maker", "同行公司", "Peer Motors", description_en="Builds electric vans."),
            company("bank", "储蓄银行", "Savings Bank", description_en="Lends money."),
        ],
        concepts=[{"id": "car", "type": "product", "name_zh": "电动车", "name_en": "electric cars"}],
        relations=[
            relation("hub", "competitor", "rival", "Hub Motors and Rival Motors compete."),
            relation("seller", "supplies", "hub", "Cell Works supplies battery cells to Hub Motors."),
            relation("hub", "produces", "car"),
            relation("maker", "produces", "car"),
            relation("bank", "shareholder_of", "rival", "Savings Bank holds shares in Rival Motors."),
        ],
        passages=[{"id": "p", "language": "en", "title": "Hub Motors", "text": "Hub Motors buys from Cell Works."}],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="session")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


@pytest.fixture
def bench(knowledge_base: KnowledgeBase, ontology: Ontology, settings: Settings, encoder: Encoder) -> Bench:
    return Bench(knowledge_base, ontology, settings, encoder)
