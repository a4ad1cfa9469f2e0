"""Stock markets by name, with how tickers listed there begin or end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from core.messages import Language


@cache
def markets(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Name → patterns of tickers, as conditions of plans have them."""
    text = files("core.questions").joinpath("words", "markets.yaml").read_text(encoding="utf-8")
    return {_name(each[language][0], language): tuple(each["tickers"]) for each in yaml.safe_load(text).values()}


def _name(called: str, language: Language) -> str:
    """港股 for 港股, 伦敦 for 伦敦上市, Hong Kong for hong kong-listed."""
    return called.removesuffix("上市") if language == "zh" else called.removesuffix("-listed").title()
