"""Names in questions over built knowledge bases: the bundled sample, and companies whose tickers are words."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings
from core.domain.results import Discovery
from core.ingestion.building.build import build_knowledge_base
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.support import company, relation, settings_for, write_data

LISTED = {
    "c3": ("C3.ai", "AI"),
    "liberty": ("Liberty Equity", "USA"),
    "salesforce": ("Salesforce", "CRM"),
    "skyline": ("Skyline Champion", "SKY"),
    "uptown": ("China Uptown", "2015.HK"),
}
MAKES = "Makes AI chips and EV batteries in the USA and sells CRM software for cruise ships."


@pytest.fixture(scope="module")
def wordy(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("wordy")
    listed = [company(each, f"甲{each}", name, tickers=ticker) for each, (name, ticker) in LISTED.items()]
    described = [
        company(
            f"f{number}", f"企业{number}", f"Firm {number}", description_en=MAKES, description_zh="研发光伏概念产品。"
        )
        for number in range(8)
    ]
    concepts = [
        {"id": "word-1", "type": "product", "name_zh": "概念", "name_en": "company"},
        {"id": "word-2", "type": "product", "name_zh": "相关", "name_en": "related"},
    ]
    bank = [relation("liberty", "produces", each["id"]) for each in concepts]
    write_data(folder / "data", companies=[*listed, *described], concepts=concepts, relations=bank)
    settings = settings_for(folder / "data", folder / "base")
    build_knowledge_base(settings, encoder, ontology)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(opened, ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str) -> Discovery:
    return pipeline.discover(DiscoveryRequest(query=question, fusion=FusionSettings(mode=FusionMode.ADAPTIVE)))


@pytest.mark.parametrize(
    "question", ["AI chips", "EV batteries in the USA", "CRM software", "光伏概念相关的公司有哪些"]
)
def test_a_topic_of_words_that_are_tickers_or_products_stays_a_topic(question: str, wordy: DiscoveryPipeline) -> None:
    found = asked(wordy, question)
    assert (found.outcome, found.query_companies) == ("found", ())
    assert wordy.base.names.find(question) == []  # nor is one named besides


@pytest.mark.parametrize("question", ["companies founded in 2015", "SKY Perfect JSAT", "competitors of Sky Perfect"])
def test_years_and_longer_names_ask_about_nobody_here(question: str, wordy: DiscoveryPipeline) -> None:
    assert asked(wordy, question).query_companies == ()


@pytest.mark.parametrize(
    ("question", "meant"), [("$AI competitors", "c3"), ("NYSE:SKY rivals", "skyline"), ("ticker 2015", "uptown")]
)
def test_what_is_written_as_a_ticker_is_asked_about(question: str, meant: str, wordy: DiscoveryPipeline) -> None:
    assert asked(wordy, question).query_companies == (meant,)


def test_a_chosen_company_has_no_word_of_the_question_beside_it(wordy: DiscoveryPipeline) -> None:
    searched = wordy.retrieve(DiscoveryRequest(company="skyline", query="AI chips since 2015"))
    assert searched.understood.named_besides == ()


SAMSUNG = {f"samsung-{each}" for each in ("biologics", "cnt", "display", "electronics", "life", "sdi")}
"""The best connected six of the group."""


@pytest.mark.parametrize(
    ("question", "outcome", "name", "choices"),
    [
        ("Samsung", "ambiguous_company", "Samsung", SAMSUNG),
        ("三星的竞争对手有哪些", "ambiguous_company", "三星", SAMSUNG),
        ("competitors of Appel", "unknown_company", "Appel", {"apple"}),
        ("宁德时带的客户有哪些", "unknown_company", "宁德时带", {"catl"}),
        ("Competitors of Zorblatt Industries", "unknown_company", "Zorblatt Industries", set()),
        ("Zorblatt's suppliers in Germany", "unknown_company", "Zorblatt", set()),
        ("Haidilao", "unknown_company", "Haidilao", set()),
    ],
)
def test_a_name_that_is_not_one_company_is_asked_about(
    question: str, outcome: str, name: str, choices: set[str], sample_pipeline: DiscoveryPipeline
) -> None:
    found = asked(sample_pipeline, question)
    assert found.outcome == outcome
    assert found.related_companies == ()
    assert f"“{name}”" in found.explanation
    assert {each.company_id for each in found.choices} == choices


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("NVDA competitors", "nvidia"),
        ("300750", "catl"),
        ("BABA suppliers", "alibaba"),
        ("tsla rivals", "tesla"),
        ("Who supplies AMD?", "amd"),
        ("competitors of Apple Inc.", "apple"),
        ("2330的供应商", "tsmc"),
    ],
)
def test_well_known_tickers_still_name_their_companies(
    question: str, meant: str, sample_pipeline: DiscoveryPipeline
) -> None:
    assert asked(sample_pipeline, question).query_companies == (meant,)


@pytest.fixture(scope="module")
def accented(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("accented")
    names = {"valeo": "Valéo", "schaeffler": "Schäffler Technologies AG & Co. KG", "iber": "IberMotor S.A."}
    made = [company(each, name, name) for each, name in names.items()]
    supplied = [relation(each, "supplies", "renault") for each in names]
    write_data(folder / "data", companies=[*made, company("renault", "雷诺", "Renault")], relations=supplied)
    settings = settings_for(folder / "data", folder / "base")
    build_knowledge_base(settings, encoder, ontology)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(opened, ontology, settings), encoder=lambda: encoder)


@pytest.mark.parametrize(
    "question",
    [
        "customers of Valeo",
        "customers of Valéo",
        "who buys from Valeo",
        "customers of Schäffler Technologies",
        "customers of Schaffler Technologies",
        "customers of IberMotor",
        "IberMotor customers",
    ],
)
def test_a_name_without_its_accent_or_legal_form_is_no_word_left_over(
    question: str, accented: DiscoveryPipeline
) -> None:
    answer = asked(accented, question).answer
    assert (answer.outcome, answer.company_ids, answer.not_understood) == ("answered", ("renault",), ())
