"""Companies of one name count each where legal forms or countries tell them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, settings_for, write_data

NAMES = {
    "gannet-ltd": ("Gannet Marine Ltd", "GB"),
    "gannet-gmbh": ("Gannet Marine GmbH", "DE"),
    "gannet-inc": ("Gannet Marine Inc.", "US"),
    "heron-us": ("Heron", "US"),
    "heron-uk": ("Heron", "UK"),
    "brix": ("Brix Ltd", ""),
    "brix-again": ("Brix Limited", ""),
    "group": ("Gannet Group plc", "GB"),
}


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("forms")
    companies = [{**company(each, name, name), "country": country} for each, (name, country) in NAMES.items()]
    rows = [dated(each, "subsidiary_of", "group", share_low="100") for each in NAMES if each != "group"]
    settings = settings_for(write_data(folder / "data", companies=companies, relations=rows), folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many subsidiaries does Gannet Group have?", 6),  # Brix Ltd and Brix Limited may be one
        ("German subsidiaries of Gannet Group", 1),
        ("companies wholly owned by Gannet Group", 6),
    ],
)
def test_each_counts(pipeline: DiscoveryPipeline, question: str, count: int) -> None:
    answer = pipeline.discover(DiscoveryRequest(query=question, language="en")).answer
    assert answer is not None
    assert len(answer.company_ids) == count, answer.sentences


def test_namesakes_are_those_that_nothing_tells_apart(pipeline: DiscoveryPipeline) -> None:
    base = pipeline.base.knowledge_base
    assert base.namesakes("brix") == {"brix-again"}
    assert {each: base.namesakes(each) for each in NAMES if not each.startswith("brix")} == dict.fromkeys(
        (each for each in NAMES if not each.startswith("brix")), frozenset()
    )
