"""Which companies are candidates, and what is embedded for them."""

from __future__ import annotations

import pytest

from core.domain.arms import ARMS, SEARCHES
from tests.integration.retrieval.hybrid.bench import Bench, scores


def test_every_arm_returns_companies_and_every_search_its_time(bench: Bench) -> None:
    result = bench.retrieve("hub", text="Who supplies battery cells for electric cars?", named=["car"])
    assert {arm for arm in ARMS if not scores(result, arm)} == {"size", "industry"}  # no column tells them
    assert list(result.milliseconds) == list(SEARCHES)
    assert all(spent > 0 for spent in result.milliseconds.values())
    assert result.failures == {}


def test_candidates_stand_in_the_order_of_their_ids_each_once(bench: Bench) -> None:
    found = bench.retrieve("hub", text="Who supplies battery cells?").candidates
    assert found.company_ids == ("bank", "maker", "rival", "seller")
    assert found.raw.shape == (4, len(ARMS))
    assert found.adaptive_weights.shape == (len(ARMS),)
    assert found.adaptive_weights.sum() == pytest.approx(1.0)
    assert found.features["asks about a company"] == 1.0


def test_the_query_itself_is_no_candidate(bench: Bench) -> None:
    assert "hub" not in bench.retrieve("hub").candidates.company_ids
    assert not {"hub", "rival"} & set(bench.retrieve("hub", "rival").candidates.company_ids)


def test_bridges_are_no_candidates(bench: Bench) -> None:
    assert "car" not in bench.retrieve("hub", text="electric cars", named=["car"]).candidates.company_ids
    found = bench.retrieve("car", text="Who makes electric cars?")
    assert {"hub", "maker"} <= set(scores(found, "graph"))


def test_only_companies_that_may_answer_are_scored(bench: Bench) -> None:
    found = bench.retrieve("hub", text="Who supplies it?", among=["bank", "hub", "seller"])
    assert found.candidates.company_ids == ("bank", "seller")
    everyone = bench.retrieve("hub", text="Who supplies it?")
    for arm in ("text", "words", "graph", "keyword", "relation"):
        expected = {name: score for name, score in scores(everyone, arm).items() if name in ("bank", "seller")}
        assert scores(found, arm) == pytest.approx(expected), arm


def test_companies_that_may_answer_are_scored_although_no_arm_proposes_them(bench: Bench) -> None:
    bench.settings = bench.settings.model_copy(update={"candidate_limit": 1})
    found = bench.retrieve("hub", among=["bank", "maker", "rival", "seller"])
    assert set(scores(found, "text")) == {"bank", "maker", "rival", "seller"}


def test_nobody_may_answer(bench: Bench) -> None:
    found = bench.retrieve("hub", text="Who supplies it?", among=[])
    assert found.candidates.company_ids == ()
    assert found.candidates.raw.shape == (0, len(ARMS))
    assert found.failures == {}


def test_a_question_is_embedded_in_one_call_with_the_names(bench: Bench) -> None:
    bench.retrieve("hub", text="Who supplies it?", topic="cells")
    assert bench.encoder.calls == [["枢纽公司 Hub Motors Who supplies it?", "cells"]]


def test_a_question_among_given_companies_is_embedded_in_one_call_too(bench: Bench) -> None:
    bench.retrieve("hub", text="Who supplies it?", among=["seller", "bank"])
    assert len(bench.encoder.calls) == 1


def test_a_bare_company_is_not_embedded(bench: Bench) -> None:
    assert scores(bench.retrieve("hub"), "text")
    assert bench.encoder.calls == []
