from __future__ import annotations

import numpy as np
import pytest

from core.evaluation.learning import FOLDS, Example, learn

ARMS = ("good in Chinese", "good in English", "silent")
FEATURES = ("bias", "is in Chinese")
RANDOM = np.random.default_rng(7)


def example(number: int, *, chinese: bool) -> Example:
    """Twenty candidates, the first relevant; one arm knows it, another guesses, the third says nothing."""
    relevant = np.arange(20) == 0
    knows, guesses = np.where(relevant, 1.0, RANDOM.random(20) / 2), RANDOM.random(20)
    columns = (knows, guesses) if chinese else (guesses, knows)
    scores = np.stack([*columns, np.zeros(20)], axis=1)
    return Example("task", f"company {number}", scores, relevant, np.array([1.0, float(chinese)]))


EXAMPLES = [example(number, chinese=number % 2 == 0) for number in range(60)]


def weights(features: dict[str, float]) -> np.ndarray:
    return learn(EXAMPLES, ARMS, FEATURES).choose(features, np.array([True, True, False]))


def test_it_learns_which_arm_to_trust_for_which_question() -> None:
    chinese, english = weights({"bias": 1.0, "is in Chinese": 1.0}), weights({"bias": 1.0, "is in Chinese": 0.0})
    assert chinese[0] > 1.3 * chinese[1]
    assert english[1] > 1.3 * english[0]


def test_an_arm_that_never_spoke_learns_nothing() -> None:
    assert learn(EXAMPLES, ARMS, FEATURES).weights["silent"] == {"bias": 0.0, "is in Chinese": 0.0}


def test_nothing_to_learn_from_weighs_all_alike() -> None:
    hopeless = Example("task", "x", np.zeros((3, 3)), np.zeros(3, dtype=bool), np.array([1.0, 0.0]))
    for examples in ([hopeless], []):
        learnt = learn(examples, ARMS, FEATURES)
        assert set(learnt.weights) == set(ARMS)
        assert learnt.choose({"bias": 1.0, "is in Chinese": 1.0}) == pytest.approx(np.full(len(ARMS), 1 / len(ARMS)))


def test_learning_twice_gives_the_same() -> None:
    assert learn(EXAMPLES, ARMS, FEATURES) == learn(EXAMPLES, ARMS, FEATURES)


def test_the_same_group_is_always_in_the_same_fold() -> None:
    folds = {example(number, chinese=True).fold for number in range(200)}
    assert folds == set(range(FOLDS))
    assert example(3, chinese=True).fold == example(3, chinese=False).fold


@pytest.mark.parametrize("places", [[0], [150, 199]])
def test_shortening_keeps_everything_relevant(places: list[int]) -> None:
    relevant = np.isin(np.arange(200), places)
    scores = np.tile(np.linspace(1.0, 0.0, 200)[:, None], (1, 3))
    short = Example("task", "x", scores, relevant, np.array([1.0, 0.0])).shortened()
    assert short.relevant.sum() == len(places)
    assert len(short.relevant) < 70
