from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.errors import DataUnreadableError
from core.ingestion.records.csv_files import fingerprint
from core.messages import LANGUAGES, Language, translate
from core.ontology import OntologyInvalidError, default_ontology, parse_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.readers import is_read
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder = tmp_path_factory.mktemp("answers")
    data = write_data(
        folder / "data",
        companies=[
            company("phones", "甲手机", "Alpha Phones"),
            company("chips", "乙芯片", "Beta Chips"),
            company("glass", "丙玻璃", "Gamma Glass"),
            company("cars", "丁汽车", "Delta Cars"),
        ],
        concepts=[{"id": "product-battery", "type": "product", "name_zh": "电池", "name_en": "batteries"}],
        relations=[
            relation("glass", "supplies", "phones"),
            relation("glass", "competitor", "chips"),
            relation("chips", "supplies", "cars"),
            relation("chips", "produces", "product-battery"),
            relation("cars", "produces", "product-battery"),
        ],
    )
    settings = settings_for(data, folder / "kb")
    return DiscoveryPipeline(
        Base.over(build_and_open(settings, encoder), default_ontology(), settings), encoder=lambda: encoder
    )


def test_a_reason_names_only_the_company_its_evidence_is_about(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Alpha Phones and Beta Chips"))
    glass = next(found for found in discovery.related_companies if found.company_id == "glass")
    assert glass.judgement.reason.startswith("Competitor of Beta Chips:")


def test_a_recorded_relation_is_told_before_a_shared_product_which_still_counts(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="chips"))
    cars = next(found for found in discovery.related_companies if found.company_id == "cars")
    assert (cars.judgement.relation_type, cars.judgement.level) == ("supplies", "medium")
    assert cars.judgement.reason.startswith("Customer of Beta Chips:")
    assert "batteries" in cars.judgement.reason


def test_whom_a_company_supplies_stands_first_but_is_not_said_to_depend_on_it(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="chips", query="Who depends on it?"))
    first = discovery.related_companies[0]
    assert (first.company_id, first.answers_question) == ("cars", False)
    assert (discovery.answer.outcome, discovery.answer.company_ids) == ("empty", ())


def test_the_words_of_a_question_match_relations_best_first(pipeline: DiscoveryPipeline) -> None:
    searched = pipeline.retrieve(DiscoveryRequest(company="chips", query="Who depends on it?"))
    matching = searched.matching_triplets
    assert {match.relation_id for match in matching} == {match.relation_id for match in searched.found.triplets}
    similarities = [match.similarity for match in matching]
    assert similarities == sorted(similarities, reverse=True)
    assert len(similarities) > 1


def test_a_company_alone_matches_no_relations(pipeline: DiscoveryPipeline) -> None:
    searched = pipeline.retrieve(DiscoveryRequest(company="chips"))
    assert searched.found.triplets
    assert searched.matching_triplets == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_relation_that_is_not_on_record_is_said_to_be_missing(
    pipeline: DiscoveryPipeline, language: Language
) -> None:
    discovery = pipeline.discover(
        DiscoveryRequest(company="phones", query="Who are its shareholders?", language=language)
    )
    asked = "甲手机的股东" if language == "zh" else "shareholders of Alpha Phones"
    assert discovery.warnings == (translate("warning.asked_not_recorded", language, set=asked),)


def test_a_question_about_another_company_than_the_chosen_one_is_noticed(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="phones", query="Who supplies Delta Cars?"))
    assert discovery.warnings[0].startswith("The answer is about Delta Cars")
    discovery = pipeline.discover(DiscoveryRequest(company="phones", query="its suppliers, unlike Delta Cars"))
    assert any("also names Delta Cars" in warning for warning in discovery.warnings)


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("谁是它的竞争对手？", "“它”"),
        ("Who depends on its batteries?", "“its”"),
        ("Which of them are Chinese?", "“them”"),
    ],
)
def test_a_pronoun_without_a_company_asks_which(pipeline: DiscoveryPipeline, query: str, word: str) -> None:
    data = pipeline.base.knowledge_base
    assert "product-battery" in data.node_of
    language: Language = "zh" if "它" in query else "en"
    discovery = pipeline.discover(DiscoveryRequest(query=query.replace("batteries", "things"), language=language))
    assert discovery.outcome == "unknown_company"
    assert discovery.choices == ()
    assert word in discovery.explanation


def test_a_product_can_be_asked_about_by_its_id(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="product-battery"))
    assert {found.company_id for found in discovery.related_companies[:2]} == {"chips", "cars"}


def test_a_folder_without_a_manifest_is_read_by_nobody(tmp_path: Path) -> None:
    assert not is_read(tmp_path)


def test_data_that_cannot_be_read_at_all_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_data(tmp_path)

    def refused(_: Path) -> bytes:
        raise PermissionError("not yours")

    monkeypatch.setattr(Path, "read_bytes", refused)
    with pytest.raises(DataUnreadableError, match="not yours"):
        fingerprint(tmp_path, default_ontology())


def test_the_reverse_of_a_relation_must_exist() -> None:
    related = default_ontology()["related"].model_dump(mode="json", exclude={"id"})
    with pytest.raises(OntologyInvalidError, match="reverse_of 'nowhere'"):
        parse_ontology(
            str({"related": {**related, "reverse_of": "nowhere"}}).replace("None", "null").replace("True", "true")
        )


def test_a_sentence_that_tells_from_whom_it_comes_names_another_company(sample_pipeline: DiscoveryPipeline) -> None:
    request = DiscoveryRequest(query="SK On是从哪儿拆出来的", language="zh")
    told = sample_pipeline.discover(request).answer
    assert (told.outcome, told.kind) == ("answered", "fact")
    assert "由SK创新的电池业务分拆设立" in told.sentences[0].text
