"""Rules that cannot be completed are not begun: no reading is lost by that, whatever the grammar and the row."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from core.questions.parsing.chart import Chart, Rule, Token
from core.questions.parsing.reachable import Reachable

WORDS, PHRASES = ("a", "b", "c", "d"), ("S", "T", "U")


def _together(*parts: str) -> str | None:
    """What a phrase says; nothing where it would say too much."""
    said = "".join(parts)
    return said if len(said) < 12 else None


rules = st.lists(
    st.builds(
        lambda result, parts, cost: Rule(result, tuple(parts), _together, cost),
        st.sampled_from(PHRASES),
        st.lists(st.sampled_from(WORDS + PHRASES), min_size=1, max_size=4),
        st.sampled_from((0.0, 0.1, 0.3)),
    ),
    min_size=1,
    max_size=12,
)
rows = st.lists(st.sets(st.sampled_from(WORDS), min_size=1, max_size=2), max_size=7)


@given(rules=rules, row=rows)
def test_no_reading_is_lost(rules: list[Rule], row: list[set[str]]) -> None:
    tokens = [
        Token(place, place + 1, {each: (f"{each}{place}",) for each in sorted(categories)})
        for place, categories in enumerate(row)
    ]
    chart = Chart(rules, {"a": 0.2}, 1.0)
    with patch("core.questions.parsing.chart.MOST_STEPS", 10**6):
        found = {category: chart.readings(tokens, category) for category in PHRASES}
        with patch.object(Reachable, "may_follow", lambda *_: True):
            assert {category: chart.readings(tokens, category) for category in PHRASES} == found
