from __future__ import annotations

import pytest

from core.domain.partial_dates import today
from core.ontology import Ontology
from core.retrieval.company_text import company_text, language_of
from core.retrieval.evidence import Evidence, RecordedEvidence
from core.retrieval.vector_search import TripletMatch
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, relation, settings_for, write_data


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("texts")
    data = write_data(
        folder / "data",
        companies=[
            company("hub", "枢纽汽车", "Hub Motors"),
            company(
                "cells",
                "电芯工厂",
                "Cell Works",
                description_zh="生产电芯。",
                description_en=f"Makes cells.{'x' * 900}",
            ),
            company("same", "Solo", "Solo"),
        ],
        concepts=[{"id": "van", "type": "product", "name_zh": "货车", "name_en": "vans"}],
        relations=[
            relation("cells", "supplies", "hub", "Cell Works sells cells to Hub Motors.", evidence_zh="电芯工厂供货。"),
            relation("cells", "partner", "hub", "", weight="0.5"),
            relation("cells", "partner", "same", "Cell Works and Solo share a laboratory."),
            relation("cells", "competitor", "same", "They compete for orders."),
            relation("hub", "produces", "van"),
            relation("cells", "produces", "van", "Cell Works assembles vans too."),
        ],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


def triplet(knowledge_base: KnowledgeBase, kind: str, target: str) -> TripletMatch:
    rows = range(knowledge_base.graph.relations)
    found = next(each for each in map(knowledge_base.relation, rows) if (each.type, each.target) == (kind, target))
    return TripletMatch(found.id, found.source, found.target, found.type, 0.9)


def test_a_company_is_told_by_its_relations_to_the_query_first(
    knowledge_base: KnowledgeBase, ontology: Ontology
) -> None:
    evidence = RecordedEvidence(knowledge_base, ontology, ["hub"])["cells"]
    lines = company_text(knowledge_base, ontology, "cells", evidence, [], today(), "en").split("\n")
    assert lines[0] == "Cell Works 电芯工厂"
    assert lines[1:3] == ["Cell Works supplies Hub Motors", "Cell Works sells cells to Hub Motors."]
    assert "Cell Works assembles vans too." in lines  # the product they share
    assert lines[-1].startswith("Makes cells.")
    assert len(lines[-1]) == 400


def test_a_relation_without_evidence_is_read_as_a_sentence(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    evidence = RecordedEvidence(knowledge_base, ontology, ["hub"])["cells"]
    text = company_text(knowledge_base, ontology, "cells", evidence, [], today(), "en")
    assert "Cell Works" in text.split("\n")[3]
    assert "Hub Motors" in text.split("\n")[3]
    assert "\n\n" not in text


def test_chinese_is_read_in_chinese(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    evidence = RecordedEvidence(knowledge_base, ontology, ["hub"])["cells"]
    text = company_text(knowledge_base, ontology, "cells", evidence, [], today(), "zh")
    assert text.startswith("电芯工厂 Cell Works\n")
    assert "电芯工厂供货。" in text
    assert text.endswith("生产电芯。")


def test_triplets_that_do_not_touch_the_company_are_left_out(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    triplets = [triplet(knowledge_base, "supplies", "hub"), triplet(knowledge_base, "partner", "same")]
    text = company_text(knowledge_base, ontology, "same", Evidence(), triplets, today(), "en")
    assert text.split("\n")[0] == "Solo"
    assert "share a laboratory" in text
    assert "sells cells" not in text


def test_a_relation_found_twice_is_told_once(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    evidence = RecordedEvidence(knowledge_base, ontology, ["hub"])["cells"]
    found = [triplet(knowledge_base, "supplies", "hub")]
    text = company_text(knowledge_base, ontology, "cells", evidence, found, today(), "en")
    assert text.count("sells cells") == 1


def test_one_chinese_character_makes_a_question_chinese() -> None:
    assert [language_of(text) for text in ("CATL的对手", "CATL's rivals", "")] == ["zh", "en", "en"]
