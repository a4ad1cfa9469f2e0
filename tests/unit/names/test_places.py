"""Countries and regions by name, by demonym and by what Chinese calls their companies."""

from __future__ import annotations

import pytest

from core.names.places import is_subdivision, place_called, places_in, with_place_names

ECONOMIES = {
    "AE": ("United Arab Emirates", "Emirati", "阿联酋"),
    "AR": ("Argentina", "Argentine", "阿根廷"),
    "AT": ("Austria", "Austrian", "奥地利"),
    "AU": ("Australia", "Australian", "澳大利亚"),
    "BD": ("Bangladesh", "Bangladeshi", "孟加拉国"),
    "BE": ("Belgium", "Belgian", "比利时"),
    "BG": ("Bulgaria", "Bulgarian", "保加利亚"),
    "BR": ("Brazil", "Brazilian", "巴西"),
    "CA": ("Canada", "Canadian", "加拿大"),
    "CH": ("Switzerland", "Swiss", "瑞士"),
    "CL": ("Chile", "Chilean", "智利"),
    "CN": ("China", "Chinese", "中国"),
    "CO": ("Colombia", "Colombian", "哥伦比亚"),
    "CZ": ("Czech Republic", "Czech", "捷克"),
    "DE": ("Germany", "German", "德国"),
    "DK": ("Denmark", "Danish", "丹麦"),
    "EE": ("Estonia", "Estonian", "爱沙尼亚"),
    "EG": ("Egypt", "Egyptian", "埃及"),
    "ES": ("Spain", "Spanish", "西班牙"),
    "FI": ("Finland", "Finnish", "芬兰"),
    "FR": ("France", "French", "法国"),
    "GB": ("United Kingdom", "British", "英国"),
    "GR": ("Greece", "Greek", "希腊"),
    "HK": ("Hong Kong", "Hong Kong", "香港"),
    "HR": ("Croatia", "Croatian", "克罗地亚"),
    "HU": ("Hungary", "Hungarian", "匈牙利"),
    "ID": ("Indonesia", "Indonesian", "印度尼西亚"),
    "IE": ("Ireland", "Irish", "爱尔兰"),
    "IL": ("Israel", "Israeli", "以色列"),
    "IN": ("India", "Indian", "印度"),
    "IR": ("Iran", "Iranian", "伊朗"),
    "IS": ("Iceland", "Icelandic", "冰岛"),
    "IT": ("Italy", "Italian", "意大利"),
    "JP": ("Japan", "Japanese", "日本"),
    "KR": ("South Korea", "South Korean", "韩国"),
    "KZ": ("Kazakhstan", "Kazakh", "哈萨克斯坦"),
    "LU": ("Luxembourg", "Luxembourgish", "卢森堡"),
    "MA": ("Morocco", "Moroccan", "摩洛哥"),
    "MX": ("Mexico", "Mexican", "墨西哥"),
    "MY": ("Malaysia", "Malaysian", "马来西亚"),
    "NG": ("Nigeria", "Nigerian", "尼日利亚"),
    "NL": ("Netherlands", "Dutch", "荷兰"),
    "NO": ("Norway", "Norwegian", "挪威"),
    "NZ": ("New Zealand", "New Zealand", "新西兰"),
    "PE": ("Peru", "Peruvian", "秘鲁"),
    "PH": ("Philippines", "Filipino", "菲律宾"),
    "PK": ("Pakistan", "Pakistani", "巴基斯坦"),
    "PL": ("Poland", "Polish", "波兰"),
    "PT": ("Portugal", "Portuguese", "葡萄牙"),
    "QA": ("Qatar", "Qatari", "卡塔尔"),
    "RO": ("Romania", "Romanian", "罗马尼亚"),
    "RU": ("Russia", "Russian", "俄罗斯"),
    "SA": ("Saudi Arabia", "Saudi", "沙特"),
    "SE": ("Sweden", "Swedish", "瑞典"),
    "SG": ("Singapore", "Singaporean", "新加坡"),
    "TH": ("Thailand", "Thai", "泰国"),
    "TR": ("Turkey", "Turkish", "土耳其"),
    "TW": ("Taiwan", "Taiwanese", "台湾"),
    "UA": ("Ukraine", "Ukrainian", "乌克兰"),
    "US": ("United States", "American", "美国"),
    "UY": ("Uruguay", "Uruguayan", "乌拉圭"),
    "VN": ("Vietnam", "Vietnamese", "越南"),
    "ZA": ("South Africa", "South African", "南非"),
    "150": ("Europe", "European", "欧洲"),
    "142": ("Asia", "Asian", "亚洲"),
    "035": ("Southeast Asia", "Southeast Asian", "东南亚"),
    "419": ("Latin America", "Latin American", "拉丁美洲"),
    "002": ("Africa", "African", "非洲"),
}


@pytest.mark.parametrize("code", ECONOMIES)
def test_every_wording_says_the_same_place(code: str) -> None:
    english, demonym, chinese = ECONOMIES[code]
    wordings = [
        f"companies from {english}",
        f"companies in the {english}",
        f"battery makers based in {english}?",
        f"firms of {english}",
        f"{demonym} companies",
        f"which {demonym} firms make chips",
        f"{chinese}的公司",
        f"来自{chinese}的企业",
        f"{chinese}企业",
        f"总部在{chinese}的公司有哪些？",
    ]
    for wording in wordings:
        assert [each.place.code for each in places_in(wording)] == [code], wording
    for whole in (english, demonym, chinese, f"来自{chinese}"):
        called = place_called(whole)
        assert called is not None, whole
        assert called.code == code, whole


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("US chip makers", ["US"]),
        ("U.S. banks", ["US"]),
        ("UK retailers", ["GB"]),
        ("日企", ["JP"]),
        ("美资企业", ["US"]),
        ("南韓的公司", ["KR"]),
        ("companies in China and Japan", ["CN", "JP"]),
    ],
)
def test_abbreviations_and_several_places(text: str, codes: list[str]) -> None:
    assert [each.place.code for each in places_in(text)] == codes


@pytest.mark.parametrize(
    "text",
    [
        "tell us which of them can list it in no order",
        "who makes nail polish",
        "turkey producers",
        "lithium miners",
        "CATL and TSMC",
        "companies that do it as per the AMD deal",
        "锂矿企业",
        "",
    ],
)
def test_words_and_names_are_no_places(text: str) -> None:
    assert places_in(text) == []
    assert place_called(text) is None


def test_cook_is_a_person_and_the_cook_islands_are_a_country() -> None:
    assert place_called("Cook") is None
    islands = place_called("Cook Islands")
    assert islands is not None and islands.code == "CK"


def test_a_name_that_holds_a_place_is_none() -> None:
    assert place_called("Georgia Power") is None
    assert place_called("中国石油") is None


def test_all_wordings_become_one() -> None:
    assert with_place_names("Swedish companies") == "Sweden companies"
    assert with_place_names("Swedish 公司") == "瑞典 公司"


@pytest.mark.parametrize(
    "said", ["Massachusetts", "Tokyo", "Kyoto", "Paris", "San Jose", "San José", "Amsterdam", "tokyo"]
)
def test_a_city_is_a_part_of_its_country(said: str) -> None:
    assert is_subdivision(said)


@pytest.mark.parametrize("said", ["Japan", "Singapore", "Hong Kong", "Luxembourg", "Costa Rica", "Swedish"])
def test_a_country_is_no_part_of_one(said: str) -> None:
    assert not is_subdivision(said)
