"""Questions that name nothing but are about something."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import graph_settled, move_slider, ranking, settled, watch
from tests.e2e.test_graph import NODES
from tests.e2e.test_looks import OVERFLOW, violations

OpenView = Callable[[str], Page]
TOPIC = "Who makes lithography machines and immersion scanners?"
CHINESE_TOPIC = "先进封装和芯片测试"


def test_a_topic_has_its_heading_its_graph_and_no_levels(open_view: OpenView) -> None:
    page = open_view(f"?q={TOPIC}&lang=en")
    assert "asml" in ranking(page)[:3]
    expect(page.get_by_role("heading", name=f"Companies about: {TOPIC}")).to_be_visible()
    expect(page.get_by_text("shows the relations of the 3 companies that fit best")).to_be_visible()
    graph_settled(page)
    expect(page.locator(".cards .level")).to_have_count(0)
    expect(page.get_by_text("is on record")).to_have_count(0)


@pytest.mark.thorough
def test_names_that_may_have_been_meant_are_offered(open_view: OpenView) -> None:
    page = open_view("?q=Volkswagen Solar Glass Ltd&lang=en")  # is not here, but glass is
    ranking(page)
    expect(page.get_by_text("Did you mean a company?")).to_be_visible()
    first = page.locator("[class*=st-key-choice-] button").first
    name = first.inner_text().split(" · ")[0]
    first.click()
    expect(page.get_by_role("heading", name=f"Related to {name}")).to_be_visible()


@pytest.mark.thorough
def test_nothing_at_the_chosen_level_leaves_a_friendly_page(open_view: OpenView) -> None:
    page = open_view(f"?q={TOPIC}&min=high&lang=en")
    said = rf"the question “{re.escape(TOPIC)}” names none: the \d+ companies found count as low and are not listed"
    expect(page.get_by_text(re.compile(said))).to_be_visible()
    expect(page.get_by_text("There is nothing to draw")).to_be_visible()
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("button", name="Table (CSV)")).to_be_visible()
    expect(page.get_by_role("button", name="Graph (HTML)")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("asked", [f"q={TOPIC}", "company=catl"])
def test_what_the_chosen_level_hides_is_one_click_away(asked: str, open_view: OpenView) -> None:
    page = open_view(f"?{asked}&min=high&lang=en")
    page.get_by_role("button", name="more below the chosen business overlap: show them").click()
    page.wait_for_function("() => !location.search.includes('min=')")
    settled(page)
    assert len(ranking(page)) == 10
    expect(page.get_by_text("below the chosen business overlap")).to_have_count(0)


@pytest.mark.thorough
def test_a_slider_leaves_the_graph_of_a_topic_alone(open_view: OpenView) -> None:
    page = open_view("?q=lithography machines and immersion scanners&lang=en")
    before = ranking(page)
    graph_settled(page)
    canvas = page.locator(".canvas")
    nodes = canvas.evaluate(NODES)
    assert set(before[:3]) <= set(nodes)
    canvas.evaluate("canvas => { canvas.guanxiView.network.untouched = true }")
    move_slider(page, "Vector weight", "Home")
    page.wait_for_url("**wv=0.0**")
    settled(page)
    assert ranking(page)[:3] != before[:3]
    graph_settled(page)
    assert canvas.evaluate("canvas => canvas.guanxiView.network.untouched") is True
    assert canvas.evaluate(NODES) == nodes


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_it_fits_and_axe_finds_nothing_serious(browser: Browser, sample_url: str, scheme: str, width: int) -> None:
    outside: list[str] = []
    errors: list[str] = []
    with browser.new_context(viewport={"width": width, "height": 1000}, locale="zh-CN", color_scheme=scheme) as context:
        watch(context, outside, errors)
        page = context.new_page()
        page.goto(f"{sample_url}/?q={CHINESE_TOPIC}")
        settled(page)
        page.locator(".cards summary").first.click()
        assert page.evaluate(OVERFLOW) <= 0
        assert violations(page) == []
    assert outside == errors == []
