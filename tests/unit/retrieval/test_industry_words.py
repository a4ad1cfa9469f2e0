"""An industry is found where all content words of what is asked for stand in its name."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.ontology import default_ontology
from core.retrieval.industry_words import IndustryWords
from core.retrieval.linking import NameIndex
from tests.support import EntityList

INDUSTRIES = [
    Entity(id=f"i-{key}", type="industry", name_zh=zh, name_en=en)
    for key, zh, en in (
        ("lithium", "锂矿与锂盐", "lithium mining and salts"),
        ("mining", "矿业", "mining"),
        ("memory", "存储芯片", "memory chips"),
        ("design", "芯片设计", "chip design"),
        ("estate", "房产服务", "real estate services"),
        ("fintech", "数字支付与金融科技", "digital payments and fintech"),
        ("machines", "半导体设备", "semiconductor equipment"),
        ("materials", "半导体材料", "semiconductor materials"),
        ("chemicals", "化工", "chemicals"),
    )
]
OTHERS = [
    Entity(id="albemarle", type="company", name_zh="雅保", name_en="Albemarle"),
    Entity(id="p-copper", type="product", name_zh="铜", name_en="copper"),
]


@pytest.fixture(scope="module")
def names() -> NameIndex:
    return NameIndex(EntityList([*INDUSTRIES, *OTHERS]), default_ontology(), industries=lambda: INDUSTRIES)


@pytest.mark.parametrize(
    ("question", "industry"),
    [
        ("lithium mining companies", "i-lithium"),
        ("lithium miners", "i-lithium"),
        ("Which companies are in lithium mining?", "i-lithium"),
        ("list all lithium salts companies", "i-lithium"),
        ("mining companies", "i-mining"),
        ("miners", "i-mining"),
        ("memory chip makers", "i-memory"),
        ("chip designers", "i-design"),
        ("real estate firms", "i-estate"),
        ("chemical companies", "i-chemicals"),
        ("lithium mining companies in Chile", "i-lithium"),
        ("锂矿企业", "i-lithium"),
        ("锂盐公司有哪些", "i-lithium"),
        ("金融科技的公司", "i-fintech"),
        ("芯片设计企业", "i-design"),
    ],
)
def test_the_words_of_an_industry_mean_it(question: str, industry: str, names: NameIndex) -> None:
    link = names.link_question(question)
    assert (link.outcome, link.entity_ids) == ("linked", (industry,))


@pytest.mark.parametrize(
    "question",
    [
        "semiconductor companies",
        "equipment makers",
        "lithium fishing companies",
        "service firms",
        "锂企业",
        "半导体公司",
    ],
)
def test_words_of_no_or_of_several_industries_mean_none(question: str, names: NameIndex) -> None:
    assert names.link_question(question).entity_ids == ()


def test_what_is_named_is_not_replaced(names: NameIndex) -> None:
    assert names.link_question("copper miners").entity_ids == ("p-copper",)
    assert names.link_question("Does Albemarle buy from lithium miners?").entity_ids == ("albemarle",)


@pytest.mark.parametrize("phrase", ["", "the", "and", "s", "矿", "与"])
def test_little_words_say_no_industry(phrase: str) -> None:
    assert IndustryWords(INDUSTRIES).called(phrase) is None
