from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.domain.requests import DiscoveryRequest
from core.retrieval.linking import NameIndex
from tests.support import name_index


def _entity(
    identifier: str,
    name_zh: str,
    name_en: str,
    *,
    kind: str = "company",
    aliases: tuple[str, ...] = (),
    tickers: tuple[str, ...] = (),
) -> Entity:
    return Entity(id=identifier, type=kind, name_zh=name_zh, name_en=name_en, aliases=aliases, tickers=tickers)


ENTITIES = [
    _entity("catl", "宁德时代", "CATL", aliases=("Contemporary Amperex Technology",), tickers=("300750.SZ", "3750.HK")),
    _entity("byd", "比亚迪", "BYD", aliases=("BYD Auto",), tickers=("002594.SZ",)),
    _entity("byd-electronic", "比亚迪电子", "BYD Electronic", tickers=("0285.HK",)),
    _entity("tesla", "特斯拉", "Tesla", aliases=("Tesla Motors",), tickers=("TSLA",)),
    _entity("jd", "京东", "JD.com", tickers=("JD",)),
    _entity("boe", "京东方", "BOE"),
    _entity("cisco", "思科", "Cisco"),
    _entity("lens", "蓝思科技", "Lens Technology"),
    _entity("sea", "冬海集团", "Sea Limited", tickers=("SE",)),
    _entity("delta-us", "达美航空", "Delta Air Lines", aliases=("Delta",)),
    _entity("delta-tw", "台达电子", "Delta Electronics", aliases=("Delta",)),
    _entity("product-battery", "动力电池", "EV batteries", kind="product"),
    _entity("industry-battery", "动力电池", "EV batteries", kind="industry"),
    _entity("person-apple", "苹果先生", "Apple Man", kind="person"),
]


@pytest.fixture(scope="module")
def names() -> NameIndex:
    return name_index(ENTITIES)


@pytest.mark.parametrize(
    "name",
    [
        "宁德时代",
        "CATL",
        "catl",
        "Catl",
        "300750",
        "300750.SZ",
        "300750.sz",
        "3750.HK",
        "ＣＡＴＬ",
        "３００７５０",
        "宁德时代股份有限公司",
        "CATL Co., Ltd.",
        "CATL Inc",
        "contemporary  amperex technology",
        "宁德时代 CATL",
        "宁德时代 · CATL · 300750.SZ",
        "Contemporary Amperex Technology Co., Limited",
    ],
)
def test_every_way_to_write_a_company_finds_it(name: str, names: NameIndex) -> None:
    link = names.link_name(name)
    assert (link.outcome, link.entity_ids) == ("linked", ("catl",))


def test_an_id_wins_over_everything_else() -> None:
    index = name_index([_entity("BYD", "甲", "First"), _entity("x", "乙", "BYD")])
    assert index.link_name("BYD").entity_ids == ("BYD",)


@pytest.mark.parametrize("name", ["Tesla in Shanghai", "Tesla Credit Bank", "特斯拉（中国）贸易"])
def test_a_name_that_only_contains_a_known_one_is_offered_not_taken(names: NameIndex, name: str) -> None:
    link = names.link_name(name)
    assert link.outcome == "unknown"
    assert link.choices[0].company_id == "tesla"


def test_a_bridge_is_not_a_company(names: NameIndex) -> None:
    assert names.link_name("动力电池").outcome == "unknown"


def test_a_misspelt_name_offers_the_nearest(names: NameIndex) -> None:
    link = names.link_name("Teslla")
    assert link.outcome == "unknown"
    assert link.choices[0].company_id == "tesla"
    assert 0.6 <= link.choices[0].similarity < 1.0


def test_a_misspelt_name_in_a_question_offers_the_nearest(names: NameIndex) -> None:
    link = names.link_question("who supplies Teslla?")
    assert link.outcome == "unknown"
    assert "tesla" in [choice.company_id for choice in link.choices]


def test_no_more_than_six_choices_are_offered() -> None:
    index = name_index([_entity(f"c{number}", f"华星{number}", f"Huaxing {number}") for number in range(20)])
    assert len(index.link_name("Huaxing").choices) == 6


def test_a_name_of_two_companies_offers_both(names: NameIndex) -> None:
    link = names.link_name("delta")
    assert link.outcome == "ambiguous"
    assert link.entity_ids == ()
    assert [choice.company_id for choice in link.choices] == ["delta-tw", "delta-us"]
    assert {choice.similarity for choice in link.choices} == {1.0}


def test_a_question_with_a_name_of_two_companies_offers_both(names: NameIndex) -> None:
    link = names.link_question("Who competes with Delta?")
    assert link.outcome == "ambiguous"
    assert {choice.company_id for choice in link.choices} == {"delta-tw", "delta-us"}


def test_the_longer_name_is_not_ambiguous(names: NameIndex) -> None:
    assert names.link_question("Who competes with Delta Electronics?").entity_ids == ("delta-tw",)


def test_a_question_naming_two_companies_links_both_in_order(names: NameIndex) -> None:
    assert names.link_question("特斯拉和宁德时代有什么关系？").entity_ids == ("tesla", "catl")


def test_a_company_named_twice_counts_once(names: NameIndex) -> None:
    assert names.link_question("Tesla, 特斯拉, TSLA?").entity_ids == ("tesla",)


def test_a_question_naming_only_a_product_links_the_bridges(names: NameIndex) -> None:
    link = names.link_question("谁生产动力电池？")
    assert link.outcome == "linked"
    assert set(link.entity_ids) == {"product-battery", "industry-battery"}


def test_companies_come_before_bridges(names: NameIndex) -> None:
    assert names.link_question("谁给特斯拉供应动力电池？").entity_ids == ("tesla",)


def test_two_companies_in_the_company_field_are_not_linked(names: NameIndex) -> None:
    assert names.link_name("Tesla and CATL").outcome == "unknown"


@pytest.mark.parametrize("nothing", ["", "???", "。", " ", "🙂", "-"])
def test_nothing_at_all_is_unknown_without_choices(nothing: str, names: NameIndex) -> None:
    for link in (names.link_name(nothing), names.link_question(nothing)):
        assert (link.outcome, link.entity_ids, link.choices) == ("unknown", (), ())


def test_an_index_of_nothing_knows_nothing() -> None:
    empty = name_index([])
    assert empty.link_name("CATL").outcome == "unknown"
    assert empty.link_question("Who supplies CATL?").choices == ()


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("京东方的客户", "boe"),
        ("京东的客户", "jd"),
        ("蓝思科技的客户", "lens"),
        ("思科的客户", "cisco"),
        ("比亚迪电子", "byd-electronic"),
    ],
)
def test_the_longest_chinese_name_wins(text: str, company: str, names: NameIndex) -> None:
    assert names.link_question(text).entity_ids == (company,)


def test_a_ticker_of_letters_counts_only_in_capitals(names: NameIndex) -> None:
    assert names.link_question("Who competes with SE?").entity_ids == ("sea",)
    assert names.link_question("se vende coche").entity_ids == ()
    assert names.link_question("Se ve bien").entity_ids == ()


def test_a_latin_name_inside_a_longer_word_is_not_found(names: NameIndex) -> None:
    assert names.find("Teslas and ciscos, catlike") == []


def test_a_latin_name_beside_chinese_is_found(names: NameIndex) -> None:
    assert [match.entity_ids for match in names.find("给Tesla供货的CATL公司")] == [("tesla",), ("catl",)]


def test_offsets_cut_the_name_out_of_the_text(names: NameIndex) -> None:
    text = "ＣＡＴＬ与İ特斯拉"
    assert [text[match.start : match.end] for match in names.find(text)] == ["ＣＡＴＬ", "特斯拉"]


@pytest.mark.parametrize(
    "hostile",
    [
        "' OR 1=1; DROP TABLE companies; --",
        "<script>alert(1)</script>",
        "{x} {0} %s %n",
        "\\u0000\\x00",
        "((((((",
        "[a-z]*+?",
        "a\u0301\u0302\u0303" * 50,
        "ﷺ" * 30,
        "🏳️‍🌈" * 20,
    ],
)
def test_hostile_text_is_merely_unknown(hostile: str, names: NameIndex) -> None:
    assert names.link_name(hostile).outcome == "unknown"
    assert names.link_question(hostile).outcome == "unknown"


@pytest.mark.parametrize("text", ["a" * 10_000, "宁" * 10_000, "x y " * 2_500, "(" * 10_000])
def test_ten_thousand_characters_are_merely_unknown(text: str, names: NameIndex) -> None:
    assert names.link_name(text).outcome == "unknown"
    assert names.link_question(text).outcome == "unknown"


def test_a_name_at_the_end_of_ten_thousand_characters_is_found(names: NameIndex) -> None:
    assert names.link_question("啊" * 10_000 + "特斯拉").entity_ids == ("tesla",)


def test_control_characters_are_gone_before_linking(names: NameIndex) -> None:
    request = DiscoveryRequest(company="\u202eTes\u0000la\ud800\n")
    assert names.link_name(request.company).entity_ids == ("tesla",)


def test_a_name_that_is_anothers_ticker_is_found_whatever_comes_first() -> None:
    named, listed = _entity("a", "甲", "Ford"), _entity("b", "乙", "Forward Industries", tickers=("FORD",))
    for order in ([named, listed], [listed, named]):
        (match,) = name_index(order).find("who owns Ford?")
        assert set(match.entity_ids) == {"a", "b"}


@pytest.mark.parametrize(
    ("name", "outcome", "meant"),
    [
        ("CATL", "linked", ["catl"]),
        ("苹果先生", "linked", ["person-apple"]),
        (" apple man ", "linked", ["person-apple"]),
        ("person-apple", "linked", ["person-apple"]),
        ("动力电池", "ambiguous", ["industry-battery", "product-battery"]),
        ("Delta", "ambiguous", ["delta-tw", "delta-us"]),
    ],
)
def test_any_entity_is_found_by_its_whole_name(name: str, outcome: str, meant: list[str], names: NameIndex) -> None:
    link = names.link_entity(name)
    assert link.outcome == outcome
    assert sorted(link.entity_ids or [choice.company_id for choice in link.choices]) == meant


def test_a_name_inside_other_words_is_not_the_entity(names: NameIndex) -> None:
    link = names.link_entity("动力电池回收")
    assert link.outcome == "unknown"


def test_a_whole_name_means_its_entity_though_several_companies_are_called_so_among_other_words() -> None:
    steel = _entity("product-steel", "钢", "Steel", kind="product")
    names = name_index([steel, _entity("a", "甲", "Steel Dynamics"), _entity("b", "乙", "Steel Partners")])
    assert names.link_entity("steel").entity_ids == ("product-steel",)
    assert names.link_name("steel").outcome == "ambiguous"


def test_a_company_that_is_called_so_in_short_comes_before_a_place() -> None:
    city, river = (
        _entity("place-ningde", "宁德", "Ningde", kind="place"),
        _entity("river", "宁德", "Ningde", kind="product"),
    )
    catl = _entity("catl", "宁德时代", "CATL")
    assert name_index([city, catl]).link_entity("宁德").entity_ids == ("catl",)
    assert name_index([city]).link_entity("宁德").entity_ids == ("place-ningde",)
    assert name_index([river, catl]).link_entity("宁德").entity_ids == ("river",)


FORMS = [
    *ENTITIES,
    _entity("plc", "PLC", "PLC S.p.A."),
    _entity("apa", "APA", "APA Corporation", tickers=("CE",)),
    _entity("mammoth", "猛犸资源", "Mammoth Resources Corp."),
    _entity("shenzhen", "深圳", "Shenzhen", kind="place"),
]


@pytest.mark.parametrize(
    "name", ["Shenzhen Zenith Widget Co., Ltd", "深圳市天顶器件有限公司", "Kiotech International plc"]
)
def test_the_name_of_a_company_that_is_not_here_means_no_place_and_no_legal_form(name: str) -> None:
    link = name_index(FORMS).link_question(name)
    assert (link.outcome, link.entity_ids) == ("unknown", ())
    assert "plc" not in [choice.company_id for choice in link.choices]


def test_a_known_company_is_offered_for_a_longer_name_that_is_not_here() -> None:
    link = name_index(FORMS).link_question("BYD Batteries Co., Ltd")
    assert (link.outcome, link.entity_ids) == ("unknown", ())
    assert [choice.company_id for choice in link.choices] == ["byd"]


def test_a_known_name_with_its_legal_form_still_means_that_company() -> None:
    assert name_index(FORMS).link_question("BYD Co., Ltd").entity_ids == ("byd",)
    assert name_index(FORMS).link_question("PLC").entity_ids == ("plc",)


def test_a_question_that_is_the_whole_name_of_a_company_links_it() -> None:
    assert name_index(FORMS).link_question("Mammoth Resources Corp.").entity_ids == ("mammoth",)


def test_what_begins_alike_is_offered_before_what_is_contained() -> None:
    choices = name_index(FORMS).link_name("Mammoth Copper Corp").choices
    assert [choice.company_id for choice in choices][:1] == ["mammoth"]
    assert "apa" not in [choice.company_id for choice in choices]
