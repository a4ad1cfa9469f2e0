"""Dates of any precision stand for the days that they may mean."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from core.domain.partial_dates import PartialDate, date_number, is_after, is_partial_date
from core.domain.records import Entity, Relation

_DATE = TypeAdapter(PartialDate)
days = st.dates(date(1000, 1, 1), date(2100, 12, 31))
partial = st.builds(lambda day, length: day.isoformat()[:length], days, st.sampled_from([4, 7, 10]))


@given(partial, st.sampled_from(["{}", "{}-", "{}T12", " {}", "x{}"]))
def test_a_text_is_a_date_where_it_is_taken_for_one(text: str, form: str) -> None:
    assert is_partial_date(form.format(text)) == (form == "{}")
    assert is_partial_date("") and is_partial_date(None)


def first_day(text: str) -> date:
    year, month, day = (*map(int, text.split("-")), 1, 1)[:3]
    return date(year, month, day)


def last_day(text: str) -> date:
    year, month, *day = (*map(int, text.split("-")), 12)[:3]
    return date(year, month, day[0] if len(text) == 10 else monthrange(year, month)[1])


@given(partial)
def test_a_day_a_month_and_a_year_are_dates(text: str) -> None:
    assert _DATE.validate_python(text) == text


@given(st.text(max_size=12))
def test_any_other_text_is_refused(text: str) -> None:
    try:
        known = first_day(text)
    except ValueError:
        known = None
    if text and (known is None or known.isoformat()[: len(text)] != text or not 1000 <= known.year <= 2100):
        with pytest.raises(ValidationError):
            _DATE.validate_python(text)


@pytest.mark.parametrize(
    "text", ["2023-02-29", "2024-13", "2024-5", "24", "0999", "2101", "2024-05-31T00:00", "２０２４", "2024-"]
)
def test_what_the_calendar_does_not_have_is_no_date(text: str) -> None:
    with pytest.raises(ValidationError, match="a year, a month or a day"):
        _DATE.validate_python(text)


@given(partial, partial)
def test_a_date_is_after_another_where_none_of_its_days_can_be_before(first: str, second: str) -> None:
    assert is_after(first, second) == (first_day(first) > last_day(second))
    assert not is_after(first, "")
    assert not is_after("", second)


@given(partial, partial)
def test_numbers_of_dates_are_ordered_like_their_first_days(first: str, second: str) -> None:
    if first_day(first) < first_day(second):
        assert date_number(first) <= date_number(second)
    assert 0 == date_number("") < date_number(first)
    assert str(date_number(first)).rstrip("0") == first.replace("-", "").rstrip("0")


def relation(**cells: object) -> Relation:
    return Relation.model_validate({"id": "r", "source": "a", "target": "b", "type": "supplies", **cells})


@given(partial, partial)
def test_a_relation_ends_no_earlier_than_it_begins(start: str, end: str) -> None:
    if last_day(end) < first_day(start):
        with pytest.raises(ValidationError, match="before the start"):
            relation(start=start, end=end)
    else:
        assert relation(start=start, end=end).end == end
    if int(end[:4]) < int(start[:4]):
        with pytest.raises(ValidationError, match="before the start"):
            relation(year=int(start[:4]), end=end)


@given(partial, st.integers(1000, 2100))
def test_the_year_is_that_of_the_start(start: str, year: int) -> None:
    if year == int(start[:4]):
        assert relation(start=start, year=year).year == year
    else:
        with pytest.raises(ValidationError, match="lie in the year"):
            relation(start=start, year=year)


percents = st.none() | st.floats(0, 100)


@given(percents, percents)
def test_shares_are_from_the_lower_to_the_higher(low: float | None, high: float | None) -> None:
    if low is not None and high is not None and high < low:
        with pytest.raises(ValidationError, match="share_low"):
            relation(share_low=low, share_high=high)
    else:
        assert (relation(share_low=low, share_high=high).share_low, low) == (low, low)


@given(st.floats())
def test_figures_out_of_range_are_refused(figure: float) -> None:
    within = {
        "share_low": 0 <= figure <= 100,
        "share_high": 0 <= figure <= 100,
        "amount": 0 <= figure < float("inf"),
    }
    for field, fine in within.items():
        if fine:
            assert getattr(relation(**{field: figure}), field) == figure
        else:
            with pytest.raises(ValidationError, match=field):
                relation(**{field: figure})


@given(st.none() | st.floats(), st.none() | st.floats())
def test_coordinates_are_a_point_of_the_earth_or_nothing(lat: float | None, lon: float | None) -> None:
    entity = {"id": "x", "type": "company", "name_zh": "甲", "name_en": "A", "lat": lat, "lon": lon}
    point = lat is not None and lon is not None and -90 <= lat <= 90 and -180 <= lon <= 180
    if point or (lat is None and lon is None):
        placed = Entity.model_validate(entity)
        assert (placed.lat, placed.lon) == (lat, lon)
    else:
        with pytest.raises(ValidationError):
            Entity.model_validate(entity)


def test_half_of_the_coordinates_are_refused_where_the_other_is_not_given() -> None:
    for half in ("lat", "lon"):
        with pytest.raises(ValidationError, match="stand together"):
            Entity.model_validate({"id": "x", "type": "company", "name_zh": "甲", "name_en": "A", half: 1.0})
