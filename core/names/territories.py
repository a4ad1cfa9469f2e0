"""Which country or part of one words say: rigour's answer without its table of all names in every script, which takes
half a second and 16 MB to make.

``territories.txt`` holds its names as it compares them, in ASCII; ``python -m tests.territory_names`` writes it anew.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from rigour.territories import lookup_by_identifier, lookup_territory
from rigour.territories.util import normalize_territory_name

from core.names.normalise import fold_characters
from core.runtime.package_files import package_text

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


@lru_cache(maxsize=1_000)
def code_of_place(jurisdiction: str) -> str:
    """gb for United Kingdom; what no territory is called stays as it is, folded."""
    found = lookup_territory(re.sub(r"[\s_]+", "-", jurisdiction.strip())) or lookup_territory(jurisdiction.strip())
    return found.code if found is not None else fold_characters(jurisdiction.strip())


def same_country(first: str, second: str) -> bool:
    """Whether both name one country, however each is written."""
    return fold_characters(first) == fold_characters(second) or code_of_place(first) == code_of_place(second)


@cache
def _names() -> dict[str, str]:
    lines = (line.split("|") for line in package_text("core.names", FILE).splitlines())
    return {name: code for code, *names in lines for name in names}
