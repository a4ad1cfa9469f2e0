"""The graph stays beside the list, gives the wheel to the page until it is clicked, and its labels never overlap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import graph_settled, settled
from tests.e2e.test_graph import COVERED, LABELS

OpenView = Callable[[str], Page]
HEADER = 60  # pixels
SUPPLIERS = "?q=Who supplies Apple%3F&lang=en"
ALL = f"{SUPPLIERS}&n=50"  # longer than the window


def scrolled_to(page: Page, top: int) -> int:
    """Where the page stands after it was scrolled."""
    main = page.get_by_test_id("stMain")
    main.evaluate("(main, top) => main.scrollTo(0, top)", top)
    page.wait_for_timeout(200)
    return scroll_of(page)


def scroll_of(page: Page) -> int:
    top: int = page.get_by_test_id("stMain").evaluate("main => main.scrollTop")
    return top


def in_view(page: Page, element: Locator) -> bool:
    """Whether all of it can be seen below the header."""
    box, size = element.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= HEADER and box["y"] + box["height"] <= size["height"]


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("width", [900, 1440])
def test_the_graph_stays_in_view_while_the_list_scrolls(open_view: OpenView, width: int) -> None:
    page = open_view(ALL)
    page.set_viewport_size({"width": width, "height": 900})
    graph_settled(page)
    canvas = page.locator(".canvas")
    assert scrolled_to(page, 1000) == 1000
    assert in_view(page, canvas)


@pytest.mark.thorough
def test_show_in_the_graph_scrolls_nothing_away(open_view: OpenView) -> None:
    page = open_view(ALL)
    page.set_viewport_size({"width": 1440, "height": 900})
    graph_settled(page)
    canvas, name = page.locator(".canvas"), page.locator(".card button.name").nth(20)
    name.scroll_into_view_if_needed()
    before, box = scroll_of(page), canvas.bounding_box()
    assert before > 500
    name.click()
    expect(page.locator(".st-key-selected-card")).to_be_visible()
    settled(page)
    assert scroll_of(page) == before
    assert canvas.bounding_box() == box
    assert in_view(page, page.locator(".st-key-selected-card"))


def test_on_a_narrow_page_the_graph_stands_between_answer_and_list(open_view: OpenView) -> None:
    page = open_view(SUPPLIERS)
    page.set_viewport_size({"width": 390, "height": 844})
    graph_settled(page)
    box, first = page.locator(".canvas").bounding_box(), page.locator(".card").first.bounding_box()
    assert box is not None
    assert first is not None
    assert box["height"] == pytest.approx(320, abs=1)
    assert box["y"] + box["height"] < first["y"]


@pytest.mark.thorough
def test_the_wheel_scrolls_the_page_until_the_graph_is_clicked(open_view: OpenView) -> None:
    page = open_view(SUPPLIERS)
    graph_settled(page)
    canvas = page.locator(".canvas")
    scale = "canvas => canvas.guanxiView.network.getScale()"
    box = canvas.bounding_box()
    assert box is not None
    before = canvas.evaluate(scale)
    corner = (box["x"] + 12, box["y"] + 12)  # where no node is
    page.mouse.move(*corner)
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => document.querySelector('[data-testid=stMain]').scrollTop > 0")
    assert canvas.evaluate(scale) == before
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    moved = scroll_of(page)
    page.mouse.wheel(0, -120)
    page.wait_for_timeout(300)
    assert canvas.evaluate(scale) > before
    assert scroll_of(page) == moved
    page.keyboard.press("Escape")
    page.mouse.wheel(0, 120)
    page.wait_for_function("top => document.querySelector('[data-testid=stMain]').scrollTop > top", arg=moved)


@pytest.mark.matrix()
@pytest.mark.parametrize("width", [390, 1280, 1440])
@pytest.mark.parametrize("view", ["?company=catl", "?q=battery&depth=2", SUPPLIERS + "&sel=foxconn"])
def test_no_label_covers_another_in_the_opening_view(browser: Browser, sample_url: str, width: int, view: str) -> None:
    with browser.new_context(viewport={"width": width, "height": 900}, locale="en-US") as context:
        page = context.new_page()
        page.goto(f"{sample_url}/{view}")
        graph_settled(page)
        canvas = page.locator(".canvas")
        assert len(canvas.evaluate(LABELS)) > 5
        assert canvas.evaluate(COVERED) == []
