"""Which countries a region contains, and the country that a stored text says."""

from __future__ import annotations

from functools import cache

from babel import Locale
from babel.core import get_global

from core.messages import Language
from core.names.places import place_called, place_name
from core.runtime.package_files import read_package_yaml

_COUNTRY_LETTERS = 2


@cache
def countries_in(code: str) -> frozenset[str]:
    """ISO codes of the countries in a region of UN M49, as CLDR has them, Cyprus and Turkey in Europe, too; of a
    country its own; none of a code that is no region."""
    if len(code) == _COUNTRY_LETTERS:
        return frozenset((code,))
    return frozenset[str]().union(*(countries_in(part) for part in _regions().get(code, ())))


@cache
def country_code(text: str) -> str:
    """The ISO code of two letters of the country that a text says: a code of two or three letters or a name, in
    Chinese or English; nothing where it says none."""
    said = text.strip()
    code = said.upper()
    if said.isascii() and said.isalpha() and len(said) in (_COUNTRY_LETTERS, _COUNTRY_LETTERS + 1):
        code = next(iter(get_global("territory_aliases").get(code, ())), code)
        if len(code) == _COUNTRY_LETTERS and code in Locale("en").territories:
            return code
    place = place_called(said)
    return place.code if place is not None and len(place.code) == _COUNTRY_LETTERS else ""


def country_key(text: str) -> str:
    """One text for each country, however it is stored: its code, or a text that says none as it is."""
    return country_code(text) or text


def country_name(text: str, language: Language) -> str:
    """The country that a stored text says, in words: CN, China and 中国 are one; a text that says none as it is."""
    return place_name(country_key(text), language)


@cache
def _regions() -> dict[str, list[str]]:
    regions: dict[str, list[str]] = read_package_yaml(__package__, "regions.yaml")
    return regions
