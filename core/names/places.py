"""Countries and regions as a question writes them: by name and by what comes from there (Swedish, 日企), zh and en.

Names come from CLDR; other names of countries and their demonyms from rigour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from babel import Locale
from rigour.territories import get_territory

from core.domain.text import CHINESE_CHARACTER
from core.messages import Language
from core.names.normalise import fold_characters, normalise_name
from core.names.territories import territory_code

_MOST_WORDS = 4
_LEAST_LETTERS = 4
_ABBREVIATIONS = {"US": "US", "USA": "US", "UK": "GB", "UAE": "AE", "PRC": "CN"}
"""Shorter words are codes that are words as well (in, it, no, can), so these count, in capitals only."""
_WORDS_AS_WELL = frozenset(("polish", "turkey", "sued"))
"""In lower case these say no country."""
_NAMES_OF_PEOPLE = frozenset(("cook",))
"""Registers write the Cook Islands so; in a question it is Tim Cook."""
_ADJECTIVES = {
    "002": "African",
    "005": "South American",
    "009": "Oceanian",
    "019": "Pan-American",
    "021": "North American",
    "030": "East Asian",
    "034": "South Asian",
    "035": "Southeast Asian",
    "142": "Asian",
    "143": "Central Asian",
    "150": "European",
    "151": "Eastern European",
    "154": "Northern European",
    "155": "Western European",
    "419": "Latin American",
}
_MORE_CHINESE = {
    "中国大陆": "CN",
    "台湾地区": "TW",
    "中国台湾": "TW",
    "香港": "HK",
    "澳门": "MO",
    "沙特": "SA",
    "阿联酋": "AE",
    "捷克": "CZ",
    "南韩": "KR",
    "东南亚": "035",
    "拉美": "419",
    "北美": "021",
    "南美": "005",
}
_ENTERPRISES = {"美": "US", "日": "JP", "韩": "KR", "德": "DE", "法": "FR", "英": "GB", "台": "TW", "港": "HK"}
_SHORTER_NAMES = {"HK": ("香港", "Hong Kong"), "MO": ("澳门", "Macao")}
_NORTHERN_EUROPE = "154"
"""Called 北欧 by CLDR, which people say of the Nordic countries alone: those are among the words of questions."""
_NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Codes of two letters that no company is from: which countries 欧盟 is, the words of questions say."""
_REGIONS = frozenset({*_ADJECTIVES, "003", "013", "015", "039", "145", "202"}) - {"001"}
_FROM_ZH = re.compile(r"^(?:来自|位于|总部(?:在|位于)?|在)+|(?:籍|系|的|地区)+$")
_ENTERPRISE = re.compile(rf"(?<![\u3400-\u9fff])([{''.join(_ENTERPRISES)}])(?:资?企业?|系企业)")
_LATIN = re.compile(r"[^\W\d_\u3400-\u9fff][^\s\u3400-\u9fff,;:?!()\"“”，。？！：；、]*")
_ENDING = re.compile(r"(?:['’]s)?[.'’]*$")


@dataclass(frozen=True)
class Place:
    """A country or a region: ``code`` is ISO 3166 of two letters or UN M49 of three digits."""

    code: str
    name_zh: str
    name_en: str


@dataclass(frozen=True)
class WrittenPlace:
    """``text[start:end]`` denotes a place."""

    start: int
    end: int
    place: Place


def place_called(words: str) -> Place | None:
    """The country or region that these words, as a whole, say: Sweden, Swedish, 瑞典, 来自瑞典, Europe, European."""
    text = words.strip()
    if text and "\u3400" <= text[-1] <= "\u9fff":
        return _place(_chinese().get(_FROM_ZH.sub("", fold_characters(text)), ""))
    return _place(_code(_ENDING.sub("", text.removeprefix("the ").removeprefix("The "))))


def is_subdivision(said: str) -> bool:
    """Whether Latin words say a part of a country: Massachusetts, Bavaria, Tokyo."""
    folded = fold_characters(_ENDING.sub("", said.strip()))
    territory = get_territory(territory_code(folded))
    if territory is None:
        return False
    said = normalise_name(folded)
    parts = {normalise_name(each) for each in territory.places} - {normalise_name(territory.name)}
    return "-" in territory.code or said in parts


def places_in(text: str) -> list[WrittenPlace]:
    """Places in a text that names nothing else, left to right."""
    found = []
    words = list(_LATIN.finditer(text))
    first = 0
    while first < len(words):
        for last in range(min(first + _MOST_WORDS, len(words)) - 1, first - 1, -1):
            start = words[first].start()
            said = _ENDING.sub("", text[start : words[last].end()])
            place = _place(_code(said)) if " the " not in f" {said.lower()} " else None
            if place is not None:
                found.append(WrittenPlace(start, start + len(said), place))
                first = last
                break
        first += 1
    for pattern, codes in ((_chinese_names(), _chinese()), (_ENTERPRISE, _ENTERPRISES)):
        for match in pattern.finditer(fold_characters(text)):
            place = _place(codes[match[1]])
            if place is not None:
                found.append(WrittenPlace(*match.span(1), place))
    return sorted(found, key=lambda each: each.start)


def with_place_names(text: str) -> str:
    """The text with the name of each place instead of whatever says it, in the language of the
    text, so that all wordings search for the same."""
    chinese = CHINESE_CHARACTER.search(text) is not None
    parts, position = [], 0
    for written in places_in(text):
        name = written.place.name_zh if chinese else written.place.name_en
        parts += [text[position : written.start], name]
        position = written.end
    return "".join([*parts, text[position:]])


def _code(said: str) -> str:
    """Of Latin words."""
    folded = fold_characters(said)
    abbreviated = said.replace(".", "")
    if abbreviated in _ABBREVIATIONS:
        return _ABBREVIATIONS[abbreviated]
    if len(folded) < _LEAST_LETTERS or folded in _NAMES_OF_PEOPLE or (said == folded and folded in _WORDS_AS_WELL):
        return ""
    region = _regions().get(folded)
    if region is not None:
        return region
    code = territory_code(folded)
    country = code.partition("-")[0].upper()
    return "" if folded == code or country in _NO_COUNTRIES else country


@cache
def _regions() -> Mapping[str, str]:
    names = Locale("en").territories
    named = {fold_characters(names[code]): code for code in _REGIONS}
    return named | {fold_characters(word): code for code, word in _ADJECTIVES.items()}


@cache
def _chinese() -> Mapping[str, str]:
    names = Locale("zh").territories
    countries = {
        name: code
        for code, name in names.items()
        if code in _REGIONS - {_NORTHERN_EUROPE} or (len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES)
    }
    return {**countries, **_MORE_CHINESE}


@cache
def _chinese_names() -> re.Pattern[str]:
    longest_first = sorted(_chinese(), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, longest_first))})")


@cache
def _place(code: str) -> Place | None:
    chinese = Locale("zh").territories.get(code)
    if chinese is None:
        return None
    territory = get_territory(code.lower())
    english = territory.name if territory is not None else str(Locale("en").territories[code])
    return Place(code, *_SHORTER_NAMES.get(code, (chinese, english)))


def place_name(code: str, language: Language) -> str:
    """A country or region in words; a code that means none as it is."""
    place = place_of_code(code)
    if place is None:
        return code
    return place.name_zh if language == "zh" else place.name_en


def place_of_code(code: str) -> Place | None:
    """The country of an ISO 3166 code of two letters, or the region of a UN M49 code."""
    return _place(code.upper())
