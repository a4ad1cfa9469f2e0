from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from pydantic import ValidationError

from core.domain.arms import ARMS
from core.retrieval.adaptive import (
    FILE_NAME,
    AdaptiveFusion,
    ArmWeights,
    default_adaptive_fusion,
    topic_weights,
    unknown_name_weights,
)
from core.retrieval.passages import PASSAGE_ARMS
from core.retrieval.question_features import company_features, passage_features

KNOWN = (
    "asks about a company",
    "asks about a topic",
    "names something besides",
    "asks for competitors",
    "asks for similar companies",
    "asks for the same industry",
    "asks for another relation",
    "asked relation is recorded",
    "asked relation is not recorded",
    "relations of the company",
    "relations to companies",
    "is in Chinese",
)
TWO = ArmWeights(weights={"graph": {"bias": 1.0, "asks": -2.0}, "text": {"asks": 0.5}})


def test_weights_are_the_softmax_of_the_learnt_sums() -> None:
    chosen = TWO.choose({"bias": 1.0, "asks": 0.5})
    powers = np.exp([1.0 - 1.0, 0.25])
    assert chosen == pytest.approx(powers / powers.sum())
    assert chosen.sum() == pytest.approx(1.0)


def test_a_feature_nobody_learnt_of_counts_nought() -> None:
    assert TWO.choose({"bias": 1.0, "unheard of": 99.0}).tolist() == TWO.choose({"bias": 1.0}).tolist()


def test_without_features_all_arms_weigh_the_same() -> None:
    assert TWO.choose({}).tolist() == [0.5, 0.5]


@pytest.mark.parametrize("strength", [1e3, 1e6, -1e6, 1e300])
def test_enormous_sums_do_not_overflow(strength: float) -> None:
    chosen = TWO.choose({"bias": strength})
    assert np.isfinite(chosen).all()
    assert chosen.sum() == pytest.approx(1.0)
    assert chosen.argmax() == (0 if strength > 0 else 1)


def test_the_shipped_model_is_readable_and_names_arms_in_their_order() -> None:
    document = json.loads(files("core.retrieval").joinpath(FILE_NAME).read_text(encoding="utf-8"))
    shipped = default_adaptive_fusion()
    assert AdaptiveFusion.model_validate(document) == shipped
    assert tuple(shipped.companies.weights) == tuple(arm for arm in ARMS if arm in shipped.companies.weights)
    assert tuple(shipped.passages.weights) == PASSAGE_ARMS


def test_the_shipped_model_knows_only_features_that_exist() -> None:
    known = dict.fromkeys(KNOWN, 0.0)
    shipped = default_adaptive_fusion()
    for learnt, features in (
        (shipped.companies, company_features(known, np.zeros((3, len(ARMS))), ARMS)),
        (shipped.passages, passage_features(known, np.zeros((3, len(PASSAGE_ARMS))), PASSAGE_ARMS)),
    ):
        for row in learnt.weights.values():
            assert set(row) <= set(features)
            assert np.isfinite(list(row.values())).all()


def test_the_shipped_model_chooses_positive_weights_for_any_question() -> None:
    shipped = default_adaptive_fusion()
    for value in (0.0, 0.5, 1.0):
        known = dict.fromkeys(KNOWN, value)
        for learnt, features in (
            (shipped.companies, company_features(known, np.full((40, len(ARMS)), value), ARMS)),
            (shipped.passages, passage_features(known, np.full((40, len(PASSAGE_ARMS)), value), PASSAGE_ARMS)),
        ):
            chosen = learnt.choose(features)
            assert (chosen > 0).all()
            assert chosen.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("change", [{"more": 1}, {"companies": {"weights": {"graph": {"bias": "much"}}}}])
def test_a_model_of_another_form_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        AdaptiveFusion.model_validate({**default_adaptive_fusion().model_dump(), **change})


@given(arrays(bool, len(ARMS)))
def test_of_a_topic_alone_only_what_says_something_weighs(speaking: NDArray[np.bool_]) -> None:
    weights = topic_weights(speaking)
    assert weights.sum() == pytest.approx(1.0)
    heard = {arm for arm, speaks in zip(ARMS, speaking, strict=True) if speaks} & {"keyword", "words", "text", "graph"}
    assert {arm for arm, weight in zip(ARMS, weights, strict=True) if weight} == (heard or set(ARMS))


@given(arrays(bool, len(ARMS)))
def test_for_an_unknown_name_only_the_searches_for_words_weigh(speaking: NDArray[np.bool_]) -> None:
    weights = dict(zip(ARMS, unknown_name_weights(speaking), strict=True))
    assert sum(weights.values()) == pytest.approx(1.0)
    searches = [arm for arm, speaks in zip(ARMS, speaking, strict=True) if speaks and arm in ("keyword", "words")]
    if searches:
        assert {arm for arm, weight in weights.items() if weight} == set(searches)
    else:
        assert len(set(weights.values())) == 1  # nobody says anything
