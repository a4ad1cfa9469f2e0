from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.evaluation.significance import Values, differences, estimates
from tests.support import examples

scores = st.floats(0.0, 1.0)
shapes = st.tuples(st.integers(1, 12), st.integers(1, 3))
tables = shapes.flatmap(lambda shape: arrays(np.float64, shape, elements=scores))
pairs = shapes.flatmap(lambda shape: st.tuples(*[arrays(np.float64, shape, elements=scores)] * 2))
seeds = st.integers(0, 1000)
few = settings(max_examples=examples(50))


@few
@given(tables, seeds)
def test_an_interval_lies_between_the_least_and_the_greatest_value(values: Values, seed: int) -> None:
    for column, found in zip(values.T, estimates(values, seed=seed, resamples=200), strict=True):
        assert found.mean == pytest.approx(column.mean())
        assert column.min() - 1e-9 <= found.low <= found.high <= column.max() + 1e-9


@few
@given(st.integers(1, 12), scores, seeds)
def test_the_interval_of_equal_values_is_that_value(questions: int, value: float, seed: int) -> None:
    (found,) = estimates(np.full((questions, 1), value), seed=seed, resamples=200)
    assert (found.mean, found.low, found.high) == pytest.approx((value, value, value))


@few
@given(tables, seeds)
def test_a_variant_does_not_differ_from_itself(values: Values, seed: int) -> None:
    for found in differences(values, values, seed=seed, resamples=200):
        assert (found.mean, found.low, found.high, found.p_value) == (0.0, 0.0, 0.0, 1.0)


@few
@given(pairs, seeds)
def test_changing_places_changes_the_sign_and_nothing_else(pair: tuple[Values, Values], seed: int) -> None:
    there = differences(*pair, seed=seed, resamples=200)
    back = differences(*reversed(pair), seed=seed, resamples=200)
    for one, other in zip(there, back, strict=True):
        assert one.p_value == other.p_value
        assert (one.mean, one.low, one.high) == pytest.approx((-other.mean, -other.high, -other.low), abs=1e-12)
        assert 0.0 < one.p_value <= 1.0


@few
@given(pairs, seeds)
def test_a_column_does_not_depend_on_its_neighbours(pair: tuple[Values, Values], seed: int) -> None:
    together = differences(*pair, seed=seed, resamples=200)
    for column, found in enumerate(together):
        values, others = (table[:, [column]] for table in pair)
        (alone,) = differences(values, others, seed=seed, resamples=200)
        assert alone.model_dump() == pytest.approx(found.model_dump(), abs=1e-12)
        assert estimates(values, seed=seed, resamples=200)[0].low == pytest.approx(
            estimates(pair[0], seed=seed, resamples=200)[column].low, abs=1e-12
        )
