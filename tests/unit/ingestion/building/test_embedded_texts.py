from __future__ import annotations

import pytest

from core.domain.records import Entity, Passage, Relation
from core.ingestion.building.embedded_texts import entity_text, passage_text, triplet_sentence, triplet_text
from core.ontology import FALLBACK_TYPE, Ontology

CATL = Entity(
    id="catl", type="company", name_zh="宁德时代", name_en="CATL", description_zh="电池。", description_en="Cells."
)
TESLA = Entity(id="tesla", type="company", name_zh="特斯拉", name_en="Tesla")
ENTITIES = {"catl": CATL, "tesla": TESLA}


def supplies(**cells: str) -> Relation:
    return Relation.model_validate({"id": "r", "source": "catl", "target": "tesla", "type": "supplies", **cells})


def test_a_company_is_embedded_with_both_names_and_descriptions() -> None:
    assert entity_text(CATL) == "宁德时代 CATL. 电池。 Cells."


def test_a_name_the_same_in_both_languages_is_embedded_once() -> None:
    assert entity_text(Entity(id="x", type="product", name_zh="OLED", name_en="OLED")) == "OLED."


@pytest.mark.parametrize(("title", "text"), [("Title", "Title body"), ("", "body")])
def test_a_passage_is_embedded_with_its_title(title: str, text: str) -> None:
    assert passage_text(Passage(id="p", title=title, text="body", language="en")) == text


def test_a_triplet_reads_as_a_sentence(ontology: Ontology) -> None:
    assert triplet_sentence(supplies(), ENTITIES, ontology, "en") == "CATL supplies Tesla"
    assert triplet_sentence(supplies(), ENTITIES, ontology, "zh") == "宁德时代向特斯拉供货，是其供应商"


def test_a_name_with_braces_stays_a_name(ontology: Ontology) -> None:
    braces = Entity(id="tesla", type="company", name_zh="{0}", name_en="{x}")
    assert triplet_sentence(supplies(), {"catl": CATL, "tesla": braces}, ontology, "en") == "CATL supplies {x}"


def test_a_name_that_is_a_placeholder_stays_a_name(ontology: Ontology) -> None:
    odd = Entity(id="catl", type="company", name_zh="甲", name_en="The {target} Company")
    sentence = triplet_sentence(supplies(), {"catl": odd, "tesla": TESLA}, ontology, "en")
    assert sentence == "The {target} Company supplies Tesla"


def test_a_relation_is_embedded_with_its_evidence_in_both_languages(ontology: Ontology) -> None:
    text = triplet_text(supplies(evidence_zh="证据", evidence_en="Evidence"), ENTITIES, ontology)
    assert text == "宁德时代向特斯拉供货，是其供应商. CATL supplies Tesla. 证据. Evidence"


def test_a_company_is_embedded_with_the_products_it_makes() -> None:
    assert entity_text(CATL, ["电芯 cells", "电池包 packs"]) == "宁德时代 CATL. 电池。 Cells. 电芯 cells; 电池包 packs"
    assert entity_text(TESLA, ["汽车 cars"]) == "特斯拉 Tesla.   汽车 cars"


def test_an_untyped_relation_is_embedded_by_its_evidence_alone(ontology: Ontology) -> None:
    relation = supplies(type=FALLBACK_TYPE, evidence_zh="证据", evidence_en="Evidence")
    assert triplet_text(relation, ENTITIES, ontology) == "证据. Evidence"
    assert triplet_text(supplies(type=FALLBACK_TYPE), ENTITIES, ontology) == ""


def test_evidence_in_one_language_is_enough(ontology: Ontology) -> None:
    assert triplet_text(supplies(evidence_en="Evidence"), ENTITIES, ontology).endswith("CATL supplies Tesla. Evidence")


def test_a_relation_without_evidence_is_not_embedded(ontology: Ontology) -> None:
    assert triplet_text(supplies(), ENTITIES, ontology) == ""
