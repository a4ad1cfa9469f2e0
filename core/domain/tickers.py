"""How tickers of a market are written."""

from __future__ import annotations

import re

LETTERS_ALONE = "A-Z"
"""The pattern of tickers that no suffix says the market of: those of the United States."""
WITHOUT_SUFFIX = r"^(?:(?:NASDAQ|NYSE|AMEX)\s?:\s?)?[A-Z]{1,5}(?:[.\-/][A-C])?(?:\.(?:US|O|OQ|N))?$"
"""AAPL, BRK.B; with the market as some sources add it: NASDAQ:AAPL, AAPL.US, AAPL.O."""
_WITHOUT_SUFFIX = re.compile(WITHOUT_SUFFIX)


def fits(ticker: str, patterns: tuple[str, ...]) -> bool:
    """Whether a ticker begins or ends as one of some patterns says; of no patterns any does."""
    return not patterns or any(_fits(ticker.upper(), each.upper()) for each in patterns)


def _fits(ticker: str, pattern: str) -> bool:
    if pattern == LETTERS_ALONE:
        return _WITHOUT_SUFFIX.match(ticker) is not None
    before, _, after = pattern.partition("*")
    return ticker.startswith(before) and ticker.endswith(after)
