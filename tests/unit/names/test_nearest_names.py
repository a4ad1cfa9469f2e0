from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.names.name_tables import name_table, nearest_names

NAMES = ["tesla", "tesla motors", "motors of tesla", "teslan", "宁德时代", "宁德新能源", "a", "byd", "byd auto"]
TABLE = name_table(NAMES, range(len(NAMES)))
NEAREST = nearest_names(TABLE)
words = st.lists(st.text("ab宁", min_size=1, max_size=3), min_size=1, max_size=3).map(" ".join)


def containing(text: str) -> set[str]:
    return {TABLE.names[place] for place in NEAREST.containing(text, TABLE)}


def alike(text: str, limit: int, longest: int = 100) -> list[str]:
    return [TABLE.names[place] for place in NEAREST.alike(text, longest=longest, limit=limit)]


def test_names_that_begin_with_a_text_or_hold_it_as_words_contain_it() -> None:
    assert containing("tesla") == {"tesla", "tesla motors", "motors of tesla", "teslan"}
    assert containing("motors") == {"tesla motors", "motors of tesla"}
    assert containing("of tesla") == {"motors of tesla"}
    assert containing("esla") == containing("新能源") == set()


@given(st.lists(words, unique=True), words)
def test_containing_is_what_it_says(names: list[str], text: str) -> None:
    table = name_table(names, [0] * len(names))
    found = {table.names[place] for place in nearest_names(table).containing(text, table)}
    assert found == {name for name in names if name.startswith(text) or f" {text} " in f" {name} "}


def test_the_names_with_most_characters_in_common_are_compared() -> None:
    assert alike("teslla", 1) == ["tesla"]
    assert "宁德时代" in alike("宁德时带", 2)
    assert alike("who competes with byd autos today", 2) == ["byd", "byd auto"]


def test_too_long_names_and_single_characters_are_left_out() -> None:
    assert set(alike("teslla", 100, longest=6)) == {"tesla", "teslan", "宁德时代", "宁德新能源", "byd"}
    assert set(alike("teslla", 3, longest=6)) == {"tesla", "teslan"}


def test_nothing_in_common_is_not_compared() -> None:
    assert alike("xyz", 3) == []


def test_no_names_are_alike() -> None:
    empty = name_table([], [])
    nearest = nearest_names(empty)
    assert nearest.containing("x", empty) == []
    assert nearest.alike("x", longest=9, limit=0) == nearest.alike("x", longest=9, limit=5) == []


def test_a_table_finds_names_and_beginnings() -> None:
    assert TABLE.names == sorted(NAMES)
    assert [TABLE.bearers(place) for place in range(len(NAMES))] == [[NAMES.index(name)] for name in TABLE.names]
    assert TABLE.place("tesl") is TABLE.place("zzz") is None
    assert [TABLE.names[place] for place in TABLE.beginning_with("byd")] == ["byd", "byd auto"]
