"""A relation that came without an evidence sentence is cited by its row, wherever an answer shows it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pytest

from app.discover.downloads import as_csv
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import open_or_build
from core.discovery.facts import facts_of
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.recommending import recommend
from core.domain.recommendations import RecommendationRequest
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery, Source, SourceKind
from core.dossier.comparison import compare_companies
from core.ingestion.checking.import_choices import Choices
from core.messages import LANGUAGES, Language
from core.ontology import Ontology
from core.operations.relationships import CompanyFound
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.api.conftest import RunningApi, running_api
from tests.support import document_example, settings_for

VENDORS = "Vendor name,Client\nZorblatt Works,公司A\nZorblatt Works,公司B\n".encode()
SENTENCE: dict[Language, str] = {
    "en": "Zorblatt Works supplies Company A",
    "zh": "Zorblatt Works向公司A供货，是其供应商",
}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, ontology: Ontology, encoder: Encoder) -> Settings:
    """The document example with a list of vendors and clients that gives no sentences."""
    folder = tmp_path_factory.mktemp("cited-rows")
    settings = settings_for(document_example(folder / "data"), folder / "kb")
    base = open_or_build(settings, ontology).knowledge_base
    plan = plan_import((("my_en.csv", VENDORS),), settings, choices=Choices(create_missing=True))
    run_import(plan, check_import(plan, base, ontology), settings, ontology)
    return settings


@pytest.fixture(scope="module")
def pipeline(settings: Settings, ontology: Ontology, encoder: Encoder) -> DiscoveryPipeline:
    base = open_or_build(settings, ontology).knowledge_base
    return DiscoveryPipeline(Base.over(base, ontology, settings), encoder=lambda: encoder)


@pytest.fixture(scope="module")
def api(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApi]:
    with running_api(settings, tmp_path_factory.mktemp("api") / "access.log") as running:
        yield running


def answer(pipeline: DiscoveryPipeline, language: Language, query: str = "") -> Discovery:
    return pipeline.discover(DiscoveryRequest(company="公司A", query=query, language=language))


def row_cited(sources: tuple[Source, ...], language: Language) -> None:
    (cited,) = [source for source in sources if source.origin == "my_en.csv:2"]
    assert (cited.kind, cited.text) == (SourceKind.RELATION, SENTENCE[language])
    assert all(source.text.strip() for source in sources)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["", "Who supplies it?", "它的供应商有哪些？"])
def test_an_answer_cites_the_row_and_gives_a_whole_reason(
    pipeline: DiscoveryPipeline, ontology: Ontology, language: Language, query: str
) -> None:
    found = answer(pipeline, language, query)
    (maker,) = [each for each in found.related_companies if each.name_en == "Zorblatt Works"]
    row_cited(maker.sources, language)
    assert ("公司A的供应商" if language == "zh" else "upplier of Company A") in maker.judgement.reason
    assert not maker.judgement.reason.rstrip().endswith((":", "："))
    rows = list(csv.DictReader(io.StringIO(as_csv(found, ontology, language).decode("utf-8-sig"))))
    assert any(SENTENCE[language] in row["sources"] for row in rows)
    assert SENTENCE[language] in CompanyFound.of(maker, language).model_dump_json()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recommendation_and_what_a_model_reads_cite_the_row(pipeline: DiscoveryPipeline, language: Language) -> None:
    request = RecommendationRequest(company="公司A", only_new=False, language=language)
    (maker,) = [each for each in recommend(pipeline, request).items if each.name_en == "Zorblatt Works"]
    row_cited(maker.sources, language)
    retrieval = pipeline.retrieve(DiscoveryRequest(company="公司A", language=language))
    (found,) = [each for each in answer(pipeline, language).related_companies if each.name_en == "Zorblatt Works"]
    facts = [fact.text for fact in facts_of(retrieval, found, language)]
    assert SENTENCE[language] in {text.rstrip(".。") for text in facts}
    assert all(text == text.strip() for text in facts)


def test_a_comparison_states_the_row(pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    compared = compare_companies(pipeline.base.knowledge_base, ontology, ["公司A", "公司B"])
    (neighbour,) = [each for each in compared.shared if each.name_en == "Zorblatt Works"]
    assert neighbour.relations[0][0].evidence_en == SENTENCE["en"]
    assert neighbour.relations[0][0].origin == "my_en.csv:2"


def test_the_api_cites_the_row(api: RunningApi) -> None:
    asked = {"company": "公司A", "query": "Who supplies Company A?", "language": "en"}
    found = api.client.post("/api/v1/relationships", json=asked).json()
    (maker,) = [each for each in found["related_companies"] if each["name_en"] == "Zorblatt Works"]
    assert [each["content"] for each in maker["sources"]] == [SENTENCE["en"]]
    profile = api.client.get(f"/api/v1/companies/{maker['company_id']}").json()
    assert "my_en.csv:2" in str(profile)
