from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.names.masking import mask_names
from core.ontology import Ontology, RelationEnd
from core.reasoning.asked_relation import AskedRelation
from core.reasoning.ranking_cues import ranking_cue
from core.retrieval.linking import NameIndex
from tests.support import name_index
from tests.unit.reasoning.ranking_questions import NOT_YET_UNDERSTOOD, UNDERSTOOD, UNRELATED, Asked


def _entity(identifier: str, kind: str, name_zh: str, name_en: str, *aliases: str) -> Entity:
    return Entity(id=identifier, type=kind, name_zh=name_zh, name_en=name_en, aliases=aliases)


@pytest.fixture(scope="module")
def names() -> NameIndex:
    companies = {
        "catl": ("宁德时代", "CATL"),
        "byd": ("比亚迪", "BYD"),
        "tesla": ("特斯拉", "Tesla"),
        "apple": ("苹果公司", "Apple", "苹果"),
        "tsmc": ("台积电", "TSMC"),
        "nvidia": ("英伟达", "NVIDIA"),
        "volvo-cars": ("沃尔沃汽车", "Volvo Cars"),
        "geely": ("吉利汽车", "Geely", "吉利"),
        "arm": ("Arm", "Arm Holdings"),
        "tencent": ("腾讯", "Tencent"),
        "softbank": ("软银集团", "SoftBank", "软银"),
        "openai": ("OpenAI", "OpenAI"),
        "zhipu": ("智谱AI", "Zhipu AI", "智谱"),
        "huawei": ("华为", "Huawei"),
        "microsoft": ("微软", "Microsoft"),
        "hengrui": ("恒瑞医药", "Hengrui Pharma", "恒瑞", "Hengrui"),
        "ford": ("福特汽车", "Ford", "福特"),
        "pfizer": ("辉瑞", "Pfizer"),
    }
    bridges: list[tuple[str, str, tuple[str, ...]]] = [
        ("product-ev-battery", "product", ("动力电池", "EV batteries")),
        ("industry-cloud", "industry", ("云计算", "cloud computing")),
        ("person-musk", "person", ("埃隆·马斯克", "Elon Musk", "马斯克")),
        ("place-shenzhen", "place", ("深圳", "Shenzhen")),
    ]
    return name_index(
        [_entity(key, "company", *value) for key, value in companies.items()]
        + [_entity(key, kind, *value) for key, kind, value in bridges]
    )


def understood(question: str, names: NameIndex, ontology: Ontology) -> AskedRelation | None:
    return ranking_cue(mask_names(question, names.find(question)), ontology)


@pytest.mark.parametrize("asked", UNDERSTOOD, ids=[asked.question for asked in UNDERSTOOD])
def test_a_question_asks_for_its_relation_and_direction(asked: Asked, names: NameIndex, ontology: Ontology) -> None:
    assert understood(asked.question, names, ontology) == AskedRelation(asked.type, asked.end)


def share_understood(names: NameIndex, ontology: Ontology) -> float:
    every = [*UNDERSTOOD, *NOT_YET_UNDERSTOOD]
    right = [
        asked for asked in every if understood(asked.question, names, ontology) == AskedRelation(asked.type, asked.end)
    ]
    return len(right) / len(every)


def test_no_question_understood_so_far_is_lost(names: NameIndex, ontology: Ontology) -> None:
    assert share_understood(names, ontology) >= len(UNDERSTOOD) / (len(UNDERSTOOD) + len(NOT_YET_UNDERSTOOD))


def test_at_least_nine_questions_in_ten_are_understood(names: NameIndex, ontology: Ontology) -> None:
    assert share_understood(names, ontology) >= 0.9


def test_the_table_covers_every_type_and_end_that_has_cues(ontology: Ontology) -> None:
    with_cues = {(kind.id, "either" if end == "both" else end) for kind in ontology.types.values() for end in kind.cues}
    assert {(asked.type, asked.end) for asked in (*UNDERSTOOD, *NOT_YET_UNDERSTOOD)} >= with_cues
    assert len(UNDERSTOOD) >= 60
    assert {asked.question for asked in UNDERSTOOD}.isdisjoint(asked.question for asked in NOT_YET_UNDERSTOOD)


@pytest.mark.parametrize("question", UNRELATED)
def test_a_question_without_a_cue_asks_for_no_relation(question: str, names: NameIndex, ontology: Ontology) -> None:
    assert understood(question, names, ontology) is None


@pytest.mark.parametrize(
    "pronoun", ["its", "it", "them", "their", "the company", "This company", "它", "该公司", "这家公司", "它们"]
)
def test_a_pronoun_stands_for_the_company(pronoun: str) -> None:
    assert mask_names(f"Who supplies {pronoun}?", []) == "Who supplies {x}?"


def test_names_are_masked_with_their_possessive(names: NameIndex) -> None:
    question = "Are Tesla's and  CATL’s batteries alike?"
    assert mask_names(question, names.find(question)) == "Are {x} and {x} batteries alike?"


def test_a_pronoun_inside_a_word_is_no_pronoun() -> None:
    assert mask_names("Which limits fit?", []) == "Which limits fit?"


@pytest.mark.parametrize(
    ("end", "forward", "symmetric", "expected"),
    [
        ("forward", True, False, True),
        ("forward", False, False, False),
        ("backward", True, False, False),
        ("backward", False, False, True),
        ("either", True, False, True),
        ("either", False, False, True),
        ("forward", False, True, True),
        ("backward", True, True, True),
    ],
)
def test_only_the_asked_direction_matches(end: RelationEnd, forward: bool, symmetric: bool, expected: bool) -> None:
    asked = AskedRelation("supplies", end)
    assert asked.matches("supplies", forward=forward, symmetric=symmetric) is expected
    assert asked.matches("partner", forward=forward, symmetric=symmetric) is False
