"""Known names inside longer ones that are not here: another company is named, and the known one is offered."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.retrieval.linking import NameIndex
from tests.support import name_index

TEXT = "Supplies Tesla in Germany with watches, batteries and automation."
COMPANIES = [
    Entity(id="tesla", type="company", name_zh="特斯拉", name_en="Tesla"),
    Entity(id="petrochina", type="company", name_zh="中国石油", name_en="PetroChina"),
    Entity(id="samsung", type="company", name_zh="三星电子", name_en="Samsung Electronics"),
    Entity(id="byd", type="company", name_zh="比亚迪", name_en="BYD", aliases=("BYD Auto",)),
    Entity(id="supplier", type="company", name_zh="企业一", name_en="Firm 1", description_en=TEXT),
]


@pytest.fixture(scope="module")
def names() -> NameIndex:
    return name_index(COMPANIES)


@pytest.mark.parametrize(
    ("question", "written", "offered"),
    [
        ("PetroChina Jinhong", "", "petrochina"),
        ("PetroChina Jinhong suppliers", "PetroChina Jinhong", "petrochina"),
        ("suppliers of PetroChina Jinhong", "PetroChina Jinhong", "petrochina"),
        ("Tesla Grohmann Automation's customers", "Tesla Grohmann Automation", "tesla"),
        ("Who supplies Tesla Grohmann Automation GmbH?", "Tesla Grohmann Automation GmbH", "tesla"),
        ("特斯拉格罗曼自动化的客户", "特斯拉格罗曼自动化", "tesla"),
        ("中国石油锦鸿化工有限公司的供应商有哪些", "中国石油锦鸿化工有限公司", "petrochina"),
    ],
)
def test_a_longer_name_that_is_not_here_offers_the_known_one_in_it(
    question: str, written: str, offered: str, names: NameIndex
) -> None:
    link = names.link_question(question)
    assert (link.outcome, link.entity_ids, link.name) == ("unknown", (), written)
    assert link.choices[0].company_id == offered


@pytest.mark.parametrize(
    ("question", "company_id"),
    [
        ("Tesla competitors", "tesla"),
        ("Tesla Model 3 suppliers", "tesla"),
        ("Tesla Watches suppliers", "tesla"),
        ("Tesla Valuation", "tesla"),
        ("Tesla IPO", "tesla"),
        ("Tesla Holdings suppliers", "tesla"),
        ("Tesla Technologies Co., Ltd. suppliers", "tesla"),
        ("BYD Auto", "byd"),
        ("BYD Auto suppliers", "byd"),
        ("Samsung Electronics Germany subsidiaries", "samsung"),
        ("Samsung Electronics Japan subsidiaries", "samsung"),
        ("Israeli Tesla rivals", "tesla"),
        ("特斯拉供应链公司", "tesla"),
        ("特斯拉集团有限公司的客户", "tesla"),
        ("特斯拉的德国子公司有限公司", "tesla"),
        ("特斯拉投资了哪些科技公司", "tesla"),
    ],
)
def test_words_that_only_say_what_is_asked_make_no_longer_name(
    question: str, company_id: str, names: NameIndex
) -> None:
    assert names.link_question(question).entity_ids == (company_id,)
