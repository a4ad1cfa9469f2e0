from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from core.ontology import Ontology
from core.retrieval.query_vectors import QueryVectors, query_vectors
from core.retrieval.question import HybridQuestion, with_names
from core.retrieval.vector_search import entity_vector, unit
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.doubles import CountingEncoder
from tests.support import company, settings_for, write_data

Ask = Callable[..., QueryVectors]


@pytest.fixture(scope="module")
def knowledge_base(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("query-vectors")
    companies = [company("red", "红星", "Red Star"), company("solo", "Solo", "Solo")]
    return build_and_open(settings_for(write_data(folder / "data", companies=companies), folder / "kb"), encoder)


@pytest.fixture
def counting(encoder: Encoder) -> CountingEncoder:
    return CountingEncoder(encoder)


def question(
    knowledge_base: KnowledgeBase, ontology: Ontology, ids: tuple[str, ...], text: str, topic: str = ""
) -> HybridQuestion:
    return HybridQuestion(ids, text, 0.85, 3, topic=topic)


@pytest.fixture
def ask(knowledge_base: KnowledgeBase, ontology: Ontology, counting: CountingEncoder) -> Ask:
    def asked(*ids: str, text: str = "", topic: str = "") -> QueryVectors:
        found = query_vectors(knowledge_base, question(knowledge_base, ontology, ids, text, topic), lambda: counting)
        for vector in (found.profile, found.question):
            assert vector.shape == (counting.dimension,)
            assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-4)
        return found

    return asked


def test_a_company_alone_is_searched_by_its_stored_vector(
    ask: Ask, knowledge_base: KnowledgeBase, counting: CountingEncoder
) -> None:
    found = ask("red")
    assert found.profile.tolist() == found.question.tolist() == entity_vector(knowledge_base, ["red"]).tolist()
    assert counting.calls == []


def test_a_model_is_not_even_loaded_for_a_company_alone(knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    def load() -> Encoder:
        raise AssertionError

    query_vectors(knowledge_base, question(knowledge_base, ontology, ("red",), ""), load)


@pytest.mark.parametrize("topic", ["", "steel"])
@pytest.mark.parametrize("ids", [(), ("red",), ("red", "solo")])
def test_a_question_is_embedded_in_exactly_one_call(
    ids: tuple[str, ...], topic: str, ask: Ask, counting: CountingEncoder
) -> None:
    ask(*ids, text="Who sells steel?", topic=topic)
    assert len(counting.calls) == 1
    asked, *rest = counting.calls[0]
    assert asked.endswith("Who sells steel?")
    assert rest == ([topic] if topic else [])  # nothing blank is embedded


def test_a_question_about_a_company_is_embedded_with_its_names(
    ask: Ask, knowledge_base: KnowledgeBase, encoder: Encoder
) -> None:
    found = ask("red", text="Who are its rivals?")
    assert found.question == pytest.approx(encoder.encode(["红星 Red Star Who are its rivals?"])[0], abs=1e-5)
    assert found.profile == pytest.approx(entity_vector(knowledge_base, ["red"]), abs=1e-6)


def test_companies_are_sought_by_the_topic_and_the_company_asked_about(
    ask: Ask, knowledge_base: KnowledgeBase, encoder: Encoder
) -> None:
    found = ask("red", text="Who sells steel like Red Star?", topic="sells steel")
    topic = encoder.encode(["sells steel"])[0]
    assert found.profile == pytest.approx(unit(entity_vector(knowledge_base, ["red"]) + topic), abs=1e-5)


def test_companies_are_sought_by_the_topic_where_nobody_is_asked_about(ask: Ask, encoder: Encoder) -> None:
    found = ask(text="Who sells steel?", topic="sells steel")
    assert found.profile == pytest.approx(encoder.encode(["sells steel"])[0], abs=1e-5)
    assert found.question == pytest.approx(encoder.encode(["Who sells steel?"])[0], abs=1e-5)


def test_without_company_and_topic_companies_are_sought_by_the_question(ask: Ask) -> None:
    found = ask(text="Who?")
    assert found.profile.tolist() == found.question.tolist()


def test_names_stand_before_the_question_each_once(knowledge_base: KnowledgeBase) -> None:
    assert with_names(knowledge_base, ["red", "solo"], "谁？") == "红星 Red Star Solo 谁？"
    assert with_names(knowledge_base, ["solo"], "") == "Solo"
    assert with_names(knowledge_base, [], "谁？") == "谁？"
