"""Countries of regions, and countries that stored texts say."""

from __future__ import annotations

import pytest

from core.names.places import places_in
from core.names.regions import countries_in, country_code, country_name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("CN", "CN"),
        ("cn", "CN"),
        ("UK", "GB"),
        ("USA", "US"),
        ("DEU", "DE"),
        ("Germany", "DE"),
        ("United States", "US"),
        ("Hong Kong", "HK"),
        ("日本", "JP"),
        (" 中国 ", "CN"),
        ("Europe", ""),
        ("XX", ""),
        ("Nowhere", ""),
        ("", ""),
    ],
)
def test_a_stored_text_says_a_country(text: str, code: str) -> None:
    assert country_code(text) == code


def test_regions_contain_countries_through_their_parts() -> None:
    assert countries_in("142") > countries_in("030") == {"CN", "HK", "JP", "KP", "KR", "MN", "MO", "TW"}
    assert countries_in("001") >= countries_in("150") | countries_in("419") | countries_in("202")
    assert countries_in("DE") == {"DE"}
    assert not countries_in("999")


def test_cyprus_and_turkey_are_in_europe_and_in_asia() -> None:
    assert countries_in("150") & countries_in("142") == {"CY", "TR"}


@pytest.mark.parametrize(
    "words", ["Europe", "Asian", "Latin America", "North America", "Africa", "东南亚", "北欧", "Oceania", "中东"]
)
def test_every_region_that_a_question_may_name_has_countries(words: str) -> None:
    for written in places_in(words):
        assert countries_in(written.place.code)


@pytest.mark.parametrize("text", ["CN", "China", "中国", "cn"])
def test_a_country_is_shown_in_the_language_of_the_reader_however_it_is_stored(text: str) -> None:
    assert (country_name(text, "zh"), country_name(text, "en")) == ("中国", "China")


@pytest.mark.parametrize("text", ["", "Nowhere", "某地"])
def test_what_is_no_country_is_shown_as_it_is(text: str) -> None:
    assert country_name(text, "zh") == country_name(text, "en") == text
