from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.storage.column_figures import Dates, Years, dates, value_counts, years

TEXTS = st.one_of(st.none(), st.text(max_size=3), st.sampled_from(["filing", "news", "note"]))


def batches(values: Sequence[object], kind: pa.DataType, size: int = 3) -> list[pa.RecordBatch]:
    parts = [values[start : start + size] for start in range(0, len(values), size)]
    return [pa.record_batch({"column": pa.array(part, kind)}) for part in parts]


def dates_of(*texts: str | None) -> Dates:
    return dates(batches(texts, pa.string()), "column")


def naive(text: str) -> tuple[date, date] | None:
    """First and last day that a date text speaks of, by the standard library."""
    try:
        if len(text) == 4:
            return date(int(text), 1, 1), date(int(text), 12, 31)
        if len(text) == 7:
            first = date.fromisoformat(f"{text}-01")
            return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        return date.fromisoformat(text), date.fromisoformat(text)
    except ValueError:
        return None


@given(st.lists(TEXTS, max_size=30), st.integers(1, 8), st.integers(0, 6))
def test_counts_are_those_of_a_counter(values: list[str | None], size: int, limit: int) -> None:
    counted = Counter(value or "" for value in values)
    expected = sorted(counted.items(), key=lambda item: (-item[1], item[0].encode()))
    listed, others = value_counts(batches(values, pa.string(), size), "column", limit)
    assert listed == expected[:limit]
    assert others == sum(rows for _, rows in expected[limit:])


@given(
    st.lists(
        st.builds(
            lambda year, month, day, precision: f"{year:04}-{month:02}-{day:02}"[:precision],
            st.integers(1, 2200),
            st.integers(0, 13),
            st.integers(0, 32),
            st.sampled_from([4, 7, 10]),
        ),
        max_size=20,
    ),
    st.integers(1, 8),
)
def test_the_period_is_the_one_that_the_calendar_gives(texts: list[str], size: int) -> None:
    known = [days for days in map(naive, texts) if days]
    assert dates(batches(texts, pa.string(), size), "column") == Dates(
        min((first for first, _ in known), default=None),
        max((last for _, last in known), default=None),
        dated=len(known),
        undated=0,
        unreadable=len(texts) - len(known),
    )


def test_a_year_and_a_month_stand_for_all_of_their_days() -> None:
    assert dates_of("2024-02", "2024-02-10") == Dates(date(2024, 2, 1), date(2024, 2, 29), 2, 0, 0)
    assert dates_of("2023", "2024-12") == Dates(date(2023, 1, 1), date(2024, 12, 31), 2, 0, 0)


def test_a_time_of_day_does_not_matter() -> None:
    assert dates_of("2024-02-10T23:59:59Z", "2024-02-11 08:00") == Dates(date(2024, 2, 10), date(2024, 2, 11), 2, 0, 0)


def test_what_is_no_date_is_counted_and_does_not_matter() -> None:
    found = dates_of(
        "2020", "", None, "soon", "2024-02-30", "2024-13", "20x4", "2024-1-1", "２０２４", "0000", " 2024 "
    )
    assert found == Dates(date(2020, 1, 1), date(2020, 12, 31), dated=1, undated=2, unreadable=8)


@pytest.mark.parametrize("size", [1, 100])
def test_years_are_spanned_and_missing_ones_counted(size: int) -> None:
    assert years(batches([None, 2001, None, 1999], pa.int32(), size), "column") == Years(1999, 2001, 2, 2)
    assert years(batches([None], pa.int32(), size), "column") == Years(None, None, 0, 1)


def test_nothing_spans_nothing() -> None:
    assert dates([], "column") == Dates(None, None, 0, 0, 0)
    assert years([], "column") == Years(None, None, 0, 0)
    assert value_counts([], "column", 10) == ([], 0)
