"""What each piece of evidence is worth: natural logarithms of how many times likelier it makes "the same company"."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, get_args

ReasonCode = Literal[
    "same_name",
    "same_but_legal_form",
    "name_is_alias",
    "shared_alias",
    "same_but_spacing",
    "little_differs",
    "longer_form",
    "similar_name",
    "same_ticker",
    "same_country",
    "same_industry",
    "same_founded",
    "shared_neighbours",
    "different_tickers",
    "different_founded",
    "different_country",
    "different_numbers",
    "own_words",
    "related",
]
REASON_CODES: tuple[ReasonCode, ...] = get_args(ReasonCode)

PRIOR = -1.5
"""Of two companies that are compared at all, about one pair in five is one company: a guess, on the careful side."""

LOG_ODDS: Mapping[ReasonCode, float] = {
    # Names: only the strongest of these seven counts, for they are hardly independent.
    "same_name": 4.5,
    "same_but_legal_form": 4.0,
    "same_but_spacing": 3.5,
    "name_is_alias": 3.5,  # a former name is an alias
    "shared_alias": 2.5,
    "little_differs": 2.0,  # Kioxia, Kioxia Holdings
    "longer_form": 1.75,  # Tesla, Tesla Motors
    # Identifiers and attributes, by judgement: a ticker is as good as a name; founding years are rarely wrong by two,
    # countries differ by registration or headquarters; most pairs that are compared are of one country anyway.
    "same_ticker": 4.5,
    "same_founded": 1.0,
    "same_industry": 0.5,
    "same_country": 0.25,
    "shared_neighbours": 0.5,  # each of at most three that few others know
    "different_tickers": -3.5,  # two listings at one exchange
    "different_founded": -2.0,
    "different_country": -1.5,
    "related": -3.0,  # a company neither supplies nor owns itself
    # Only beside a name that is merely similar:
    "different_numbers": -4.0,  # Fund II, Fund III
    "own_words": -1.5,  # each has a word of its own: Air Lines, Electronics
}

SIMILARITY_SLOPE = 14.0
SIMILARITY_EVEN = 0.72
"""A similar name is worth slope × (similarity - even), not more than ``same_but_spacing``: set by hand, so that hardly
a wrong pair of the tuning half of data/same_companies.csv reaches 0.5. docs/benchmarks.md reports the other half."""


def similarity_log_odds(similarity: float) -> float:
    """What a name of ``similarity`` in [0, 1] is worth; grows with it."""
    return min(LOG_ODDS["same_but_spacing"], SIMILARITY_SLOPE * (similarity - SIMILARITY_EVEN))


def probability(log_odds: float) -> float:
    """The score in [0, 1] that a sum of log odds, prior included, stands for."""
    return 1.0 / (1.0 + math.exp(-max(-500.0, min(500.0, log_odds))))
