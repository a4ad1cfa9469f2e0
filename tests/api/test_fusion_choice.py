"""A list ranked by hand on the page can be asked for by one call, and an answer tells what gives the list again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import streamlit as st

from app.state import tuning_state
from app.state.kept_answer import KeptAnswer, current_answer
from app.state.sliders import chosen_fusion
from app.state.view_parameters import share_key
from core.defaults import default_request
from core.domain.arms import ARM_TABLE, ARMS
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.workspace.tuned_settings import TunedSettings
from tests.api.conftest import RunningApi

QUESTIONS = [
    {"query": "宁德时代的竞争对手有哪些？"},
    {"company": "tsmc", "query": "Who supplies it?"},
    {"company": "NVIDIA"},
    {"query": "solid-state batteries"},
]
MOST = 50
Listed = list[tuple[str, float]]


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    st.session_state.clear()
    tuning_state.reset_tuning()
    yield
    st.session_state.clear()


@pytest.fixture(params=QUESTIONS, ids=lambda asked: " ".join(asked.values()))
def question(request: pytest.FixtureRequest) -> dict[str, str]:
    asked: dict[str, str] = request.param
    return asked


class Page:
    """The page Discover over what the API serves, with one question asked."""

    def __init__(self, api: RunningApi, question: dict[str, str]) -> None:
        assert api.shared.pipeline is not None
        self.pipeline = api.shared.pipeline
        request = default_request(self.pipeline.base.settings, language="en")
        self.request: DiscoveryRequest = request.model_copy(update=question)
        move(n=MOST)
        self.kept: KeptAnswer = current_answer(self.pipeline, self.request, self.fusion)[1]

    @property
    def fusion(self) -> FusionSettings:
        return chosen_fusion(self.pipeline.base.settings)

    @property
    def listed(self) -> Listed:
        companies = current_answer(self.pipeline, self.request, self.fusion)[0].related_companies
        return [(each.company_id, each.similarity) for each in companies]

    def take_over(self) -> None:
        assert self.kept.adaptive_weights is not None
        tuning_state.show_adaptive_weights(self.kept.adaptive_weights)
        tuning_state.take_over()


def move(**controls: object) -> None:
    st.session_state.update(controls)


def take_over_and_move(page: Page) -> None:
    page.take_over()
    move(walk=0.1, peers=1.7, words=0.0)


POSITIONS: dict[str, Callable[[Page], None]] = {
    "adaptive": lambda _: None,
    "taken over": lambda page: page.take_over(),
    "taken over and moved": take_over_and_move,
    "weighted": lambda _: move(mode="weighted", wg=0.2, wv=0.9),
    "weighted and moved": lambda _: move(mode="weighted", scale="adaptive", size=0.8, keyword=2.0, text=0.0),
    "rrf": lambda _: move(mode="rrf", k=7),
    "rrf and moved": lambda _: move(mode="rrf", wg=0.8, named=1.5, relation=0.05),
    "all at nought": lambda _: move(mode="weighted", wg=0.0, wv=0.0, **dict.fromkeys(map(share_key, ARMS), 0.0)),
}


def on_the_sliders(page: Page) -> dict[str, Any]:
    """``fusion`` of a request that says what a preset saved now would hold, with the shares by the names of arms."""
    preset = TunedSettings.made_of(page.fusion, TunedSettings().walk).model_dump(mode="json")
    said = {name: preset[name] for name in ("mode", "scale", "graph_weight", "vector_weight", "rrf_k")}
    return said | {"shares": {arm: preset[FusionSettings.share_name(arm)] for arm in ARMS}}


def answered(api: RunningApi, question: dict[str, str], **fusion: object) -> dict[str, Any]:
    asked = {**question, "language": "en", "max_results": MOST, **fusion}
    response = api.client.post("/api/v1/relationships", json=asked)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def listed(found: dict[str, Any]) -> Listed:
    return [(each["company_id"], each["similarity_score"]) for each in found["related_companies"]]


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("position", POSITIONS)
def test_the_list_of_the_page_is_one_call(api: RunningApi, question: dict[str, str], position: str) -> None:
    page = Page(api, question)
    POSITIONS[position](page)
    found = answered(api, question, fusion=on_the_sliders(page))
    assert listed(found) == page.listed != []
    again = answered(api, question, fusion=found["fusion"])
    assert listed(again) == listed(found)
    assert again["fusion"] == found["fusion"]
    if position != "adaptive":
        assert found["fusion"] == on_the_sliders(page)


def test_what_adaptive_fusion_chose_is_told_as_it_would_be_taken_over(
    api: RunningApi, question: dict[str, str]
) -> None:
    page = Page(api, question)
    told = answered(api, question)["fusion"]
    page.take_over()
    shown = on_the_sliders(page)
    assert (told["mode"], told["scale"]) == (shown["mode"], shown["scale"]) == ("weighted", "adaptive")
    assert told["shares"] == pytest.approx(shown["shares"], abs=1e-6)
    assert (told["graph_weight"], told["vector_weight"]) == pytest.approx(
        (shown["graph_weight"], shown["vector_weight"]), abs=1e-6
    )


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(
    "fusion",
    [
        {"shares": {"graph": 0.0, "peers": 1.0}},
        {"graph_weight": 1.0, "vector_weight": 0.0},
        {"scale": "adaptive"},
    ],
)
def test_weights_without_a_mode_count(api: RunningApi, question: dict[str, str], fusion: dict[str, Any]) -> None:
    found = answered(api, question, fusion=fusion)
    assert found["fusion"]["mode"] == "weighted"
    assert found == found | {
        "related_companies": answered(api, question, mode="weighted", fusion=fusion)["related_companies"]
    }
    assert listed(found) != listed(answered(api, question))


def test_what_is_not_given_is_as_configured_and_what_has_a_name_of_its_own_counts_first(api: RunningApi) -> None:
    asked = {"company": "catl"}
    told = answered(api, asked, mode="rrf", graph_weight=0.9, fusion={"graph_weight": 0.1, "shares": {"size": 2}})
    assert told["fusion"] == {
        "mode": "rrf",
        "scale": "min_max",
        "graph_weight": 0.9,
        "vector_weight": 0.5,
        "rrf_k": 60,
        "shares": {arm.name: arm.default_share for arm in ARM_TABLE} | {"size": 2.0},
    }
    assert answered(api, asked, fusion={"rrf_k": 9})["fusion"]["scale"] == "adaptive"  # still chosen for the question


@pytest.mark.parametrize(
    ("fusion", "field"),
    [
        ({"shares": {"walk": 1.0}}, "fusion.shares"),
        ({"shares": {"prominence": 1.0, "graph": 1.0}}, "fusion.shares"),
        ({"shares": {"graph": 2.01}}, "fusion.shares.graph"),
        ({"shares": {"peers": -0.01}}, "fusion.shares.peers"),
        ({"shares": {"text": "1"}}, "fusion.shares.text"),
        ({"shares": {"text": True}}, "fusion.shares.text"),
        ({"shares": [1.0]}, "fusion.shares"),
        ({"graph_weight": 1.01}, "fusion.graph_weight"),
        ({"vector_weight": -1}, "fusion.vector_weight"),
        ({"rrf_k": 0}, "fusion.rrf_k"),
        ({"rrf_k": 2**53}, "fusion.rrf_k"),
        ({"mode": "magic"}, "fusion.mode"),
        ({"scale": "linear"}, "fusion.scale"),
        ({"walk_share": 1.0}, "fusion.walk_share"),
        ("weighted", "fusion"),
    ],
)
def test_what_does_not_fit_is_named(api: RunningApi, fusion: object, field: str) -> None:
    response = api.client.post("/api/v1/relationships", json={"company": "catl", "fusion": fusion})
    assert (response.status_code, response.json()["code"]) == (422, "fields_invalid")
    assert field in [fault["field"] for fault in response.json()["errors"]]


def test_a_share_of_no_arm_is_refused_with_the_names_of_all(api: RunningApi) -> None:
    response = api.client.post(
        "/api/v1/relationships", json={"company": "catl", "fusion": {"shares": {"walk": 1.0, "x" * 500: 1.0}}}
    )
    (fault,) = response.json()["errors"]
    assert fault["reason"].endswith("are " + ", ".join(ARMS))


def test_the_largest_values_that_fit_are_answered(api: RunningApi) -> None:
    largest = {"mode": "rrf", "scale": "adaptive", "rrf_k": 2**53 - 1, "graph_weight": 1, "vector_weight": 1}
    asked = largest | {"shares": dict.fromkeys(ARMS, 2)}
    assert answered(api, {"company": "catl"}, fusion=asked)["fusion"] == asked
