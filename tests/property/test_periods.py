"""Years in words: whatever the year is, a period begins before it ends, and no word has two meanings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.questions.vocabulary.periods import Period, periods_in

_PIECES = st.sampled_from(
    (
        *("last", "this", "year", "the", "past", "3", "ten", "years", "nineties", "1990s", "90s", "century", "20th"),
        *(
            "decade",
            "去年",
            "今年",
            "前年",
            "上",
            "世纪",
            "本",
            "20",
            "21",
            "90",
            "年代",
            "九十",
            "近",
            "三",
            "年",
            "以来",
        ),
    )
)


@given(st.lists(_PIECES, max_size=8), st.booleans(), st.integers(1901, 2099))
def test_a_period_begins_before_it_ends(pieces: list[str], spaced: bool, now: int) -> None:
    question = (" " if spaced else "").join(pieces)
    for start, end, readings in periods_in(question, now):
        assert question[start:end].strip()
        ((category, (meant,)),) = readings.items()
        if category == "year":
            assert now - 2 <= meant <= now
        else:
            assert isinstance(meant, Period)
            assert 1500 <= meant.first <= 2100


@given(st.integers(1600, 2090).map(lambda year: year // 10 * 10))
def test_a_decade_is_its_ten_years_however_it_is_written(decade: int) -> None:
    """But the 1800s are a hundred years, as far as they have gone."""
    century = decade % 100 == 0
    last = min(decade + 99, max(2026, decade + 9)) if century else min(decade + 9, max(2026, decade + 9))
    for question, ends in ((f"{decade}s", last), (f"{decade}年代", decade + 9)):
        assert [readings for *_, readings in periods_in(question, 2026)] == [{"period": (Period(decade, ends),)}]
