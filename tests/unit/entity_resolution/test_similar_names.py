from __future__ import annotations

import pytest

from core.entity_resolution.blocking import NameGrams
from core.entity_resolution.similar_names import NamesCompared, compare_names
from core.names.normalise import normalise_name


def compared(first: str, second: str) -> NamesCompared:
    return compare_names(normalise_name(first), normalise_name(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [("LG新能源", "LG 新能源"), ("JinkoSolar Holding", "Jinko Solar Holding"), ("台積電", "台积电")],
)
def test_spaces_and_script_do_not_count(first: str, second: str) -> None:
    assert compared(first, second) == NamesCompared(1.0)


@pytest.mark.parametrize(
    ("first", "second"),
    [("Kioxia", "Kioxia Holdings"), ("小鹏", "小鹏科技"), ("Spotify", "Spotify Technology"), ("迈瑞", "深圳迈瑞")],
)
def test_words_that_say_little_make_little_difference(first: str, second: str) -> None:
    found = compared(first, second)
    assert found.little_differs
    assert found.similarity >= 0.75


@pytest.mark.parametrize(
    ("first", "second", "own", "others"),
    [
        ("Delta Air Lines", "Delta Electronics", {"air", "lines"}, {"electronics"}),
        ("中国石油", "中国石化", {"油"}, {"化"}),
        ("京东", "京东方", set(), {"方"}),
    ],
)
def test_words_that_say_something_tell_names_apart(first: str, second: str, own: set[str], others: set[str]) -> None:
    found = compared(first, second)
    assert (set(found.first_only), set(found.second_only)) == (own, others)
    assert not found.little_differs
    assert found.similarity < 0.7


def test_names_that_share_only_words_that_say_little_are_not_similar() -> None:
    assert compared("China Technology Group", "China Technology Beijing").similarity <= 0.4
    assert compared("中国科技", "中国科技发展").similarity <= 0.4
    assert compared("Alpha", "Omega").similarity == 0.0


def test_a_misspelt_word_counts_by_how_much_of_it_is_right() -> None:
    found = compared("Qualcom", "Qualcomm")
    assert 0.75 < found.similarity < 1.0
    assert not found.little_differs
    assert compared("Valeo", "ValeoPharma").similarity == 0.0


def test_numbers_are_compared_as_numbers() -> None:
    assert compared("Silver Spike II", "Silver Spike III").numbers_differ
    assert not compared("Silver Spike II", "Silver Spike II Acquisition").numbers_differ


def test_names_with_rare_runs_in_common_are_found() -> None:
    names = ["alpha cells", "alpha cell", "beta motors", "宁德时代", "宁德时代新能源"]
    pairs = {(int(a), int(b)) for firsts, seconds in NameGrams(names).alike(0.5) for a, b in zip(firsts, seconds)}  # noqa: B905
    assert pairs == {(0, 1), (3, 4)}


def test_the_nearest_names_are_found_for_names_that_are_not_indexed() -> None:
    grams = NameGrams(["alpha cells", "beta motors", "宁德时代"])
    assert grams.nearest(["alpha cell", "宁德", "zzz"], 2) == [[0], [2], []]


def test_there_may_be_no_names() -> None:
    grams = NameGrams([])
    assert list(grams.alike(0.5)) == []
    assert grams.nearest(["alpha"], 2) == [[]]
