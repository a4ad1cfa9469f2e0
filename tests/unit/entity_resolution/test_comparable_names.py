"""Names in the form in which duplicates are compared."""

from __future__ import annotations

import doctest

import pytest

from core.entity_resolution import comparable_names, longer_forms, name_pairs
from core.entity_resolution.comparable_names import comparable_name, in_latin_letters
from core.entity_resolution.name_pairs import pair_score


@pytest.mark.parametrize("module", [comparable_names, longer_forms, name_pairs])
def test_examples_hold(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "written",
    [
        "OAO Romashka",
        "Romashka OAO",
        "Romashka o.O.O.",
        "Open Joint Stock Company Romashka",
        "LIMITED LIABILITY COMPANY ROMASHKA",
        "Romashka Sp. z o.o.",
        "Romashka Gesellschaft mit beschränkter Haftung",
        "P.T. Romashka Tbk",
        "Romashka, S.A.R.L.",
        "Société Anonyme Romashka",
    ],
)
def test_a_legal_form_counts_nowhere(written: str) -> None:
    assert comparable_name(written) == "romashka"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Three Percenters", "3 Percenters"),
        ("Brigade Forty-Four", "Brigade 44"),
        ("Twenty-First Century Fox", "21st Century Fox"),
        ("J.P. Morgan", "JP Morgan"),
        ("H & M Hennes & Mauritz", "H and M Hennes and Mauritz"),
    ],
)
def test_numbers_and_initials_are_one_however_they_are_written(one: str, other: str) -> None:
    assert comparable_name(one) == comparable_name(other)


@pytest.mark.parametrize(("one", "other"), [("First Capital", "Capital One"), ("A B C", "A C B")])
def test_an_ordinal_is_no_cardinal_and_initials_keep_their_order(one: str, other: str) -> None:
    assert sorted(comparable_name(one).split()) != sorted(comparable_name(other).split())


@pytest.mark.parametrize("only_a_form", ["Ltd", "OOO", "Inc.", "有限公司"])
def test_something_is_always_left(only_a_form: str) -> None:
    assert comparable_name(only_a_form)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cristalord Limited", "Crystalord Ltd"),  # one letter of a long word
        ("Trafalgura Group", "Trafigura Group"),  # two of a longer one
        ("特斯拉汽车", "特斯拉"),  # and what it makes
        ("珠海格力电器", "格力电器"),  # and where it is
        ("Tesla Motors", "Tesla"),
        ("Газпром нефть", "Gazprom Neft"),
        ("Ningde Shidai", "宁德时代"),
        ("SiemensAG", "Siemens AG"),
    ],
)
def test_one_company_under_two_names(one: str, other: str) -> None:
    assert pair_score(one, other) >= 0.5
    assert pair_score(one, other) == pair_score(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("LXC Aviation", "LAU Aviation"),  # a short word has no misspelling
        ("Government of Estonia", "Government of Ethiopia"),  # nor has a place
        ("Delta Air Lines", "Delta Electronics"),
        ("京东", "京东方"),
        ("Continental", "Continental Airlines"),
        ("Siemens", "Siemens Energy"),  # a division as often
        ("Bank of China (Hong Kong) Limited", "Bank of China (Singapore) Limited"),
        ("Apollo Investment Fund VIII", "Apollo Investment Fund IX"),
    ],
)
def test_two_companies_of_similar_names(one: str, other: str) -> None:
    assert pair_score(one, other) < 0.5


def test_letters_of_other_scripts() -> None:
    assert in_latin_letters("삼성전자").isascii()
    assert in_latin_letters("romashka 1") == "romashka 1"
