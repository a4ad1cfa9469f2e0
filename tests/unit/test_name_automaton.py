from __future__ import annotations

import pytest

from core.domain.name_automaton import NameAutomaton, searchable_tickers
from core.domain.records import Entity


def entity(
    identifier: str, name_zh: str = "", name_en: str = "", aliases: tuple[str, ...] = (), tickers: tuple[str, ...] = ()
) -> Entity:
    return Entity(
        id=identifier, type="company", name_zh=name_zh or identifier, name_en=name_en or identifier, aliases=aliases,
        tickers=tickers,
    )  # fmt: skip


def found(automaton: NameAutomaton, text: str, *, respect_case: bool = True) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (text[match.start : match.end], match.entity_ids) for match in automaton.find(text, respect_case=respect_case)
    ]


def test_chinese_names_are_found_anywhere_and_the_longest_wins() -> None:
    automaton = NameAutomaton([entity("lg", "乐金"), entity("lges", "乐金新能源")])
    assert found(automaton, "据悉乐金新能源与乐金都在扩产") == [("乐金新能源", ("lges",)), ("乐金", ("lg",))]


def test_latin_names_are_found_between_word_boundaries_only() -> None:
    automaton = NameAutomaton([entity("intel", "英特尔", "Intel")])
    assert found(automaton, "Intelligent people at Intel, not at mIntel") == [("Intel", ("intel",))]


def test_a_latin_name_is_found_between_chinese_characters() -> None:
    automaton = NameAutomaton([entity("asml", name_en="ASML")])
    assert found(automaton, "荷兰ASML公司") == [("ASML", ("asml",))]


def test_full_width_text_is_found_at_its_own_offsets() -> None:
    automaton = NameAutomaton([entity("byd", name_en="BYD")])
    assert found(automaton, "买了ＢＹＤ汽车") == [("ＢＹＤ", ("byd",))]


def test_offsets_hold_behind_characters_outside_the_basic_plane() -> None:
    automaton = NameAutomaton([entity("byd", "比亚迪")])
    assert found(automaton, "🚗🚗 İ 比亚迪") == [("比亚迪", ("byd",))]


def test_a_capitalised_name_is_not_found_in_lower_case_when_case_counts() -> None:
    automaton = NameAutomaton([entity("arm", "安谋", "Arm")])
    assert found(automaton, "twist an arm") == []
    assert found(automaton, "who supplies arm?", respect_case=False) == [("arm", ("arm",))]


def test_a_name_also_written_in_lower_case_is_found_in_lower_case() -> None:
    automaton = NameAutomaton([entity("xai", "埃克斯", "xAI", ("xai",))])
    assert found(automaton, "made by xai") == [("xai", ("xai",))]


def test_bearers_of_one_name_are_all_named_once() -> None:
    automaton = NameAutomaton([entity("a", "鹏程", "Pengcheng"), entity("b", "鹏程", "Pengcheng Two")])
    assert found(automaton, "鹏程") == [("鹏程", ("a", "b"))]


def test_a_letter_ticker_counts_in_capitals_only() -> None:
    automaton = NameAutomaton([entity("sea", "冬海", "Sea", tickers=("SE",))])
    assert found(automaton, "se and SE", respect_case=False) == [("SE", ("sea",))]


def test_a_ticker_that_is_also_the_name_is_found_as_a_name() -> None:
    automaton = NameAutomaton([entity("byd", name_en="BYD", tickers=("BYD",))])
    assert found(automaton, "byd", respect_case=False) == [("byd", ("byd",))]


def test_digit_tickers_are_found_with_and_without_the_exchange() -> None:
    automaton = NameAutomaton([entity("catl", tickers=("300750.SZ",))])
    assert found(automaton, "300750.SZ or 300750") == [("300750.SZ", ("catl",)), ("300750", ("catl",))]


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
    automaton = NameAutomaton([entity("hbm", "高带宽内存（HBM）", "high-bandwidth memory (HBM)")])
    text = "高带宽内存, HBM and high-bandwidth memory"
    assert [name for name, _ in found(automaton, text)] == ["高带宽内存", "HBM", "high-bandwidth memory"]


def test_a_name_in_nothing_but_parentheses_has_no_parts_to_be_found_by() -> None:
    assert found(NameAutomaton([entity("x", "（）", "( )")]), "nothing ( ) here") == [("( )", ("x",))]


def test_names_of_one_character_are_not_searched() -> None:
    assert found(NameAutomaton([entity("x", "中", "X", ("x",))]), "中 X x") == []


def test_no_names_find_nothing() -> None:
    assert found(NameAutomaton([]), "anything") == []


def test_a_ticker_that_is_another_companys_name_does_not_depend_on_the_order() -> None:
    named, quoted = entity("m", "元", "Meta"), entity("f", "基金", "Fund", tickers=("META",))
    one, other = NameAutomaton([quoted, named]), NameAutomaton([named, quoted])
    assert [match.start for match in one.find("about meta", respect_case=False)] == [
        match.start for match in other.find("about meta", respect_case=False)
    ]


def test_a_shorter_name_is_found_where_the_longer_one_ends_inside_a_word() -> None:
    automaton = NameAutomaton([entity("sap", name_en="SAP"), entity("saps", name_en="SAP So")])
    assert found(automaton, "SAP Software") == [("SAP", ("sap",))]
