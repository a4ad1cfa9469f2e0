"""Names in running text: what is written as a ticker, what reads as a name, what is near to one."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.retrieval.linking import NameIndex
from core.retrieval.near_names import names_beginning_alike, near_names
from tests.support import EntityList, name_index


def company(identifier: str, name: str, *, zh: str = "", tickers: tuple[str, ...] = (), text: str = "") -> Entity:
    return Entity(id=identifier, type="company", name_zh=zh or name, name_en=name, tickers=tickers, description_en=text)


COMPANIES = [
    company("c3", "C3.ai", tickers=("AI",)),
    company("liberty", "Liberty All-Star Equity", tickers=("USA",)),
    company("salesforce", "Salesforce", tickers=("CRM",)),
    company("skyline", "Skyline Champion", tickers=("SKY",)),
    company("equity", "Lemur Equity", tickers=("LPL",)),
    company("nvidia", "NVIDIA", zh="英伟达", tickers=("NVDA",)),
    company("tsmc", "TSMC", zh="台积电", tickers=("2330.TW",)),
    company("uptown", "China Uptown", zh="中国城市", tickers=("2020.HK", "2015.HK", "1999.HK")),
    company("catl", "CATL", zh="宁德时代", tickers=("300750.SZ",)),
    company("kweichow", "Kweichow Moutai", zh="贵州茅台", tickers=("600519.SH",)),
    company("apple", "Apple", zh="苹果公司", tickers=("AAPL",)),
    company("tencent", "Tencent", zh="腾讯"),
    company("tencent-music", "Tencent Music", zh="腾讯音乐"),
    company("novo", "Novo Nordisk", zh="诺和诺德"),
    company("samsung-1", "Samsung Electronics", zh="三星电子"),
    company("samsung-2", "Samsung SDI", zh="三星SDI"),
    company("steelworks", "The Steel PLC", zh="钢铁股份"),
    *[
        company(
            f"word-{number}",
            f"Firm {number}",
            zh=f"企业{number}",
            text="Sells AI and CRM software in the USA and makes steel and lithium cells under an open sky.",
        )
        for number in range(6)
    ],
    Entity(id="steel", type="product", name_zh="钢", name_en="steel"),
    Entity(id="related", type="product", name_zh="相关", name_en="related"),
    Entity(id="concept", type="industry", name_zh="概念", name_en="Company"),
    Entity(id="ningde", type="place", name_zh="宁德", name_en="Ningde"),
    Entity(id="germany", type="place", name_zh="德国", name_en="Germany"),
]


@pytest.fixture(scope="module")
def names() -> NameIndex:
    return name_index(COMPANIES)


@pytest.mark.parametrize(
    "question",
    [
        "AI chips",
        "Who makes AI chips?",
        "EV batteries in the USA",
        "CRM software",
        "artificial intelligence (AI)",
        "companies founded in 2015",
        "who invested since 2020?",
        "2020年以来的新能源企业",
        "2015年成立的公司有哪些",
        "rivals in (2015)",
        "1999",
        "more than 2330 employees",
        "SKY Perfect JSAT",
        "competitors of Sky Perfect",
        "LPL Investment Holdings",
        "related company",
        "概念相关的公司有哪些",
        "the sky is open",
        "WHO MAKES AI CHIPS",
    ],
)
def test_words_years_and_longer_names_are_no_companies(question: str, names: NameIndex) -> None:
    meant = names.link_question(question).entity_ids if question != "1999" else ()
    assert not [each for each in meant if each not in ("steel",)], question


@pytest.mark.parametrize(
    ("question", "company_id"),
    [
        ("AI", "c3"),
        ("$AI rivals", "c3"),
        ("NASDAQ:AI competitors", "c3"),
        ("NYSE: CRM", "salesforce"),
        ("ticker AI", "c3"),
        ("股票代码AI的同行", "c3"),
        ("C3.ai (AI) competitors", "c3"),
        ("AI.N suppliers", "c3"),
        ("NVDA competitors", "nvidia"),
        ("Who supplies NVDA?", "nvidia"),
        ("nvda rivals", "nvidia"),
        ("WHO SUPPLIES NVDA", "nvidia"),
        ("NVDA的供应商", "nvidia"),
        ("2330", "tsmc"),
        ("2330 suppliers", "tsmc"),
        ("2330.TW", "tsmc"),
        ("代码2330的客户有哪些", "tsmc"),
        ("台积电（2330）", "tsmc"),
        ("ticker 2015", "uptown"),
        ("2015.HK", "uptown"),
        ("$2020", "uptown"),
        ("1999", "uptown"),
        ("300750", "catl"),
        ("300750的供应商有哪些", "catl"),
        ("SZ300750", "catl"),
        ("sh600519的同行", "kweichow"),
    ],
)
def test_what_is_written_as_a_ticker_is_one(question: str, company_id: str, names: NameIndex) -> None:
    assert names.link_question(question).entity_ids == (company_id,)


def test_a_code_of_another_exchange_is_another_company(names: NameIndex) -> None:
    assert names.link_question("2330.HK").entity_ids == ()


def test_two_codes_alone_are_two_companies(names: NameIndex) -> None:
    assert set(names.link_question("300750和600519有什么关系").entity_ids) == {"catl", "kweichow"}


@pytest.mark.parametrize("field", ["AI", "ai", "CRM", "2015", "2330", "300750"])
def test_a_company_field_takes_every_ticker(field: str, names: NameIndex) -> None:
    assert names.link_name(field).outcome == "linked"


@pytest.mark.parametrize("name", ["相关", "概念"])
def test_the_page_of_a_product_is_found_by_its_name(name: str, names: NameIndex) -> None:
    assert names.link_entity(name).outcome == "linked"


@pytest.mark.parametrize(
    ("question", "written", "first"),
    [
        ("competitors of Appel", "Appel", "apple"),
        ("Who supplies appel?", "appel", "apple"),
        ("suppliers of Appel in Germany", "Appel", "apple"),
        ("who competes with Novo Nordsik", "Novo Nordsik", "novo"),
        ("宁德时带的客户", "宁德时带", "catl"),
        ("谁给贵州茅抬供货？", "贵州茅抬", "kweichow"),
        ("suppliers of CATT", "CATT", "catl"),
        ("competitors of Tencent Muisc", "Tencent Muisc", "tencent-music"),
        ("茅台的竞争对手", "茅台", "kweichow"),
    ],
)
def test_a_misspelt_name_in_a_question_offers_the_one_meant_first(
    question: str, written: str, first: str, names: NameIndex
) -> None:
    link = names.link_question(question)
    assert (link.outcome, link.entity_ids, link.name) == ("unknown", (), written)
    assert link.choices[0].company_id == first


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("Competitors of Zorblatt Industries", "Zorblatt Industries"),
        ("Zorblatt's rivals in Germany", "Zorblatt"),
        ("competitors of Kyoei Steel Ltd.", "Kyoei Steel"),
        ("suppliers of Zorblatt in Germany", "Zorblatt"),
    ],
)
def test_a_name_like_nothing_offers_nobody_and_is_not_taken_for_what_it_holds(
    question: str, written: str, names: NameIndex
) -> None:
    link = names.link_question(question)
    assert (link.outcome, link.entity_ids, link.choices, link.name) == ("unknown", (), (), written)


@pytest.mark.parametrize("question", ["Samsung", "samsung", "competitors of Samsung", "三星", "三星的竞争对手有哪些"])
def test_a_name_of_several_companies_asks_which(question: str, names: NameIndex) -> None:
    link = names.link_question(question)
    assert link.outcome == "ambiguous"
    assert {choice.company_id for choice in link.choices} == {"samsung-1", "samsung-2"}


def test_a_word_is_not_near_to_a_name_of_four_letters() -> None:
    entities = EntityList(COMPANIES)
    assert near_names(entities.names, "cats", certain=False) == {}


@pytest.mark.parametrize("question", ["lithium", "Lithium suppliers", "steel", "Steel makers", "software", "三氧化硫"])
def test_a_word_is_no_name_because_names_hold_it(question: str, names: NameIndex) -> None:
    link = names.link_question(question)
    assert link.choices == ()
    assert set(link.entity_ids) <= {"steel"}


def test_a_name_but_for_its_legal_form_is_the_company() -> None:
    index = name_index([company("x", "Zhong Ya International Limited")])
    assert index.link_question("subsidiaries of Zhong Ya International").entity_ids == ("x",)


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("appel", {"apple"}),
        ("aple", {"apple"}),
        ("moutai", set()),
        ("nvidai", {"nvidia"}),
        ("tell", set()),
        ("novo nordsik", {"novo"}),
        ("novo", {"novo"}),
        ("novonordisk", {"novo"}),
        ("lemurequit", {"equity"}),
        ("lemrequit", set()),
        ("samsng", {"samsung-1", "samsung-2"}),
        ("zorblatt", set()),
        ("catt", {"catl"}),
        ("宁德时带", {"catl"}),
        ("宁波", set()),
        ("2331 tw", set()),
    ],
)
def test_near_is_a_slip_or_two(typed: str, near: set[str]) -> None:
    entities = EntityList(COMPANIES)
    found = near_names(entities.names, typed)
    assert {entities.entity_ids[number] for number in found} == near
    assert all(0 < likeness < 1 for likeness in found.values())


@pytest.mark.parametrize(("firms", "found"), [(3, 3), (4, 0), (31, 0)])
def test_a_first_word_tells_who_is_meant_where_few_names_begin_with_it(firms: int, found: int) -> None:
    named = [company(f"x{number}", f"Zhong Works {number}") for number in range(firms)]
    assert len(names_beginning_alike(EntityList(named).names, "zhong trading")) == found


@pytest.mark.parametrize("question", ["suppliers of 600519.SKY", "600519.SKY customers"])
def test_what_stands_for_the_exchange_of_another_ticker_is_no_company(question: str, names: NameIndex) -> None:
    assert "skyline" not in names.link_question(question).entity_ids
