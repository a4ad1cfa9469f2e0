from __future__ import annotations

import numpy as np
import pytest

from core.retrieval.vector_search import (
    entity_vector,
    search_companies,
    search_passages_by_meaning,
    search_triplets,
    unit,
)
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_id, company, relation, settings_for, write_data

QUOTED = "o'brien's \"co\" -- \\"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("vectors")
    data = write_data(
        folder / "data",
        companies=[
            company(
                "battery", "电池公司", "Battery Maker", description_en="Makes lithium batteries for electric cars."
            ),
            company("car", "汽车公司", "Car Maker", description_en="Builds electric cars."),
            company("bank", "银行", "Savings Bank", description_en="Lends money to households and takes deposits."),
            company(QUOTED, "引号公司", "O'Brien", description_en="Sells hats."),
        ],
        concepts=[{"id": "product-cell", "type": "product", "name_zh": "锂电池", "name_en": "lithium batteries"}],
        relations=[
            relation("battery", "supplies", "car", "The battery maker supplies lithium cells to the car maker."),
            relation("bank", "shareholder_of", "car", "The bank holds shares in the car maker."),
            relation(QUOTED, "partner", "bank", "The hat seller works with the bank."),
        ],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="module")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


def test_the_nearest_company_comes_first(knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder) -> None:
    found = by_id(knowledge_base, search_companies(knowledge_base, encoder.encode(["锂电池制造商"])[0], settings))
    assert next(iter(found)) == "battery"
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_similarity_is_the_cosine(knowledge_base: KnowledgeBase, settings: Settings) -> None:
    vector = entity_vector(knowledge_base, ["battery"])
    found = by_id(knowledge_base, search_companies(knowledge_base, vector, settings))
    assert found["battery"] == pytest.approx(1.0, abs=1e-5)
    other = entity_vector(knowledge_base, ["bank"])
    assert found["bank"] == pytest.approx(float(vector @ other), abs=1e-5)


def test_only_companies_are_found(knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder) -> None:
    found = by_id(
        knowledge_base, search_companies(knowledge_base, encoder.encode(["锂电池 lithium batteries"])[0], settings)
    )
    assert set(found) == {"battery", "car", "bank", QUOTED}


def test_no_more_companies_than_the_limit(knowledge_base: KnowledgeBase, settings: Settings) -> None:
    few = settings.model_copy(update={"candidate_limit": 2})
    assert len(search_companies(knowledge_base, entity_vector(knowledge_base, ["car"]), few)) == 2


def test_the_nearest_relation_comes_first(knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder) -> None:
    found = search_triplets(knowledge_base, encoder.encode(["谁是股东？ Who holds shares?"])[0], settings)
    assert found[0].relation_id == "bank--shareholder_of--car"
    assert (found[0].source, found[0].target, found[0].type) == ("bank", "car", "shareholder_of")


def test_a_relation_without_evidence_is_never_found(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> None:
    folder = tmp_path_factory.mktemp("without-evidence")
    data = write_data(
        folder / "data",
        companies=[company("a"), company("b")],
        relations=[relation("a", "competitor", "b", ""), relation("a", "supplies", "b", "a sells to b")],
    )
    settings = settings_for(data, folder / "kb")
    knowledge_base = build_and_open(settings, encoder)
    found = search_triplets(knowledge_base, encoder.encode(["a competes with b"])[0], settings)
    assert [match.type for match in found] == ["supplies"]


def test_only_relations_that_touch_are_found_where_asked(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    vector = encoder.encode(["anything"])[0]
    touching = search_triplets(knowledge_base, vector, settings, touching=["battery"])
    assert [match.relation_id for match in touching] == ["battery--supplies--car"]
    assert len(search_triplets(knowledge_base, vector, settings, touching=["battery", "bank"])) == 3


def test_an_id_full_of_quotes_is_only_an_id(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    found = search_triplets(knowledge_base, encoder.encode(["hats"])[0], settings, touching=[QUOTED])
    assert [match.source for match in found] == [QUOTED]
    assert entity_vector(knowledge_base, [QUOTED]).any()
    assert not entity_vector(knowledge_base, ["' OR '1'='1"]).any()


def test_the_nearest_passage_comes_first(knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder) -> None:
    vector = encoder.encode(["Who lends money to households?"])[0]
    found = by_id(knowledge_base, search_passages_by_meaning(knowledge_base, vector, settings))
    assert next(iter(found)) == "profile:en:bank"
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert all(-1.0 - 1e-6 <= score <= 1.0 + 1e-6 for score in found.values())
    few = settings.model_copy(update={"passage_limit": 2})
    assert len(search_passages_by_meaning(knowledge_base, encoder.encode(["x"])[0], few)) == 2


def test_a_base_of_names_alone_has_nothing_to_search_but_companies(
    tmp_path_factory: pytest.TempPathFactory, encoder: Encoder
) -> None:
    folder = tmp_path_factory.mktemp("names-alone")
    data = write_data(
        folder / "data", companies=[company("a"), company("b")], relations=[relation("a", "competitor", "b", "")]
    )
    settings = settings_for(data, folder / "kb")
    base, vector = build_and_open(settings, encoder), encoder.encode(["a"])[0]
    assert search_passages_by_meaning(base, vector, settings) == {}
    assert search_triplets(base, vector, settings) == search_triplets(base, vector, settings, touching=["a"]) == []
    assert set(by_id(base, search_companies(base, vector, settings))) == {"a", "b"}


def test_no_more_relations_than_the_limit(knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder) -> None:
    one = settings.model_copy(update={"relationship_limit": 1})
    assert len(search_triplets(knowledge_base, encoder.encode(["x"])[0], one)) == 1


def test_the_vector_of_several_entities_is_their_mean(knowledge_base: KnowledgeBase) -> None:
    both = entity_vector(knowledge_base, ["battery", "bank"])
    mean = entity_vector(knowledge_base, ["battery"]) + entity_vector(knowledge_base, ["bank"])
    assert both == pytest.approx(mean / np.linalg.norm(mean), abs=1e-5)


def test_unknown_entities_have_a_zero_vector(knowledge_base: KnowledgeBase, encoder: Encoder) -> None:
    vector = entity_vector(knowledge_base, ["nobody"])
    assert vector.shape == (encoder.dimension,)
    assert not vector.any()


def test_unit_scales_to_length_one_and_leaves_nought() -> None:
    assert np.linalg.norm(unit(np.array([3.0, 4.0], dtype=np.float32))) == pytest.approx(1.0)
    assert unit(np.zeros(2, dtype=np.float32)).tolist() == [0.0, 0.0]


def test_as_many_partitions_of_an_index_are_looked_at_as_the_settings_say(
    tmp_path_factory: pytest.TempPathFactory, encoder: Encoder
) -> None:
    folder, count = tmp_path_factory.mktemp("partitions"), 320
    goods = ("lithium cells", "wheat", "legal advice", "films", "cement", "vaccines", "satellites", "shoes")
    data = write_data(
        folder / "data",
        companies=[company("buyer"), *(company(f"s{number}") for number in range(count))],
        relations=[
            relation(f"s{number}", "supplies", "buyer", f"Supplies {goods[number % 8]} since {1700 + number}.")
            for number in range(count)
        ],
    )
    made = settings_for(
        data, folder / "kb", vector_index_min_rows=count, vector_index_partitions=8, relationship_limit=count
    )
    base, vector = build_and_open(made, encoder), encoder.encode(["who supplies wheat?"])[0]
    found = [
        len(search_triplets(base, vector, made.model_copy(update={"vector_nprobes": probes}))) for probes in (1, 8)
    ]
    assert 0 < found[0] < found[1] == count
