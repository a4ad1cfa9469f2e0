"""Any two names can be compared, whichever comes first."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.text import clean_text
from core.entity_resolution.comparable_names import comparable_name
from core.entity_resolution.name_pairs import pair_score
from tests.support import examples

_LATIN = [
    "OOO",
    "Ltd",
    "Bank",
    "of",
    "China",
    "Three",
    "Forty-Four",
    "II",
    "3M",
    "&",
    "and",
    "S.A.",
    "o.O.O.",
    "Motors",
]
WORDS = st.sampled_from([*_LATIN, "Tesla", "中国", "宁德时代", "股份有限公司", "汽车", "Газпром"])
NAMES = st.text(max_size=40) | st.lists(WORDS, max_size=6).map(" ".join)


@settings(max_examples=examples(200))
@given(NAMES, NAMES)
def test_a_score_is_symmetric_and_between_nought_and_one(first: str, second: str) -> None:
    score = pair_score(first, second)
    assert 0.0 <= score <= 1.0
    assert pair_score(second, first) == score


@settings(max_examples=examples(200))
@given(NAMES)
def test_a_name_is_the_same_as_itself(name: str) -> None:
    assert pair_score(name, name) >= 0.5 or not comparable_name(clean_text(name))
