from __future__ import annotations

import numpy as np
import pytest

from core.retrieval.adaptive import LEARNT_SHARE, blended

LEARNT, DESIGNED = np.array([0.9, 0.1, 0.0]), np.array([0.25, 0.25, 0.5])


def test_learnt_and_designed_weights_count_in_their_shares() -> None:
    found = blended(LEARNT, DESIGNED, np.array([True, True, True]))
    assert found == pytest.approx(LEARNT_SHARE * LEARNT + (1 - LEARNT_SHARE) * DESIGNED)


def test_a_silent_arm_gets_no_designed_weight_and_the_sum_stays_one() -> None:
    found = blended(LEARNT, DESIGNED, np.array([True, True, False]))
    assert found[2] == 0.0
    assert found.sum() == pytest.approx(1.0)


def test_where_only_undesigned_arms_speak_the_learnt_weights_stand_alone() -> None:
    assert (blended(LEARNT, np.zeros(3), np.array([True, True, False])) == LEARNT).all()
