"""Which country or part of one words say: rigour's answer without its table of all names in every script, which takes
half a second and 16 MB to make.

``territories.txt`` holds its names as it compares them, in ASCII; ``python -m tests.territory_names`` writes it anew.
"""

from __future__ import annotations

from functools import cache, lru_cache

from rigour.territories import lookup_by_identifier, lookup_territory
from rigour.territories.util import normalize_territory_name

from core.runtime.shipped import shipped_text

FILE = "territories.txt"
"""One line for each territory: its code, and its names."""


@lru_cache(maxsize=10_000)
def territory_code(words: str) -> str:
    """The code of the territory that ``words`` name, such as ``se`` or ``us-ma``; "" if there is none."""
    known = lookup_by_identifier(words)
    if known is not None:
        return str(known.code)
    name = normalize_territory_name(words)
    if name.isascii():
        return _names().get(name, "")
    known = lookup_territory(words)
    return "" if known is None else str(known.code)


@cache
def _names() -> dict[str, str]:
    lines = (line.split("|") for line in shipped_text("core.names", FILE).splitlines())
    return {name: code for code, *names in lines for name in names}
