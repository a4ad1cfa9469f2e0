from __future__ import annotations

import pytest

from core.retrieval.keyword_search import companies_in_passages, search_passages
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import by_id, by_passage_node, company, settings_for, write_data


def found_by(words: str, knowledge_base: KnowledgeBase, settings: Settings) -> dict[str, float]:
    return by_id(knowledge_base, search_passages(knowledge_base, words, settings))


def passage(identifier: str, language: str, title: str, text: str) -> dict[str, str]:
    return {"id": identifier, "language": language, "title": title, "text": text}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("keywords")
    data = write_data(
        folder / "data",
        companies=[company("red", "红星电池", "Red Star"), company("blue", "蓝海汽车", "Blue Ocean")],
        concepts=[{"id": "product-cell", "type": "product", "name_zh": "电芯", "name_en": "battery cells"}],
        passages=[
            passage("zh", "zh", "红星电池的客户", "红星电池向蓝海汽车供应电芯。蓝海汽车总部在上海。"),
            passage("en", "en", "Red Star in Europe", "Red Star opened a plant in Hungary. Blue Ocean is far away."),
            passage("none", "en", "Weather", "It rained in Hungary."),
        ],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="module")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


def test_chinese_words_are_found(knowledge_base: KnowledgeBase, settings: Settings) -> None:
    assert list(found_by("供应电芯", knowledge_base, settings)) == ["zh"]


def test_english_words_are_found_whatever_their_case(knowledge_base: KnowledgeBase, settings: Settings) -> None:
    found = found_by("HUNGARY", knowledge_base, settings)
    assert set(found) == {"en", "none"}
    assert all(score > 0 for score in found.values())


@pytest.mark.parametrize("words", ["", "???", "。，！", "  ", "\u200b"])
def test_no_words_find_nothing(words: str, knowledge_base: KnowledgeBase, settings: Settings) -> None:
    assert search_passages(knowledge_base, words, settings) == {}


@pytest.mark.parametrize(
    "words", ["AND OR NOT", "(rain", 'title:"x" +y -z', "rained*~2^3", "' OR 1=1", "a" * 2000, "电" * 2000]
)
def test_query_syntax_is_only_words(words: str, knowledge_base: KnowledgeBase, settings: Settings) -> None:
    assert set(found_by(words, knowledge_base, settings)) <= {"zh", "en", "none"}


def test_no_more_passages_than_the_limit(knowledge_base: KnowledgeBase, settings: Settings) -> None:
    one = settings.model_copy(update={"passage_limit": 1})
    assert len(search_passages(knowledge_base, "Hungary", one)) == 1


def test_a_knowledge_base_without_passages_finds_nothing(
    tmp_path_factory: pytest.TempPathFactory, encoder: Encoder
) -> None:
    folder = tmp_path_factory.mktemp("without")
    settings = settings_for(write_data(folder / "data", companies=[company("a")]), folder / "kb")
    assert search_passages(build_and_open(settings, encoder), "a", settings) == {}


def credited(knowledge_base: KnowledgeBase, passages: dict[str, float]) -> dict[str, float]:
    return by_id(knowledge_base, companies_in_passages(knowledge_base, by_passage_node(knowledge_base, passages)))


def test_a_description_is_found_like_any_passage(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> None:
    folder = tmp_path_factory.mktemp("described")
    companies = [company("kiln", "窑", "Kiln", description_en="Fires porcelain.", description_zh="烧制瓷器。")]
    settings = settings_for(write_data(folder / "data", companies=companies), folder / "kb")
    knowledge_base = build_and_open(settings, encoder)
    assert set(found_by("porcelain", knowledge_base, settings)) == {"profile:en:kiln"}
    found = found_by("瓷器", knowledge_base, settings)
    assert set(found) == {"profile:zh:kiln"}
    assert set(credited(knowledge_base, found)) == {"kiln"}


def test_companies_are_credited_with_their_best_passage(knowledge_base: KnowledgeBase) -> None:
    credit = credited(knowledge_base, {"zh": 1.0, "en": 10.0})
    weights = {(item.passage_id, item.entity_id): item.weight for item in knowledge_base.mentions_in("en")}
    assert credit["red"] == pytest.approx(10.0 * weights["en", "red"])
    assert credit["red"] > credit["blue"] > 0


def test_bridges_and_passages_without_names_earn_no_credit(knowledge_base: KnowledgeBase) -> None:
    assert set(credited(knowledge_base, {"zh": 1.0})) == {"red", "blue"}
    assert credited(knowledge_base, {"none": 5.0}) == {}
