"""Weights chosen for the question: shown on the sliders, taken over by a move, half and half with one click."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import ARMS, GRAPH_ARMS, VECTOR_ARMS
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.messages import translate
from core.retrieval.fusion import taken_over
from tests.e2e.conftest import move_slider, open_ranking, ranking, settled, slider_value

OpenView = Callable[[str], Page]
QUESTION = "?company=catl&q=Who are its competitors%3F&lang=en"
CHOSEN = "Chosen for this question"


@pytest.fixture
def chosen(sample_pipeline: DiscoveryPipeline) -> dict[str, float]:
    """Arm → weight that adaptive fusion chooses for QUESTION."""
    searched = sample_pipeline.retrieve(DiscoveryRequest(company="catl", query="Who are its competitors?"))
    return dict(zip(ARMS, searched.found.candidates.adaptive_weights.tolist(), strict=True))


def shown_mode(page: Page) -> str:
    return open_ranking(page).locator(".st-key-mode").get_by_role("radio", checked=True).inner_text()


@pytest.mark.thorough
def test_the_sliders_show_what_was_chosen(open_view: OpenView, chosen: dict[str, float]) -> None:
    page = open_view(QUESTION)
    ranking(page)
    open_ranking(page)
    expect(page.get_by_text(CHOSEN)).to_be_visible()
    page.get_by_text("Advanced: shares of the parts").click()
    for side, arms in (("Graph weight", GRAPH_ARMS), ("Vector weight", VECTOR_ARMS)):
        total = sum(chosen[arm] for arm in arms)
        assert slider_value(page, side) == pytest.approx(total, abs=0.0051)
        for arm in arms:
            value = slider_value(page, translate(f"arm.{arm}", "en"))
            assert value == pytest.approx(chosen[arm] / total if total else 0.0, abs=0.0051)
    assert "w" not in {name.split("=")[0][:1] for name in page.url.split("?")[1].split("&")}


@pytest.mark.thorough
def test_moving_one_takes_over_and_leaves_the_others(open_view: OpenView) -> None:
    page = open_view(QUESTION)
    ranking(page)
    settled(page)  # what stands above the sliders is drawn
    graph, vector = slider_value(page, "Graph weight"), slider_value(page, "Vector weight")
    place = page.get_by_role("slider", name="Vector weight").bounding_box()
    move_slider(page, "Graph weight", "ArrowRight")
    page.wait_for_url("**mode=weighted**")
    settled(page)
    assert slider_value(page, "Graph weight") == pytest.approx(graph + 0.01)
    assert slider_value(page, "Vector weight") == vector
    assert page.get_by_role("slider", name="Vector weight").bounding_box() == place
    expect(page.get_by_text(CHOSEN)).to_have_count(0)


def as_core_fuses(pipeline: DiscoveryPipeline, fusion: FusionSettings) -> tuple[list[str], list[str]]:
    """Ids and scores, as the list writes them, that core gives QUESTION."""
    found = pipeline.discover(
        DiscoveryRequest(company="catl", query="Who are its competitors?", fusion=fusion, language="en")
    ).related_companies
    return [each.company_id for each in found], [f"{each.similarity:.2f}" for each in found]


def as_listed(page: Page) -> tuple[list[str], list[str]]:
    """Those that answer, then the others, which stand apart and closed."""
    apart = page.locator(".st-key-also-related")
    if not apart.locator("details[open]").count():
        apart.locator("summary").first.click()
    apart.locator(".cards > li").first.wait_for()
    settled(page)
    return ranking(page), page.locator(".score").all_inner_texts()


def test_one_step_of_a_weight_changes_the_list_by_no_more_than_that_weight(
    open_view: OpenView, chosen: dict[str, float], sample_pipeline: DiscoveryPipeline
) -> None:
    page = open_view(QUESTION)
    assert as_listed(page) == as_core_fuses(sample_pipeline, taken_over(chosen))
    move_slider(page, "Graph weight", "ArrowRight")
    page.wait_for_url("**scale=adaptive**")
    settled(page)
    assert len(page.url.partition("?")[2]) < 220
    before = taken_over(chosen)
    one_step = before.model_copy(update={"graph_weight": round(before.graph_weight + 0.01, 2)})
    assert as_listed(page) == as_core_fuses(sample_pipeline, one_step)
    expect(page.get_by_text("adaptive scale")).to_be_visible()
    shown = as_listed(page)
    page.reload()
    settled(page)
    assert as_listed(page) == shown


@pytest.mark.thorough
def test_switching_to_weighted_keeps_the_list_until_its_scale_is_changed(open_view: OpenView) -> None:
    page = open_view(QUESTION)
    adaptive = as_listed(page)
    open_ranking(page).get_by_text("Weighted", exact=True).click()
    page.wait_for_url("**scale=adaptive**")
    settled(page)
    assert as_listed(page) == adaptive
    page.get_by_text("Advanced: shares of the parts").click()
    page.get_by_role("radio", name="Min–max").click()
    page.wait_for_function("() => !location.search.includes('scale=')")
    settled(page)
    assert as_listed(page) != adaptive


@pytest.mark.thorough
def test_a_moved_share_takes_over_too(open_view: OpenView) -> None:
    page = open_view(QUESTION)
    ranking(page)
    open_ranking(page)
    page.get_by_text("Advanced: shares of the parts").click()
    before = slider_value(page, "Same words")
    move_slider(page, "Same words", "ArrowRight")
    page.wait_for_url("**mode=weighted**")
    settled(page)
    assert slider_value(page, "Same words") == pytest.approx(before + 0.01)
    page.wait_for_url("**shares=1_**")
    shares = dict(zip(ARMS, page.url.partition("shares=1_")[2].partition("&")[0].split("_"), strict=True))
    assert float(shares["words"]) == pytest.approx(before + 0.01, abs=0.0051)
    shown = as_listed(page)
    page.reload()
    settled(page)
    assert as_listed(page) == shown


@pytest.mark.thorough
def test_half_and_half_is_one_click_away(open_view: OpenView) -> None:
    page = open_view(QUESTION)
    ranking(page)
    open_ranking(page)
    page.get_by_role("button", name="0.5 / 0.5").click()
    page.wait_for_url("**mode=weighted**")
    settled(page)
    assert (slider_value(page, "Graph weight"), slider_value(page, "Vector weight")) == (0.5, 0.5)
    assert "walk=" not in page.url
    assert "scale=" not in page.url
    half = ranking(page)
    page.reload()
    settled(page)
    assert ranking(page) == half


@pytest.mark.thorough
def test_a_link_to_weights_is_a_link_to_weighted_fusion(open_view: OpenView) -> None:
    page = open_view("?company=catl&wg=0.3&peers=0.75&lang=en")
    ranking(page)
    assert shown_mode(page) == "Weighted"
    page.get_by_text("Advanced: shares of the parts").click()
    assert slider_value(page, "Graph weight") == 0.3
    assert slider_value(page, "Around similar companies") == 0.75
    page.wait_for_url("**mode=weighted**")
    page.reload()
    settled(page)
    ranking(page)
    assert shown_mode(page) == "Weighted"
    assert slider_value(page, "Graph weight") == 0.3


@pytest.mark.thorough
def test_back_to_adaptive_shows_the_chosen_weights_again(open_view: OpenView) -> None:
    page = open_view(QUESTION)
    adaptive, graph = ranking(page), slider_value(page, "Graph weight")
    move_slider(page, "Graph weight", "ArrowLeft", 20)
    page.wait_for_url("**mode=weighted**")
    settled(page)
    page.get_by_role("button", name="Reset to defaults").click()
    page.wait_for_function("() => !location.search.includes('mode=')")
    settled(page)
    expect(page.get_by_text(CHOSEN)).to_be_visible()
    assert slider_value(page, "Graph weight") == graph
    assert ranking(page) == adaptive


@pytest.mark.thorough
def test_a_reload_stays_adaptive(open_view: OpenView) -> None:
    page = open_view(QUESTION)
    before, url = ranking(page), page.url
    page.reload()
    settled(page)
    assert ranking(page) == before
    assert page.url == url
    open_ranking(page)
    expect(page.get_by_text(CHOSEN)).to_be_visible()


@pytest.mark.thorough
def test_before_a_question_nothing_is_said_to_be_chosen(open_view: OpenView) -> None:
    page = open_view("?lang=en")
    expect(page.get_by_text("Chosen for")).to_have_count(0)
    expect(page.locator(".st-key-ranking")).to_have_count(0)
    page = open_view("?company=zzqq&lang=en")  # asks about a name that nobody has
    open_ranking(page)
    expect(page.get_by_text("Chosen for each question")).to_be_visible()
    expect(page.get_by_text(CHOSEN)).to_have_count(0)
