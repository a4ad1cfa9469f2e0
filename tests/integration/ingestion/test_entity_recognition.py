"""Names found by a token-classification model: the real loading path, with a model trained in the test."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.curation.open_or_build import open_or_build, rebuild
from core.domain.records import Entity, Passage
from core.ingestion.building.entity_recognition import (
    LOG,
    RecogniserUnavailableError,
    load_recogniser,
    recognised_names,
)
from core.names.name_tables import entity_names
from core.ontology import Ontology
from core.settings import Settings
from tests.support import company, write_data
from tests.tiny_recogniser import save_tiny_recogniser

TEXT = "The maker ACME Inc sells bread to Borealis ."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the trained model."""
    return save_tiny_recogniser(tmp_path_factory.mktemp("model"))


def passage(identifier: str, text: str) -> Passage:
    return Passage(id=identifier, text=text, language="en")


def called(*names: str) -> tuple[Entity, ...]:
    return tuple(
        Entity(id=f"e{number}", type="company", name_zh=name, name_en=name) for number, name in enumerate(names)
    )


def test_spans_of_companies_are_found(model: Path) -> None:
    recognise = load_recogniser(str(model), frozenset({"ORG"}))
    (spans, none) = recognise([TEXT, "bread in paris ."])
    assert [TEXT[start:end] for start, end in spans] == ["ACME Inc", "Borealis"]
    assert none == []
    assert load_recogniser(str(model), frozenset({"PER"}))([TEXT]) == [[]]


def test_a_model_that_fails_on_a_text_is_said(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recognise = load_recogniser(str(model), frozenset({"ORG"}))

    def out_of_range(*_: object, **__: object) -> None:
        raise IndexError("index out of range in self")

    monkeypatch.setattr("transformers.TokenClassificationPipeline._forward", out_of_range)
    with pytest.raises(RecogniserUnavailableError):
        recognise([TEXT])


def test_only_names_that_one_company_bears_count_and_no_text_is_read_twice(model: Path, tmp_path: Path) -> None:
    asked: list[str] = []
    real = load_recogniser(str(model), frozenset({"ORG"}))

    def recognise(texts: list[str]) -> list[list[tuple[int, int]]]:
        asked.extend(texts)
        return real(texts)

    entities = called("Acme Incorporated", "Borealis", "Borealis Ltd.")
    companies = entity_names(entities, np.ones(3, dtype=bool)).companies
    passages = [passage("p", TEXT), passage("q", "kunlun met acme .")]
    found = recognised_names(passages, companies, tmp_path, "tiny", recognise)  # type: ignore[arg-type]
    assert found == [(0, 0, 10), (1, 0, 11)]  # two are called Borealis, nobody Kunlun
    assert recognised_names(passages, companies, tmp_path, "tiny", recognise) == found  # type: ignore[arg-type]
    assert len(asked) == 2
    with (tmp_path / LOG).open("a", encoding="utf-8") as log:
        log.write('["half')
    recognised_names([*passages, passage("r", "acme")], companies, tmp_path, "tiny", recognise)  # type: ignore[arg-type]
    assert asked[2:] == ["acme"]
    recognised_names(passages, companies, tmp_path, "another", recognise)  # type: ignore[arg-type]
    assert len(asked) == 5


def test_a_build_mentions_what_the_model_found(model: Path, own_settings: Settings, ontology: Ontology) -> None:
    write_data(
        own_settings.data_folder,
        companies=[company("acme", "阿克米", "Acme Limited"), company("b", "北风", "Borealis")],
        passages=[{"id": "p", "title": "", "language": "en", "text": TEXT}],
    )
    plain = open_or_build(own_settings, ontology).knowledge_base
    assert {each.entity_id for each in plain.mentions_in("p")} == {"b"}
    settings = own_settings.model_copy(update={"ner_model": str(model)})
    with_model = rebuild(settings, ontology).knowledge_base
    mentions = {each.entity_id: each for each in with_model.mentions_in("p")}
    assert mentions.keys() == {"acme", "b"}
    assert mentions["acme"].role == "SECONDARY"
    assert mentions["acme"].position_score == pytest.approx(1 - 10 / len(TEXT))
    assert mentions["b"] == plain.mentions_in("p")[0]


def test_a_model_that_cannot_be_used_is_said_before_anything_is_built(
    own_settings: Settings, ontology: Ontology, tmp_path: Path
) -> None:
    with pytest.raises(RecogniserUnavailableError, match="GUANXI_NER_MODEL"):
        open_or_build(own_settings.model_copy(update={"ner_model": str(tmp_path / "nothing")}), ontology)
