"""The graph brings out the answer, and list and graph show each other what is pointed at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import graph_settled, node_point, ranking

OpenView = Callable[[str], Page]
FADED = 0.35
VIEW = "canvas => ({ looks: Object.fromEntries(canvas.guanxiView.looks.nodes), ...canvas.guanxiView.data.emphasis })"
OPACITY = "canvas => Object.fromEntries(canvas.guanxiView.nodes.get().map(node => [node.id, node.opacity]))"
EDGES = "canvas => canvas.guanxiView.edges.get().map(({ id, from, to, color }) => ({ id, from, to, ...color }))"
AROUND = """canvas => Object.fromEntries(canvas.guanxiView.nodes.getIds()
  .map(id => [id, canvas.guanxiView.network.getConnectedNodes(id)]))"""


FREE_LINE = """canvas => {
  const { network } = canvas.guanxiView, box = canvas.getBoundingClientRect();
  for (const { id, title } of canvas.guanxiView.data.edges) {
    const [x, y] = canvas.guanxiView.middleOf(id), point = { x: x - box.x, y: y - box.y };
    const above = Math.hypot(canvas.clientWidth - point.x, point.y) > 200; // not below the buttons
    const alone = [-4, 0, 4].every((dx) => [-4, 0, 4].every((dy) => {
      const beside = { x: point.x + dx, y: point.y + dy };
      return !network.getNodeAt(beside) && network.getEdgeAt(beside) === id;
    }));
    if (above && alone) return [[x, y], title];
  }
}"""


def seen(page: Page, script: str) -> Any:
    graph_settled(page)
    return page.locator(".canvas").evaluate(script)


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("query", ["Who supplies Apple%3F", "谁是宁德时代的竞争对手？"])
def test_who_answers_is_numbered_and_bright_and_the_rest_is_faded(open_view: OpenView, query: str) -> None:
    page = open_view(f"?q={query}&lang=en")
    view, opacity = seen(page, VIEW), seen(page, OPACITY)
    listed = ranking(page)
    assert view["ranks"] == {company: rank for rank, company in enumerate(listed, start=1)}
    assert {opacity[company] for company in listed} == {1}
    assert {opacity[node] for node in opacity if node not in view["nodes"]} == {FADED}
    assert min(view["looks"][company]["size"] for company in listed) >= 17
    edges = seen(page, EDGES)
    asked = {edge["id"] for edge in edges} & set(view["edges"])
    assert asked
    assert {edge["opacity"] for edge in edges if edge["id"] in asked} == {1}
    assert max(edge["opacity"] for edge in edges if edge["id"] not in asked) <= FADED
    assert {end for edge in edges if edge["id"] in asked for end in (edge["from"], edge["to"])} >= set(listed)


@pytest.mark.thorough
def test_members_are_drawn_where_they_are_out_of_reach(open_view: OpenView) -> None:
    page = open_view("?q=Who supplies the suppliers of Tesla%3F&lang=en")
    assert set(ranking(page)) <= set(seen(page, OPACITY))


@pytest.mark.thorough
def test_of_an_open_question_nothing_is_faded(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    assert set(seen(page, OPACITY).values()) == {1}
    assert set(seen(page, VIEW)["ranks"]) == set(ranking(page))


@pytest.mark.thorough
def test_pointing_at_a_card_dims_what_is_not_connected(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    before, around = seen(page, OPACITY), seen(page, AROUND)
    page.locator("[data-company=byd] .names").hover()
    pointed = seen(page, OPACITY)
    assert {node for node, opacity in pointed.items() if opacity == 1} == {"byd", *around["byd"]}
    assert max(opacity for node, opacity in pointed.items() if node not in {"byd", *around["byd"]}) < FADED
    page.get_by_role("heading", level=1).hover()
    assert seen(page, OPACITY) == before


@pytest.mark.thorough
def test_the_keyboard_points_as_the_mouse_does(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    seen(page, OPACITY)
    page.locator("[data-company=byd] button.name").focus()
    assert min(seen(page, OPACITY).values()) < 1


@pytest.mark.thorough
def test_pointing_at_a_node_shows_its_card(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    page.mouse.move(*node_point(page, "tesla"))
    expect(page.locator(".card.pointed")).to_have_attribute("data-company", "tesla")
    page.get_by_role("heading", level=1).hover()
    expect(page.locator(".card.pointed")).to_have_count(0)


@pytest.mark.thorough
def test_what_is_selected_dims_what_is_not_connected(open_view: OpenView) -> None:
    page = open_view("?company=catl&sel=byd")
    around = seen(page, AROUND)["byd"]
    assert {node for node, opacity in seen(page, OPACITY).items() if opacity == 1} == {"byd", *around}


@pytest.mark.thorough
def test_a_line_names_itself(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    graph_settled(page)
    canvas = page.locator(".canvas")
    canvas.scroll_into_view_if_needed()
    point, title = canvas.evaluate(FREE_LINE)
    page.mouse.move(*point)
    expect(page.locator(".vis-tooltip").filter(has_text=title.split("\n")[0])).to_be_visible()


HIDDEN = "canvas => canvas.guanxiView.edges.get().filter(({ hidden }) => hidden).length"
STYLES = """canvas => new Set(canvas.guanxiView.edges.get()
  .map(({ color, dashes }) => `${color.color} ${dashes}`)).size"""


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("view", ["?company=catl", "?q=Who licenses technology to Apple%3F&lang=en"])
def test_the_legend_counts_filters_and_opens(open_view: OpenView, view: str) -> None:
    page = open_view(view)
    graph_settled(page)
    canvas, legend = page.locator(".canvas"), page.locator(".legend")
    assert canvas.evaluate(STYLES) == legend.locator("button").count() == 6
    drawn = canvas.evaluate("canvas => canvas.guanxiView.edges.length")
    counts = legend.locator("button").evaluate_all("all => all.map(each => Number(each.textContent.match(/\\d+$/)[0]))")
    assert sum(counts) == drawn
    first = legend.locator("button").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "false")
    assert canvas.evaluate(HIDDEN) == counts[0]
    first.click()
    assert canvas.evaluate(HIDDEN) == 0
    legend.locator("[aria-expanded]").click()
    expect(legend.locator("[aria-expanded]")).to_have_count(0)
    assert canvas.evaluate(STYLES) == legend.locator("button").count() > 6
