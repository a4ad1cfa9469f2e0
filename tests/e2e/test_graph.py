from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import graph_settled, move_slider, node_point, ranking, settled

OpenView = Callable[[str], Page]
POSITIONS = "canvas => canvas.guanxiView.network.getPositions()"
NODES = "canvas => canvas.guanxiView.nodes.getIds()"


@pytest.mark.thorough
def test_a_click_selects_in_list_and_side_card(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    page.mouse.click(*node_point(page, "byd"))
    expect(page.locator(".st-key-selected-card")).to_contain_text("BYD")
    expect(page.locator(".card.selected")).to_have_attribute("data-company", "byd")
    page.wait_for_url("**sel=byd**")


@pytest.mark.thorough
def test_a_click_in_the_list_selects_in_the_graph(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    graph_settled(page)
    page.locator("[data-company=byd] button.name").click()
    expect(page.locator(".st-key-selected-card")).to_contain_text("BYD")
    page.wait_for_function(
        "() => [...document.querySelectorAll('*')].map(e => e.shadowRoot?.querySelector('.canvas')).find(Boolean)"
        "?.guanxiView.network.getSelectedNodes().includes('byd')"
    )


def test_a_double_click_expands_and_known_nodes_stay(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    canvas = page.locator(".canvas")
    point = node_point(page, "byd")
    before = canvas.evaluate(POSITIONS)
    ready = canvas.get_attribute("data-ready")
    page.mouse.dblclick(*point)
    expect(canvas).not_to_have_attribute("data-ready", ready or "", timeout=15_000)
    graph_settled(page)
    after = canvas.evaluate(POSITIONS)
    assert len(after) > len(before)
    kept = before.keys() & after.keys()
    assert all(before[node] == after[node] for node in kept)
    page.wait_for_url("**open=byd**")
    page.get_by_role("button", name="Collapse expanded nodes").click()
    settled(page)
    page.wait_for_function("() => !location.search.includes('open=')")


@pytest.mark.thorough
def test_nothing_moves_once_settled(open_view: OpenView) -> None:
    page = open_view("?company=tsmc")
    graph_settled(page)
    before = page.locator(".canvas").evaluate(POSITIONS)
    page.wait_for_timeout(1000)
    assert page.locator(".canvas").evaluate(POSITIONS) == before


@pytest.mark.thorough
def test_two_hops_draw_at_most_eighty_and_say_how_many_more(open_view: OpenView) -> None:
    page = open_view("?company=catl&depth=2")
    graph_settled(page)
    assert len(page.locator(".canvas").evaluate(NODES)) == 80
    expect(page.get_by_text("The 80 strongest nodes are drawn;")).to_be_visible()


@pytest.mark.thorough
def test_a_slider_leaves_the_graph_alone(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    graph_settled(page)
    page.locator(".canvas").evaluate("canvas => { canvas.guanxiView.network.untouched = true }")
    before = ranking(page)
    move_slider(page, "Graph weight", "ArrowLeft", 10)
    page.wait_for_function("() => location.search.includes('wg=')")
    settled(page)
    expect(page.locator(".canvas")).to_be_visible()
    assert page.locator(".canvas").evaluate("canvas => canvas.guanxiView.network.untouched") is True
    assert ranking(page) != before


@pytest.mark.thorough
def test_the_legend_names_types_and_shapes(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    graph_settled(page)
    legend = page.locator(".legend")
    for word in ("Company", "Product", "competes with", "supplies"):
        expect(legend).to_contain_text(word)
    dashes = legend.locator("line").evaluate_all("lines => lines.map(line => line.getAttribute('stroke-dasharray'))")
    assert len(set(dashes)) > 3
    assert page.locator(".canvas").get_attribute("aria-label")


@pytest.mark.thorough
def test_hovering_shows_the_evidence(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    page.mouse.move(*node_point(page, "byd"))
    expect(page.locator(".vis-tooltip").filter(has_text="BYD")).to_be_visible()  # lines have a box of their own


LABELS = "canvas => canvas.guanxiView.labels"
COVERED = """canvas => {
  const { labels } = canvas.guanxiView;
  const cover = (one, other) =>
    one.x < other.x + other.width && other.x < one.x + one.width &&
    one.y < other.y + other.height && other.y < one.y + one.height;
  return labels.filter((one, place) => labels.slice(place + 1).some((other) => cover(one, other)));
}"""


@pytest.mark.thorough
def test_labels_are_readable_and_never_cover_one_another(open_view: OpenView) -> None:
    page = open_view("?q=How are Tesla and BYD related to CATL%3F&lang=en")
    graph_settled(page)
    canvas = page.locator(".canvas")
    drawn = {label["id"]: label for label in canvas.evaluate(LABELS)}
    assert {"tesla", "byd", "catl"} <= set(drawn)
    assert 20 < len(drawn) <= len(canvas.evaluate(NODES))
    assert canvas.evaluate(COVERED) == []
    width, height = canvas.evaluate("canvas => [canvas.clientWidth, canvas.clientHeight]")
    for label in drawn.values():
        assert label["height"] == 12
        assert label["x"] >= 0
        assert label["y"] >= 0
        assert label["x"] + label["width"] <= width
        assert label["y"] + label["height"] <= height


@pytest.mark.thorough
def test_a_selected_node_is_always_labelled(open_view: OpenView) -> None:
    page = open_view("?company=catl&depth=2&lang=en")
    graph_settled(page)
    canvas = page.locator(".canvas")
    labelled = {label["id"] for label in canvas.evaluate(LABELS)}
    crowded = next(node for node in canvas.evaluate(NODES) if node not in labelled)
    page.goto(f"{page.url}&sel={crowded}")
    graph_settled(page)
    page.wait_for_function(
        "id => [...document.querySelectorAll('*')].map(e => e.shadowRoot?.querySelector('.canvas')).find(Boolean)"
        "?.guanxiView.labels.some(label => label.id === id)",
        arg=crowded,
    )


@pytest.mark.thorough
def test_zooming_in_finds_room_for_names_that_had_none(open_view: OpenView) -> None:
    page = open_view("?company=catl&depth=2&lang=en")
    graph_settled(page)
    canvas = page.locator(".canvas")
    unnamed = """canvas => {
      const { network, labels } = canvas.guanxiView, named = new Set(labels.map(({ id }) => id));
      return Object.entries(network.getPositions()).filter(([id, place]) => {
        const { x, y } = network.canvasToDOM(place);
        return !named.has(id) && x > 0 && y > 0 && x < canvas.clientWidth && y < canvas.clientHeight;
      }).length;
    }"""
    before = canvas.evaluate(unnamed)
    assert before > 0
    canvas.evaluate(
        "canvas => { const { network } = canvas.guanxiView; network.moveTo({ scale: 4 * network.getScale() }) }"
    )
    page.wait_for_timeout(300)
    assert canvas.evaluate(unnamed) < before


VIS_COMES_LATE = """Object.defineProperty(window, 'vis', {
  configurable: true, get: () => undefined, set: (vis) => { window.late = vis; },
})"""


@pytest.mark.thorough
def test_a_graph_that_is_gone_before_its_library_comes_raises_nothing(page: Page, sample_url: str) -> None:
    """Streamlit may take it out of the page meanwhile. An error in the console fails every browser test."""
    page.add_init_script(VIS_COMES_LATE)
    page.goto(f"{sample_url}/?lang=en")
    canvas = page.locator(".canvas").first
    canvas.wait_for(timeout=60_000)
    expect(canvas).to_have_attribute("role", "img")
    expect(canvas).to_have_attribute("aria-label", re.compile("."))
    page.wait_for_function("() => window.late", timeout=60_000)
    canvas.evaluate("canvas => canvas.remove()")
    page.evaluate("() => Object.defineProperty(window, 'vis', { value: window.late })")
    page.wait_for_timeout(500)
