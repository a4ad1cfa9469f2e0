"""The stock market of which a ticker is asked for: London in “Unilever's London ticker”, 港股 in 港股代码."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from core.domain.function_words import any_of
from core.domain.plan import ANY_TICKER
from core.names.normalise import fold_characters
from core.names.places import place_called
from core.questions.vocabulary.lexicon import words_file

_AROUND = (
    r"(?:在|(?:in|on|at) (?:the )?)?(?:{words})(?:'s|’s)?"
    r"(?: stock exchange| stock market| exchange| market|交易所|市场|上市)?的?"
)
_LISTED_AT_ZH = re.compile(r"在(?P<place>[\u3400-\u9fff]{2,6}?)(?:证券交易所|交易所)?(?:上市|挂牌)")


@dataclass(frozen=True)
class SaidMarket:
    """Where a market stands in a question, and how the tickers of those listed there begin or end."""

    start: int
    end: int
    tickers: tuple[str, ...]


def market_in(question: str) -> SaidMarket | None:
    """The only market that a question names; None where it names none, or several."""
    folded = fold_characters(question)
    found = [
        SaidMarket(*match.span(), tickers) for pattern, tickers in _markets() for match in pattern.finditer(folded)
    ]
    return found[0] if len(found) == 1 else None


def unknown_market(question: str) -> str:
    """The words that say where shares are traded, of a place whose market is none of those known: 在挪威上市."""
    for said in _LISTED_AT_ZH.finditer(fold_characters(question)):
        known = any(pattern.search(said[0]) for pattern, _ in _markets())
        if not known and place_called(said["place"]) is not None:
            return said[0]
    return ""


@cache
def _markets() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    markets = []
    for each in words_file("markets.yaml").values():
        if tuple(each["tickers"]) != ANY_TICKER:
            words = any_of({_market(word) for word in (*each["zh"], *each["en"])})
            pattern = re.compile(rf"(?<![a-z0-9]){_AROUND.format(words=words)}(?![a-z0-9])")
            markets.append((pattern, tuple(each["tickers"])))
    return tuple(markets)


def _market(word: str) -> str:
    """伦敦 of 伦敦上市, tokyo of tokyo-listed and of listed in tokyo."""
    for said in ("在", "listed in "):
        word = word.removeprefix(said)
    for said in ("上市", "-listed", " listed"):
        word = word.removesuffix(said)
    return word
