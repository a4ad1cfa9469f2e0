from __future__ import annotations

import pytest

from core.domain.name_forms import searchable_tickers
from core.domain.records import Entity
from core.names.name_finder import NameFinder
from core.names.name_tables import MAX_BEARERS
from tests.support import name_finder


def entity(
    identifier: str, name_zh: str = "", name_en: str = "", aliases: tuple[str, ...] = (), tickers: tuple[str, ...] = ()
) -> Entity:
    return Entity(
        id=identifier,
        type="company",
        name_zh=name_zh or identifier,
        name_en=name_en or identifier,
        aliases=aliases,
        tickers=tickers,
    )


def found(finder: NameFinder, text: str, *, respect_case: bool = True) -> list[tuple[str, tuple[str, ...]]]:
    return [(text[match.start : match.end], match.entity_ids) for match in finder.find(text, respect_case=respect_case)]


def test_chinese_names_are_found_anywhere_and_the_longest_wins() -> None:
    finder = name_finder([entity("lg", "乐金"), entity("lges", "乐金新能源")])
    assert found(finder, "据悉乐金新能源与乐金都在扩产") == [("乐金新能源", ("lges",)), ("乐金", ("lg",))]


def test_latin_names_are_found_between_word_boundaries_only() -> None:
    finder = name_finder([entity("intel", "英特尔", "Intel")])
    assert found(finder, "Intelligent people at Intel, not at mIntel") == [("Intel", ("intel",))]


def test_a_latin_name_is_found_between_chinese_characters() -> None:
    finder = name_finder([entity("asml", name_en="ASML")])
    assert found(finder, "荷兰ASML公司") == [("ASML", ("asml",))]


@pytest.mark.parametrize(("name", "text"), [("比亚迪", "誰是比亞迪的供應商？"), ("鴻海", "鸿海的客户")])
def test_a_name_is_found_in_either_script(name: str, text: str) -> None:
    ((written, bearers),) = found(name_finder([entity("x", name)]), text)
    assert bearers == ("x",)
    assert written in text


def test_full_width_text_is_found_at_its_own_offsets() -> None:
    finder = name_finder([entity("byd", name_en="BYD")])
    assert found(finder, "买了ＢＹＤ汽车") == [("ＢＹＤ", ("byd",))]


def test_offsets_hold_behind_characters_outside_the_basic_plane() -> None:
    finder = name_finder([entity("byd", "比亚迪")])
    assert found(finder, "🚗🚗 İ 比亚迪") == [("比亚迪", ("byd",))]


def test_a_capitalised_name_is_not_found_in_lower_case_when_case_counts() -> None:
    finder = name_finder([entity("arm", "安谋", "Arm")])
    assert found(finder, "twist an arm") == []
    assert found(finder, "who supplies arm?", respect_case=False) == [("arm", ("arm",))]


def test_a_name_also_written_in_lower_case_is_found_in_lower_case() -> None:
    finder = name_finder([entity("xai", "埃克斯", "xAI", ("xai",))])
    assert found(finder, "made by xai") == [("xai", ("xai",))]


def test_bearers_of_one_name_are_all_named_once() -> None:
    finder = name_finder([entity("a", "鹏程", "Pengcheng"), entity("b", "鹏程", "Pengcheng Two")])
    assert found(finder, "鹏程") == [("鹏程", ("a", "b"))]


def test_a_letter_ticker_counts_in_capitals_only() -> None:
    finder = name_finder([entity("sea", "冬海", "Sea", tickers=("SE",))])
    assert found(finder, "se and SE", respect_case=False) == [("SE", ("sea",))]


def test_a_ticker_that_is_also_the_name_is_found_as_a_name() -> None:
    finder = name_finder([entity("byd", name_en="BYD", tickers=("BYD",))])
    assert found(finder, "byd", respect_case=False) == [("byd", ("byd",))]


def test_digit_tickers_are_found_with_and_without_the_exchange() -> None:
    finder = name_finder([entity("catl", tickers=("300750.SZ",))])
    assert found(finder, "300750.SZ or 300750", respect_case=False) == [("300750.SZ", ("catl",)), ("300750", ("catl",))]


@pytest.mark.parametrize(
    ("tickers", "searchable"),
    [
        (("300750.SZ",), ("300750.SZ", "300750")),
        (("700.HK",), ("700.HK",)),
        (("TSLA",), ("TSLA",)),
        (("BRK.B",), ("BRK.B",)),
        ((), ()),
    ],
)
def test_only_long_digit_tickers_lose_their_suffix(tickers: tuple[str, ...], searchable: tuple[str, ...]) -> None:
    assert searchable_tickers(entity("x", tickers=tickers)) == searchable


def test_a_name_with_parentheses_is_found_by_its_parts() -> None:
    finder = name_finder([entity("hbm", "高带宽内存（HBM）", "high-bandwidth memory (HBM)")])
    text = "高带宽内存, HBM and high-bandwidth memory"
    assert [name for name, _ in found(finder, text)] == ["高带宽内存", "HBM", "high-bandwidth memory"]


def test_a_name_in_nothing_but_parentheses_has_no_parts_to_be_found_by() -> None:
    assert found(name_finder([entity("x", "（）", "( )")]), "nothing ( ) here") == [("( )", ("x",))]


def test_a_name_in_parentheses_of_the_same_script_only_qualifies() -> None:
    finder = name_finder([entity("geo", "甲地（印度）", "Alphageo (India)")])
    assert found(finder, "Alphageo grew in India, 甲地 in 印度") == [("Alphageo", ("geo",)), ("甲地", ("geo",))]


@pytest.mark.parametrize("word", ["The", "Company", "OTHER", "such", "Inc"])
def test_a_function_word_names_nobody(word: str) -> None:
    finder = name_finder([entity("x", "某公司", word, (f"Example ({word})",))])
    assert found(finder, f"{word} {word.lower()} {word.upper()}", respect_case=False) == []
    assert found(finder, "某公司") == [("某公司", ("x",))]


def test_a_function_word_may_be_part_of_a_name() -> None:
    finder = name_finder([entity("x", "某公司", "The Other Company")])
    assert found(finder, "at The Other Company") == [("The Other Company", ("x",))]


def test_what_too_many_are_called_names_nobody() -> None:
    bearers = [entity(f"x{n}", f"甲{n}", f"Firm {n}", ("Phoenix",)) for n in range(MAX_BEARERS)]
    assert MAX_BEARERS == 20
    assert found(name_finder(bearers), "Phoenix") == [("Phoenix", tuple(f"x{n}" for n in range(20)))]
    one_more = [*bearers, entity("last", "末", "Phoenix")]
    assert found(name_finder(one_more), "Phoenix and Firm 3") == [("Firm 3", ("x3",))]


def test_too_many_of_one_name_do_not_hide_a_longer_or_a_shorter_one() -> None:
    many = [entity(f"x{n}", f"甲{n}", f"Firm {n}", ("Phoenix Steel",)) for n in range(MAX_BEARERS + 1)]
    finder = name_finder([*many, entity("short", "短", "Phoenix"), entity("long", "长", "Phoenix Steel Works")])
    assert found(finder, "Phoenix Steel Works, Phoenix Steel") == [
        ("Phoenix Steel Works", ("long",)),
        ("Phoenix", ("short",)),
    ]


def test_a_number_in_a_text_is_no_ticker_but_in_a_question_it_is() -> None:
    finder = name_finder([entity("x", tickers=("2024.HK",))])
    assert found(finder, "in 2024 or 2024.HK") == [("2024.HK", ("x",))]
    assert found(finder, "in 2024", respect_case=False) == [("2024", ("x",))]


def test_names_of_one_character_are_not_searched() -> None:
    assert found(name_finder([entity("x", "中", "X", ("x",))]), "中 X x") == []


def test_no_names_find_nothing() -> None:
    assert found(name_finder([]), "anything") == []


def test_a_ticker_that_is_another_companys_name_does_not_depend_on_the_order() -> None:
    named, quoted = entity("m", "元", "Meta"), entity("f", "基金", "Fund", tickers=("META",))
    one, other = name_finder([quoted, named]), name_finder([named, quoted])
    assert [match.start for match in one.find("about meta", respect_case=False)] == [
        match.start for match in other.find("about meta", respect_case=False)
    ]


def test_a_shorter_name_is_found_where_the_longer_one_ends_inside_a_word() -> None:
    finder = name_finder([entity("sap", name_en="SAP"), entity("saps", name_en="SAP So")])
    assert found(finder, "SAP Software") == [("SAP", ("sap",))]


def test_a_year_is_no_ticker_in_running_text_but_a_question_may_mean_one() -> None:
    finder = name_finder([entity("anta", tickers=("2020.HK",))])
    assert found(finder, "founded in 2020, listed as 2020.HK") == [("2020.HK", ("anta",))]
    assert [match.entity_ids for match in finder.find("2020", respect_case=False)] == [("anta",)]


def test_a_qualifier_in_parentheses_is_no_name_of_the_company() -> None:
    finder = name_finder([entity("alphageo", name_zh="Alphageo (India)", name_en="Alphageo (India)")])
    assert found(finder, "Alphageo drills in India") == [("Alphageo", ("alphageo",))]


def test_what_names_nobody_in_particular_is_not_found() -> None:
    many = [entity(f"e{number}", name_zh="Holding", name_en=f"Holding {number}") for number in range(21)]
    finder = name_finder([*many, entity("the", name_zh="The", name_en="The Company")])
    assert found(finder, "The Holding") == []


@pytest.mark.parametrize("odd", ["\ud800", "\udfff", "\0", "\ufffd", "\u3000", "\U0010ffff"])
def test_characters_that_no_name_has_hide_none_and_move_none(odd: str) -> None:
    finder = name_finder([entity("byd", "比亚迪", "BYD")])
    text = f"{odd}比亚迪{odd}{odd} BYD{odd}"
    matches = finder.find(text, respect_case=True)
    assert [(match.start, text[match.start : match.end]) for match in matches] == [(1, "比亚迪"), (7, "BYD")]
