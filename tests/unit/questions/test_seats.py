"""A seat with its province is in its city; the texts of seats that name one town are one."""

from __future__ import annotations

import pytest

from core.questions.execution.towns import towns_of, without_province


@pytest.mark.parametrize(
    ("seat", "city"),
    [
        ("广东佛山", "佛山"),
        ("广东省佛山市", "佛山"),
        ("黑龙江哈尔滨", "哈尔滨"),
        ("内蒙古自治区包头市", "包头"),
        ("新疆维吾尔自治区乌鲁木齐", "乌鲁木齐"),
        ("佛山", ""),
        ("上海", ""),
        ("london, ontario", ""),
        ("", ""),
    ],
)
def test_the_city_behind_a_province(seat: str, city: str) -> None:
    assert without_province(seat) == city


def test_texts_of_one_town_are_one_in_both_languages() -> None:
    seats = {
        "云南省曲靖市": [1],
        "曲靖": [2],
        "曲靖 Qujing": [3],
        "Qujing, China": [4],
        "Lyon, France": [5],
        "Lyon": [6],
    }
    towns = towns_of(seats)
    assert {town: sorted(nodes) for town, nodes in towns.companies.items()} == {
        "曲靖 Qujing": [1, 2, 3, 4],
        "Lyon": [5, 6],
    }
    assert towns.called["曲靖"] == towns.called["qujing"] == "曲靖 Qujing"


@pytest.mark.parametrize(
    "seat", ["Singapore", "英国", "United Kingdom", "中国", "12 High Street, Leeds", "曲靖经济开发区翠峰路1号", "-"]
)
def test_countries_and_addresses_are_no_towns(seat: str) -> None:
    assert not towns_of({seat: [1]}).companies


@pytest.mark.parametrize("seat", ["São Paulo", "St. Gallen", "Winston-Salem", "Aix en Provence", "贵阳市"])
def test_towns_in_several_words_or_called_as_a_part_of_a_country(seat: str) -> None:
    assert list(towns_of({seat: [1]}).companies) == [seat.removesuffix("市")]
