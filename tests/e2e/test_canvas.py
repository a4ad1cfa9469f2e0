"""Layouts of the graph and the bar of years below it, both kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from core.exploring.layouts.layout_table import BY_FORCES, LAYOUTS, MAP
from core.messages import translate
from tests.e2e.conftest import graph_settled, node_point, settled
from tests.e2e.test_graph import COVERED

OpenView = Callable[[str], Page]
SUPPLIERS = "?q=Who supplies Apple%3F&lang=en"
OVERLAPPING = """canvas => {
  const { network, nodes, looks } = canvas.guanxiView;
  const places = Object.entries(network.getPositions());
  const size = id => looks.nodes.get(id).size ?? nodes.get(id).size;
  return places.flatMap(([one, a], at) => places.slice(at + 1).filter(([other, b]) =>
    Math.hypot(a.x - b.x, a.y - b.y) < size(one) + size(other)).map(([other]) => [one, other]));
}"""
HIDDEN = "canvas => canvas.guanxiView.edges.get({ filter: edge => edge.hidden }).length"
CHOSEN = "canvas => { const { from, until, undated } = canvas.guanxiView.time; return [from, until, undated]; }"


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("path", ["", "explore"])
def test_a_layout_is_chosen_drawn_without_overlap_and_kept_in_the_address(
    page: Page, sample_url: str, path: str
) -> None:
    view = "?node=apple" if path else SUPPLIERS
    page.goto(f"{sample_url}/{path}{view}")
    graph_settled(page)
    canvas = page.locator(".canvas")
    for name in [each for each in LAYOUTS if each != BY_FORCES]:
        before = canvas.get_attribute("data-ready") or ""
        page.get_by_role("combobox", name="Layout").click()
        page.get_by_role("option", name=translate(f"graph.layout.{name}", "en"), exact=True).click()
        page.wait_for_url(f"**layout={name}**")
        expect(canvas).not_to_have_attribute("data-ready", before)
        graph_settled(page)
        assert canvas.evaluate(OVERLAPPING) == []
        assert canvas.evaluate(COVERED) == []
    page.reload()
    graph_settled(page)
    assert f"layout={MAP}" in page.url
    assert len(canvas.evaluate("canvas => canvas.guanxiView.data.outline")) > 50
    expect(page.locator(".st-key-graph-unplaced")).to_contain_text("no place on the map")  # products


@pytest.mark.thorough
def test_years_filter_what_is_drawn_by_keyboard_and_stay_across_a_rerun(open_view: OpenView) -> None:
    page = open_view(SUPPLIERS)
    graph_settled(page)
    canvas, until = page.locator(".canvas"), page.get_by_role("slider", name="Until year")
    assert canvas.evaluate(HIDDEN) == 0
    first, last, undated = canvas.evaluate(CHOSEN)
    assert undated
    until.focus()
    for _ in range(8):
        until.press("ArrowLeft")
    assert canvas.evaluate(CHOSEN) == [first, last - 8, True]
    fewer = canvas.evaluate(HIDDEN)
    assert fewer > 0
    expect(page.locator(".time .said")).to_contain_text(f"held in {first}–{last - 8}")
    page.get_by_role("checkbox", name="no date").uncheck()
    assert canvas.evaluate(HIDDEN) > fewer
    page.mouse.click(*node_point(page, "tsmc"))  # the page runs again
    expect(page.locator(".st-key-selected-card")).to_contain_text("TSMC")
    settled(page)
    assert canvas.evaluate(CHOSEN) == [first, last - 8, False]


@pytest.mark.thorough
def test_the_years_play_and_stand_still_for_who_wants_no_motion(open_view: OpenView) -> None:
    page = open_view(SUPPLIERS)
    graph_settled(page)
    canvas, button = page.locator(".canvas"), page.get_by_role("button", name="Play year by year")
    first, last, _ = canvas.evaluate(CHOSEN)
    button.click()
    page.get_by_role("button", name="Pause").click()
    until = canvas.evaluate(CHOSEN)[1]
    assert first <= until < last
    page.emulate_media(reduced_motion="reduce")
    button.click()
    assert canvas.evaluate(CHOSEN)[1] == until + 1
    page.wait_for_timeout(900)  # longer than a step of the play
    assert canvas.evaluate(CHOSEN)[1] == until + 1
