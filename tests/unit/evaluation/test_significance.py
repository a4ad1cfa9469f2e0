from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from core.evaluation import significance
from core.evaluation.significance import Values, differences, estimates

RANDOM = np.random.default_rng(7)


def column(*values: float) -> Values:
    return np.array(values, dtype=np.float64)[:, None]


def test_the_interval_of_many_values_is_that_of_the_normal_distribution() -> None:
    values = RANDOM.normal(0.5, 0.2, size=(2000, 1))
    (found,) = estimates(values, seed=0)
    error = 1.96 * values.std() / np.sqrt(2000)
    assert found.mean == pytest.approx(values.mean())
    assert (found.low, found.high) == pytest.approx((found.mean - error, found.mean + error), abs=0.05 * error)


def test_the_interval_of_two_values_holds_all_four_draws() -> None:
    (found,) = estimates(column(0.0, 1.0), seed=0)  # drawn: 0, ½, ½, 1, each a quarter of the time
    assert (found.mean, found.low, found.high) == (0.5, 0.0, 1.0)


def test_p_is_the_share_of_sign_patterns_at_least_as_far_from_nought() -> None:
    apart = [0.3, 0.1, 0.25, -0.05, 0.2, 0.15, 0.4, -0.1]
    patterns = product([-1, 1], repeat=8)
    sums = [abs(sum(sign * value for sign, value in zip(signs, apart, strict=True))) for signs in patterns]
    exact = sum(found >= abs(sum(apart)) - 1e-12 for found in sums) / 256
    (found,) = differences(column(*apart), column(*[0.0] * 8), seed=0)
    assert found.p_value == pytest.approx(exact, abs=0.005)
    assert exact == 14 / 256  # either sign: none, 5, 10, 5+10, 10↔10, 10↔5+10, 15↔5+10 of the hundredths turned


def test_a_clear_difference_is_told_from_none() -> None:
    before = RANDOM.uniform(0.3, 0.6, size=(200, 1))
    better = before + RANDOM.normal(0.05, 0.05, size=(200, 1))
    noisy = before + RANDOM.permutation(np.tile([-0.2, 0.2], 100))[:, None]
    clear, none = differences(np.hstack([better, noisy]), np.hstack([before, before]), seed=0)
    assert clear.p_value < 0.001
    assert clear.low > 0
    assert none.p_value > 0.5
    assert none.low < 0 < none.high


def test_the_same_seed_gives_the_same_figures() -> None:
    values, others = RANDOM.uniform(size=(30, 2)), RANDOM.uniform(size=(30, 2))
    assert differences(values, others, seed=3) == differences(values, others, seed=3)
    assert estimates(values, seed=3) == estimates(values, seed=3)
    assert estimates(values, seed=3) != estimates(values, seed=4)


def test_many_questions_are_drawn_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    values = RANDOM.uniform(size=(50, 1))
    whole = estimates(values, seed=1, resamples=1000)
    monkeypatch.setattr(significance, "_CELLS_AT_A_TIME", 50 * 300)
    (batched,) = estimates(values, seed=1, resamples=1000)
    assert batched.model_dump() == pytest.approx(whole[0].model_dump(), abs=1e-12)
    (apart,) = differences(values, values * 0.5, seed=1, resamples=1000)
    assert apart.p_value == pytest.approx(1 / 1001)
