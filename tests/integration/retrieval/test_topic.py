from __future__ import annotations

from typing import Any

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.text import COMPANY_SLOT
from core.names.masking import mask_names
from core.ontology import Ontology
from core.retrieval.base import Base
from core.retrieval.known_topic import is_known
from core.retrieval.topic import topic_of
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, name_finder, settings_for, write_data
from tests.unit.names.test_name_finder import entity


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Which companies make solid-state batteries?", "solid state batteries"),
        ("Who makes solid-state batteries?", "solid state batteries"),
        ("哪些公司生产固态电池？", "固态电池"),
        ("固态电池概念的上市公司有哪些", "固态电池"),
        ("Find companies similar to {x}", ""),
        ("与{x}类似的公司有哪些？", ""),
        ("Who are {x} competitors in the market for glass?", "market glass"),
        ("{x}的竞争对手是谁？", ""),
        ("{x}", ""),
        ("", ""),
        ("?!。，", ""),
        ("the of and", ""),
        ("有哪些公司", ""),
        ("LITHIUM  Mines in Chile", "lithium mines chile"),
        ("Mg alloys 镁合金", "mg alloys 镁合金"),
    ],
)
def test_the_topic_is_what_is_left_without_names_cues_and_function_words(
    question: str, topic: str, ontology: Ontology
) -> None:
    assert topic_of(question, ontology) == topic


def test_the_cues_of_every_relation_type_say_nothing_of_a_topic(ontology: Ontology) -> None:
    for kind in ontology.types.values():
        for words in kind.cues.values():
            for cue in (*words.zh, *words.en):
                if COMPANY_SLOT not in cue:
                    assert topic_of(f"xenon {cue} argon", ontology) == "xenon argon", cue


def test_a_cue_inside_a_longer_word_is_no_cue(ontology: Ontology) -> None:
    assert topic_of("rivalled unsupplied", ontology) == "rivalled unsupplied"


def test_the_longest_cue_goes_first(ontology: Ontology) -> None:
    assert topic_of("供应商 supply chain", ontology) == ""


def test_a_company_named_in_function_words_is_masked_before(ontology: Ontology) -> None:
    finder = name_finder([entity("related", "相关", "Related Companies"), entity("public", "上市", "Public")])
    question = "Who supplies Related Companies with glass?"
    names = finder.find(question, respect_case=False)
    assert [question[name.start : name.end] for name in names] == ["Related Companies"]
    assert topic_of(mask_names(question, names), ontology) == "glass"


@pytest.mark.parametrize("name", ["related", "Company", "similar companies", "上市公司", "相关", "the", "竞争对手"])
def test_a_product_may_be_called_what_says_nothing(name: str, ontology: Ontology) -> None:
    assert topic_of(name, ontology) == ""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("topics")
    data = write_data(
        folder / "data",
        companies=[
            company("tube", "钢管公司", "Tube Works", description_zh="生产无缝钢管。", description_en="Rolls tubes."),
            company("sea", "海公司", "Sea Works", description_en="Ships cargo."),
        ],
        passages=[{"id": "p", "language": "en", "text": "Helium is scarce; 氦气紧缺。"}],
    )
    return settings_for(data, folder / "kb")


@pytest.fixture(scope="module")
def knowledge_base(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    return build_and_open(settings, encoder)


@pytest.mark.parametrize(
    ("topic", "known"),
    [
        ("helium", True),
        ("氦气", True),
        ("无缝钢管", True),
        ("tubes", True),
        ("cargo ships", True),
        ("cargo weather", False),  # a half is not more than half
        ("cargo ships weather", True),
        ("weather", False),
        ("car", False),  # of cargo
        ("cargo you", True),  # small talk does not count
        ("cargo s", True),  # nor does a single letter
        ("you", False),
        ("please help", False),
        ("做无缝钢管", True),  # where the words of a run begin is not known
        ("钢管天气预报", False),
        ("无缝钢管 在做", True),  # a longer run says more
        ("在做", False),
        ("用", False),
        ("天气预报", False),
        ("", False),
        ("   ", False),
    ],
)
def test_a_topic_is_known_where_the_texts_hold_most_of_its_words(
    topic: str, known: bool, knowledge_base: KnowledgeBase, settings: Settings
) -> None:
    assert is_known(knowledge_base, topic, settings) is known


def test_a_base_without_texts_knows_only_names(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> None:
    folder = tmp_path_factory.mktemp("no-texts")
    settings = settings_for(write_data(folder / "data", companies=[company("a", "钢管", "Tubes")]), folder / "kb")
    base = build_and_open(settings, encoder)
    assert is_known(base, "tubes", settings)
    assert not is_known(base, "helium", settings)


def test_a_base_without_companies_knows_its_passages(
    tmp_path_factory: pytest.TempPathFactory, encoder: Encoder
) -> None:
    folder = tmp_path_factory.mktemp("passages-only")
    passages = [{"id": "p", "language": "en", "text": "Helium is scarce."}]
    settings = settings_for(write_data(folder / "data", passages=passages), folder / "kb")
    base = build_and_open(settings, encoder)
    assert is_known(base, "helium", settings)
    assert not is_known(base, "steel", settings)


@pytest.mark.parametrize("error", [OSError("disk"), RuntimeError("lance"), ValueError("shape")])
def test_passages_that_cannot_be_searched_are_named_and_not_taken_for_an_unknown_topic(
    error: Exception,
    knowledge_base: KnowledgeBase,
    settings: Settings,
    ontology: Ontology,
    encoder: Encoder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = knowledge_base.table

    def table(name: str) -> Any:
        if name == "passages":
            raise error
        return whole(name)

    pipeline = DiscoveryPipeline(Base.over(knowledge_base, ontology, settings), encoder=lambda: encoder)
    monkeypatch.setattr(knowledge_base, "table", table)
    assert is_known(knowledge_base, "weather", settings)
    searched = pipeline.retrieve(DiscoveryRequest(query="Who ships cargo?"))
    assert searched.understood.link.outcome == "topic"
    assert searched.found.failures == {"keyword": str(error), "passages": str(error)}
    assert "sea" in searched.found.candidates.company_ids


@pytest.mark.parametrize("word", ["有色金属", "在线教育", "普及率"])
def test_a_word_is_not_taken_apart_for_a_function_word_inside_it(word: str, ontology: Ontology) -> None:
    assert topic_of(f"{word}的公司有哪些？", ontology) == word
