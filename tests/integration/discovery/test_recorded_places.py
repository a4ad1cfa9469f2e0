"""Where a company sits: by the relation that says it, else by the place of its own row."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer, SourceKind
from core.ingestion.building.build import build_knowledge_base
from core.messages import Language
from core.ontology import Ontology, default_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data

ASKED: tuple[tuple[Language, str], ...] = (
    ("en", "Where is {x} based?"),
    ("en", "headquarters of {x}"),
    ("zh", "{x}的总部在哪里？"),
    ("zh", "{x}总部在哪"),
)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("places")
    data = write_data(
        folder / "data",
        concepts=[{"id": "hefei", "type": "place", "name_zh": "合肥", "name_en": "Hefei"}],
        relations=[relation("b", "located_in", "hefei"), relation("a", "partner", "b")],
    )
    rows = "a,甲电池,Alpha Cells,Rostock\nb,乙汽车,Beta Cars,合肥 Hefei\nd,丁矿业,Delta Mining,\n"
    (data / "companies.csv").write_text(f"id,name_zh,name_en,place\n{rows}", encoding="utf-8")
    settings = settings_for(data, folder / "kb")
    build_and_open(settings, encoder)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(opened, default_ontology(), settings), encoder=lambda: encoder)


def answer(pipeline: DiscoveryPipeline, asked: str, language: Language, zh: str, en: str) -> QuestionAnswer:
    name = zh if language == "zh" else en
    return pipeline.discover(DiscoveryRequest(query=asked.format(x=name), language=language)).answer


@pytest.mark.parametrize(("language", "asked"), ASKED)
def test_the_row_tells_where_no_relation_does(pipeline: DiscoveryPipeline, language: Language, asked: str) -> None:
    found = answer(pipeline, asked, language, "甲电池", "Alpha Cells")
    assert (found.outcome, found.kind, found.value) == ("answered", "value", "Rostock")
    assert [(each.kind, each.id) for each in found.sources] == [(SourceKind.PROFILE, "a")]
    assert "Rostock" in found.sentences[0].text


@pytest.mark.parametrize(("language", "asked"), ASKED)
def test_a_relation_tells_it_alone(pipeline: DiscoveryPipeline, language: Language, asked: str) -> None:
    found = answer(pipeline, asked, language, "乙汽车", "Beta Cars")
    assert (found.outcome, found.value) == ("answered", "合肥" if language == "zh" else "Hefei")
    assert [each.kind for each in found.sources] == [SourceKind.RELATION]


@pytest.mark.parametrize(("language", "asked"), ASKED)
def test_what_nothing_tells_is_not_on_record(pipeline: DiscoveryPipeline, language: Language, asked: str) -> None:
    found = answer(pipeline, asked, language, "丁矿业", "Delta Mining")
    assert (found.outcome, found.value, found.sources) == ("empty", None, ())


def test_where_no_type_of_relation_says_where_anybody_sits_nothing_is_told(tmp_path: Path, encoder: Encoder) -> None:
    """An ontology of one's own need not have it."""
    types = {each.id: each for each in default_ontology().types.values() if each.id != "located_in"}
    own = Ontology(types, default_ontology().entity_types)
    data = write_data(tmp_path / "data", companies=[company("d", "丁矿业", "Delta Mining")])
    settings = settings_for(data, tmp_path / "kb")
    build_knowledge_base(settings, encoder, own)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    pipeline = DiscoveryPipeline(Base.over(opened, own, settings), encoder=lambda: encoder)
    for language, asked in ASKED:
        found = answer(pipeline, asked, language, "丁矿业", "Delta Mining")
        assert (found.outcome, found.value, found.sources) == ("empty", None, ())


@pytest.mark.parametrize(
    ("language", "asked"), [("en", "{x}'s ticker on the Tokyo market"), ("zh", "{x}的东京市场代码")]
)
def test_the_city_of_a_market_is_not_asked_about_though_a_company_is_called_so(
    tmp_path: Path, encoder: Encoder, language: Language, asked: str
) -> None:
    companies = [
        company("bhp", "必和必拓", "BHP", tickers="BHP.T|BHP.L"),
        company("tokyo", "东京", "Tokyo", tickers="TOK.T"),
    ]
    settings = settings_for(write_data(tmp_path / "data", companies=companies), tmp_path / "kb")
    base = Base.over(build_and_open(settings, encoder), default_ontology(), settings)
    found = answer(DiscoveryPipeline(base, encoder=lambda: encoder), asked, language, "必和必拓", "BHP")
    assert (found.outcome, found.value) == ("answered", "BHP.T")
