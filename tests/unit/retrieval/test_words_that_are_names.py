"""Names that are words of the language: taken where they are written as names, not where they are used as words."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.retrieval.linking import NameIndex
from tests.support import name_index


def company(identifier: str, name: str, *, zh: str = "", tickers: tuple[str, ...] = (), text: str = "") -> Entity:
    return Entity(
        id=identifier,
        type="company",
        name_zh=zh or name,
        name_en=name,
        tickers=tickers,
        description_zh=text,
        description_en=text,
    )


COMPANIES = [
    company("focus", "FOCUS", tickers=("0116.KL",)),
    company("target", "Target"),
    company("visa", "Visa"),
    company("tesla", "Tesla", zh="特斯拉"),
    company("robot", "Siasun", zh="机器人", tickers=("300024.SZ",)),
    Entity(id="robots", type="product", name_zh="机器人", name_en="robots"),
    *[
        company(
            f"word-{number}",
            f"Firm {number}",
            zh=f"企业{number}",
            text="Firms that focus on a target market, such as travel visa services; a supplier of Tesla. 生产机器人。",
        )
        for number in range(8)
    ],
]


@pytest.fixture(scope="module")
def names() -> NameIndex:
    return name_index(COMPANIES)


@pytest.mark.parametrize(
    "question",
    [
        "companies that focus on lithium",
        "who should I focus on",
        "Focus on battery makers",
        "Target markets of battery makers",
        "which firms target children?",
        "visa requirements for workers",
        "FIRMS THAT FOCUS ON LITHIUM",
        "Companies That Focus On Lithium",
        "Sells a lot. Focus on lithium",
        "which focus company is it",
        "机器人产业链有哪些公司",
        "做机器人的公司",
    ],
)
def test_a_word_used_as_a_word_is_no_company(question: str, names: NameIndex) -> None:
    assert set(names.link_question(question).entity_ids) <= {"robots"}


@pytest.mark.parametrize(
    ("question", "company_id"),
    [
        ("focus", "focus"),
        ("Focus?", "focus"),
        ("who competes with Focus?", "focus"),
        ("Which companies supply Target in Germany", "target"),
        ('rivals of "focus"', "focus"),
        ("rivals of “visa”", "visa"),
        ("Focus Inc. rivals", "focus"),
        ("Focus's customers", "focus"),
        ("FOCUS suppliers", "focus"),
        ("Focus (0116.KL) suppliers", "focus"),
        ("the company Target and its suppliers", "target"),
        ("Visa的客户有哪些", "visa"),
        ("谁给Target供货", "target"),
        ("who competes with tesla", "tesla"),
        ("WHO SUPPLIES TESLA", "tesla"),
        ("suppliers of Focus in Europe", "focus"),
        ("Who is the CEO of Visa?", "visa"),
        ("tesla suppliers", "tesla"),
        ("300024的供应商", "robot"),
        ("“机器人”的供应商有哪些", "robot"),
        ("机器人股份的供应商", "robot"),
    ],
)
def test_a_word_written_as_a_name_is_the_company(question: str, company_id: str, names: NameIndex) -> None:
    assert company_id in names.link_question(question).entity_ids


@pytest.mark.parametrize("field", ["focus", "Target", "visa"])
def test_a_company_field_takes_a_word(field: str, names: NameIndex) -> None:
    assert names.link_name(field).outcome == "linked"


TOPICS = [
    *[
        Entity(id=word, type="product", name_zh=word, name_en=word)
        for word in ("公司", "生产", "产品", "主营", "概念", "相关", "产业", "中国", "锂电池")
    ],
    Entity(id="place", type="place", name_zh="日本", name_en="Japan"),
    company("maker", "Maker", zh="某某新能"),
]


@pytest.mark.parametrize("question", ["主营产品是锂电池的公司", "生产锂电池的中国公司有哪些", "锂电池概念相关产业"])
def test_products_called_by_function_words_or_countries_are_not_named(question: str) -> None:
    found = name_index(TOPICS).find(question)
    assert [each.entity_ids for each in found] == [("锂电池",)]


def test_a_country_that_is_a_place_of_the_data_is_named() -> None:
    assert name_index(TOPICS).link_question("日本公司").entity_ids == ("place",)


TICKERS = [
    company("on", "Onsemi", tickers=("ON",)),
    company("five", "Quintgate", tickers=("5G",)),
    company("qx", "Quorvex", tickers=("QX",)),
    company("it", "Quillon", tickers=("IT",)),
    company("zorq", "Zorquell", tickers=("ZORQ",)),
    *[company(f"{number}", f"Firm {number}", text="Makes 5G radios and is on the list.") for number in range(8)],
    company("one", "Unique", text="Makes zorq by hand."),
]


@pytest.mark.parametrize(
    ("field", "meant"),
    [
        ("ON", ()),
        ("on", ()),
        ("5g", ()),
        ("suppliers of ON", ()),
        ("ON suppliers", ()),
        ("ZORQ", ("zorq",)),
        ("zorq", ()),
        ("谁给IT供货", ()),
        ("谁给ZORQ供货", ("zorq",)),
        ("QX", ("qx",)),
        ("qx", ()),
    ],
)
def test_a_ticker_by_itself_is_the_company_unless_it_is_a_word(field: str, meant: tuple[str, ...]) -> None:
    link = name_index(TICKERS).link_question(field)
    assert link.entity_ids == meant
