"""Stock markets and groups of countries by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from core.domain.plan import ANY_TICKER
from core.domain.records import in_both_languages
from core.messages import Language
from core.runtime.package_files import read_package_yaml


@cache
def markets(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Name of a market → patterns of tickers, as conditions of plans have them."""
    known = [each for each in _words("markets.yaml") if tuple(each["tickers"]) != ANY_TICKER]
    return {_name(each, language): tuple(each["tickers"]) for each in known}


@cache
def groups_of_countries(language: Language) -> Mapping[tuple[str, ...], str]:
    """Codes of countries, as conditions of plans have them → what they are called together: the EU."""
    named = [each for each in _words("places.yaml") if "name" in each]
    return {tuple(each["countries"]): each["name"][language] for each in named}


def _words(file: str) -> list[dict[str, Any]]:
    document: dict[str, Any] = read_package_yaml("core.questions", f"words/{file}")
    return list(document.values())


def _name(market: dict[str, Any], language: Language) -> str:
    """港股 for 港股, 伦敦 for 伦敦上市, Hong Kong for hong kong-listed; its own name where it has one."""
    if "name" in market:
        return str(market["name"][language])
    called: str = market[language][0]
    return called.removesuffix("上市") if language == "zh" else called.removesuffix("-listed").title()


def town_name(town: str, language: Language) -> str:
    """A town that companies' own column names, in the language where it is written in both: 曲靖 Qujing."""
    return (in_both_languages(town) or {}).get(language, town)
