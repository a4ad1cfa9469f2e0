"""Words before and behind a figure that compare with it: over 20 %, 50亿美元以上."""

from __future__ import annotations

import re

from core.domain.plan import Comparison

_BEFORE: dict[Comparison, str] = {
    ">": r"(?:over|more than|above|greater than|exceeding|in excess of|超过|大于|高于|多于|逾)",
    ">=": r"(?:at least|no less than|not less than|a minimum of|不低于|不少于|至少|达到)",
    "<=": r"(?:at most|no more than|not more than|up to|不超过|不高于|至多|最多)",
    "<": r"(?:less than|under|below|fewer than|低于|小于|少于|不到|不足)",
}
_BEHIND: dict[Comparison, str] = {
    ">=": r"(?:or more|and above|或以上|及以上|以上)",
    "<=": r"(?:or less|及以下|以下)",
}
_NAMES_BEFORE, _NAMES_BEHIND = ("b0", "b1", "b2", "b3"), ("h0", "h1")
BEFORE = "|".join(f"(?P<{name}>{words})" for name, words in zip(_NAMES_BEFORE, _BEFORE.values(), strict=True))
BEHIND = "|".join(f"(?P<{name}>{words})" for name, words in zip(_NAMES_BEHIND, _BEHIND.values(), strict=True))


def operator_of(found: re.Match[str]) -> Comparison | None:
    """What a match of a pattern with ``BEFORE`` and ``BEHIND`` says, equality where neither stands there; None where
    both do."""
    before = next((each for name, each in zip(_NAMES_BEFORE, _BEFORE, strict=True) if found[name]), None)
    behind = next((each for name, each in zip(_NAMES_BEHIND, _BEHIND, strict=True) if found[name]), None)
    return None if before and behind else before or behind or "="
