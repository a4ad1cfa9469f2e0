"""The first screen: it answers when it is clicked, and speaks of no weights."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.discover.home import EXAMPLES
from core.messages import translate
from tests.e2e.conftest import graph_settled, node_point, ranking, settled
from tests.support import sample_companies

OpenView = Callable[[str], Page]


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_asks_and_shows_what_is_on_record_and_no_controls(open_view: OpenView, language: str) -> None:
    page = open_view(f"?lang={language}")
    graph_settled(page)
    reads = "zh" if language == "zh" else "en"
    expect(page.get_by_role("heading", level=1)).to_have_text(translate("home.title", reads))
    expect(page.locator("[class*=st-key-example-] button")).to_have_count(len(EXAMPLES))
    expect(page.locator(".st-key-home-data")).to_contain_text(f"{sample_companies():,}")
    expect(page.get_by_test_id("stSidebar")).to_have_count(0)
    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.locator(".legend *")).to_have_count(0)


@pytest.mark.thorough
def test_no_name_covers_another_company(open_view: OpenView) -> None:
    page = open_view("?lang=en")
    graph_settled(page)
    named, covering = page.locator(".canvas").evaluate(
        """canvas => {
          const { labels, network, looks } = canvas.guanxiView, scale = network.getScale();
          const spots = Object.entries(network.getPositions()).map(([id, place]) => (
            { id, ...network.canvasToDOM(place), radius: looks.nodes.get(id).size * scale }
          ));
          const covers = (label, { id, x, y, radius }) => id !== label.id &&
            label.x < x + radius && x - radius < label.x + label.width &&
            label.y < y + radius && y - radius < label.y + label.height;
          return [labels.length, labels.filter((label) => spots.some((spot) => covers(label, spot)))];
        }"""
    )
    assert named > 30
    assert covering == []


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.matrix(every=8)
def test_each_question_is_answered(open_view: OpenView, example: str) -> None:
    page = open_view("?lang=en")
    settled(page)
    page.locator(f".st-key-example-{example} button").click()
    if example == "tsmc":  # a company alone has no single answer
        expect(page.get_by_role("heading", name="Related to TSMC")).to_be_visible()
    else:
        expect(page.locator(".answer")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(translate("home.title", "en"))


def test_a_click_on_a_company_of_the_picture_asks_about_it(open_view: OpenView) -> None:
    page = open_view("?lang=en")
    page.mouse.click(*node_point(page, "catl"))
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible()
    assert len(ranking(page)) == 10
