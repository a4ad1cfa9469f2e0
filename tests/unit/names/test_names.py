from __future__ import annotations

import pytest

from core.names.normalise import (
    fold_characters,
    is_legal_form,
    is_word_character,
    is_written_as_name,
    normalise_name,
    reads_as_company_name,
)
from core.ontology import default_ontology
from core.ontology.inflection import noun_forms


@pytest.mark.parametrize(
    ("name", "normalised"),
    [
        ("ＢＹＤ Co., Ltd.", "byd"),
        ("BYD Company Limited", "byd"),
        ("Tesla, Inc.", "tesla"),
        ("SAP SE", "sap"),
        ("Siemens AG", "siemens"),
        ("LVMH S.A.", "lvmh"),
        ("NXP N.V.", "nxp"),
        ("McDonald's Corporation", "mcdonalds"),
        ("McDonald’s", "mcdonalds"),
        ("宁德时代新能源科技股份有限公司", "宁德时代新能源科技"),
        ("华为技术有限公司", "华为技术"),
        ("腾讯控股有限公司", "腾讯"),
        ("阿里巴巴集团控股有限公司", "阿里巴巴"),
        ("某某有限责任公司", "某某"),
        ("ＡＢＣ１２３", "abc123"),
        ("臺灣積體電路製造股份有限公司", "台湾积体电路制造"),
        ("鴻海精密工業股份有限公司", "鸿海精密工业"),
        ("上海汽车（集团）股份有限公司", "上海汽车"),
        ("京东集团", "京东"),
        ("株式会社東芝", "东芝"),
        ("株式會社 東芝", "东芝"),
        ("주식회사 카카오", "카카오"),
        ("삼성전자 주식회사", "삼성전자"),
        ("Société Générale Société anonyme", "societe generale"),
        ("Müller GmbH & Co. KG", "muller"),
        ("Siemens Aktiengesellschaft", "siemens"),
        ("Prada S.p.A.", "prada"),
        ("Ørsted A/S", "orsted"),
        ("Alsea S.A. de C.V.", "alsea"),
        ("Grupo México, S.A.B. de C.V.", "grupo mexico"),
        ("Volvo Car AB (publ)", "volvo car"),
        ("PT Bank Central Asia Tbk", "bank central asia"),
        ("ПАО «Газпром»", "газпром"),
        ("Tata Motors Pty Ltd", "tata motors"),
        ("Coca-Cola Company (The)", "coca cola"),
        ("The Coca-Cola Company", "coca cola"),
        ("", ""),
        ("…!?", ""),
    ],
)
def test_a_name_is_compared_without_width_case_punctuation_and_legal_form(name: str, normalised: str) -> None:
    assert normalise_name(name) == normalised


def test_punctuation_beside_an_underscore_is_one_space() -> None:
    assert normalise_name("at_&_t") == "at t"


@pytest.mark.parametrize(
    "name",
    [
        "公司",
        "有限公司",
        "Co",
        "Inc.",
        "Company",
        "集团公司",
        "集團",
        "株式會社",
        "GmbH",
        "PT",
        "The",
        "ООО",
        "주식회사",
    ],
)
def test_a_name_that_is_nothing_but_a_legal_form_is_kept(name: str) -> None:
    assert normalise_name(name)


def test_a_legal_form_inside_a_name_is_kept() -> None:
    assert normalise_name("Limited Brands") == "limited brands"
    assert normalise_name("Costco") == "costco"
    assert normalise_name("联想控股") == "联想控股"


@pytest.mark.parametrize("name", ["Fund II", "Made In", "Air Canada CA", "PT Cruiser Cars In"])
def test_a_short_word_that_is_a_legal_form_somewhere_is_kept(name: str) -> None:
    assert normalise_name(name).split()[-1] == name.lower().split()[-1]


@pytest.mark.parametrize(("name", "kept"), [("が", "が"), ("हिन्दी", "ह न द"), ("ไทย", "ไทย"), ("한국", "한국")])
def test_marks_that_are_no_accents_stay_what_they_were(name: str, kept: str) -> None:
    assert normalise_name(name).startswith(kept[0])
    assert "か" not in normalise_name(name)


@pytest.mark.parametrize("name", ["Alpha Co公司", "腾讯公司公司"])
def test_a_second_legal_form_goes_as_well(name: str) -> None:
    assert normalise_name(normalise_name(name)) == normalise_name(name)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("ＡＢＣ", "abc"),
        ("İ", "İ"),
        ("ﬁ", "ﬁ"),
        ("㍿", "㍿"),
        ("宁德", "宁德"),
        ("寧德時代", "宁德时代"),
        ("薴", "苎"),
        ("é", "é"),
    ],
)
def test_folding_keeps_what_would_change_the_length(text: str, folded: str) -> None:
    assert fold_characters(text) == folded


@pytest.mark.parametrize(("character", "is_one"), [("a", True), ("7", True), ("é", False), ("宁", False), ("-", False)])
def test_only_ascii_letters_and_digits_join_words(character: str, is_one: bool) -> None:
    assert is_word_character(character) is is_one


@pytest.mark.parametrize(
    "text",
    [
        "Shenzhen Konka Electronic Co., Ltd",
        "Toyota Motor Corporation",
        "Deutsche Bank AG",
        "The Widget Works Inc.",
        "深圳市康佳电子有限公司",
        "某某控股集团",
        "Münchener Werke Aktiengesellschaft",
    ],
)
def test_what_ends_in_a_legal_form_reads_as_a_name(text: str) -> None:
    assert reads_as_company_name(text)


@pytest.mark.parametrize(
    "text",
    [
        "Who competes with BYD Co., Ltd.?",
        "Companies similar to Moderna, Inc.",
        "suppliers of Apple Inc",
        "lithium battery company",
        "the oil and gas industry",
        "储能公司",
        "深圳的公司",
        "哪些公司投资了某某有限公司",
        "谁供货给某某集团",
        "BYD",
        "",
        "?",
    ],
)
def test_what_asks_or_has_no_legal_form_does_not_read_as_a_name(text: str) -> None:
    assert not reads_as_company_name(text)


@pytest.mark.parametrize(("text", "is_one"), [("plc", True), ("Co., Ltd", True), ("BYD", False), ("Energy", False)])
def test_a_legal_form_says_nothing_behind_a_name(text: str, is_one: bool) -> None:
    assert is_legal_form(text) is is_one


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Keyera Facilities Income Fund", True),
        ("Lijun International (Holding", True),
        ("J Hepworth & Son", True),
        ("Bank of the Orient", True),
        ("Who Competes With Tesla", False),
        ("solid-state batteries", False),
        ("Lithium batteries", False),
        ("Tesla", False),
        ("固态电池 材料", False),
        ("", False),
    ],
)
def test_two_words_with_capitals_are_written_as_a_name(text: str, is_one: bool) -> None:
    assert is_written_as_name(text) is is_one


NO_ROLES = {"indirect", "company led"}
ROLES = {role.en for kind in default_ontology().types.values() for role in kind.other_end.values()} - NO_ROLES
OTHERS = {"CEO", "CFO", "Chief Executive", "Owner", "Investor", "Acquisition", "Holding"}


@pytest.mark.parametrize("role", sorted(ROLES | OTHERS))
def test_a_role_of_somebody_is_asked_for_and_is_no_name(role: str) -> None:
    for written in noun_forms(role):
        assert not is_written_as_name(f"{written.title()} of Inspur"), written


@pytest.mark.parametrize("name", ["Bank of China", "University of Oxford", "House of Fraser", "Sons of Gwalia"])
def test_other_names_with_of_are_names(name: str) -> None:
    assert is_written_as_name(name)
