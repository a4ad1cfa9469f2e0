from __future__ import annotations

import pytest

from core.domain.records import Entity, Relation
from core.ingestion.records.profiles import MAX_BRIDGES, PROFILE, bridge_names, profiles
from core.ontology import Ontology, default_ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_table import RelationTable
from tests.conftest import build_and_open
from tests.support import company, settings_for, write_data


def entity(identifier: str, kind: str = "company", **cells: str) -> Entity:
    return Entity.model_validate(
        {"id": identifier, "type": kind, "name_zh": f"中{identifier}", "name_en": identifier.title(), **cells}
    )


def edge(source: str, kind: str, target: str, weight: float = 1.0, confidence: float = 1.0) -> Relation:
    return Relation(
        id=f"{source}-{kind}-{target}", source=source, type=kind, target=target, weight=weight, confidence=confidence
    )


def test_a_company_has_one_profile_for_each_language_in_which_it_is_described() -> None:
    both = entity("a", description_zh="甲。", description_en="First.", origin="companies.csv:2")
    found = profiles([both, entity("b", description_en="Second."), entity("c")], default_ontology())
    assert found.owners == ("a", "a", "b")
    assert [(item.id, item.language, item.title, item.text) for item in found.passages] == [
        ("profile:zh:a", "zh", "中a", "甲。"),
        ("profile:en:a", "en", "A", "First."),
        ("profile:en:b", "en", "B", "Second."),
    ]
    assert {item.source_kind for item in found.passages} == {PROFILE}
    assert found.passages[0].origin == "companies.csv:2"


@pytest.mark.parametrize("kind", ["product", "industry", "person", "place"])
def test_only_companies_have_profiles(kind: str) -> None:
    assert profiles([entity("a", kind, description_en="Something.")], default_ontology()).passages == ()


def test_nothing_described_has_no_profile() -> None:
    assert profiles([], default_ontology()).passages == ()
    assert profiles([entity("a", description_en="   ")], default_ontology()).passages == ()


def test_long_ids_that_begin_alike_have_profiles_of_their_own() -> None:
    one, other = (entity("x" * 199 + end, description_en="Text.", name_en="X") for end in "ab")
    ids = [item.id for item in profiles([one, other], default_ontology()).passages]
    assert len(set(ids)) == 2
    assert all(len(identifier) <= 200 for identifier in ids)
    assert ids == [item.id for item in profiles([one, other], default_ontology()).passages]


ENTITIES = {
    item.id: item
    for item in (
        entity("a"),
        entity("b"),
        entity("steel", "product"),
        entity("glass", "product"),
        entity("mining", "industry"),
        entity("berlin", "place"),
    )
}


def named(ontology: Ontology, *relations: Relation) -> dict[str, list[str]]:
    return {
        company: list(names) for company, names in bridge_names(RelationTable.of(relations), ENTITIES, ontology).items()
    }


def test_products_and_industries_are_named_strongest_first(ontology: Ontology) -> None:
    found = named(
        ontology,
        edge("a", "produces", "glass", 0.9, 0.5),
        edge("a", "produces", "steel", 0.6),
        edge("a", "in_industry", "mining", 0.1),
        edge("b", "produces", "steel"),
    )
    assert found == {"a": ["中steel Steel", "中glass Glass", "中mining Mining"], "b": ["中steel Steel"]}


def test_relations_that_companies_cannot_share_name_nothing(ontology: Ontology) -> None:
    found = named(
        ontology, edge("a", "competitor", "b"), edge("a", "supplies", "steel"), edge("steel", "in_industry", "mining")
    )
    assert found == {}
    assert named(ontology, edge("a", "located_in", "berlin")) == {}


def test_no_more_bridges_than_the_limit(ontology: Ontology) -> None:
    many = {f"p{n}": entity(f"p{n}", "product") for n in range(MAX_BRIDGES + 5)}
    relations = [edge("a", "produces", name, 1.0 - n / 100) for n, name in enumerate(many)]
    found = bridge_names(RelationTable.of(relations), {**ENTITIES, **many}, ontology)
    assert len(found["a"]) == MAX_BRIDGES
    assert found["a"][0] == "中p0 P0"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("profiles")
    companies = [
        company("red", "红星", "Red Star", description_en="Sells steel to Blue Sea.", description_zh="向蓝海供钢。"),
        company("blue", "蓝海", "Blue Sea"),
    ]
    return settings_for(write_data(folder / "data", companies=companies), folder / "kb")


@pytest.fixture(scope="module")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


def test_profiles_are_passages_of_the_knowledge_base(knowledge_base: KnowledgeBase) -> None:
    assert list(knowledge_base.passage_ids) == ["profile:zh:red", "profile:en:red"]
    assert knowledge_base.manifest.counts.passages == 2
    assert knowledge_base.passage("profile:en:red").text == "Sells steel to Blue Sea."


def test_a_profile_mentions_its_company_first_and_whom_it_names(knowledge_base: KnowledgeBase) -> None:
    for passage_id in ("profile:zh:red", "profile:en:red"):
        roles = {mention.entity_id: mention.role for mention in knowledge_base.mentions_in(passage_id)}
        assert roles == {"red": "PRIMARY", "blue": "SECONDARY"}


def test_a_profile_has_the_vector_of_its_company(knowledge_base: KnowledgeBase) -> None:
    own = knowledge_base.entity_vectors.of([knowledge_base.node_of["red"]])
    assert knowledge_base.passage_vectors.of([0, 1]).tolist() == [own[0].tolist()] * 2


def test_profiles_are_not_linked_to_texts(knowledge_base: KnowledgeBase) -> None:
    assert knowledge_base.manifest.counts.links == 0
