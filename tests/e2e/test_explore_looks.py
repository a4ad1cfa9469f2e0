"""How the page Explore looks and is reached: windows, contrast, keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from core.exploring.view import View, add
from core.exploring.view_link import view_link
from core.messages import Language
from tests.e2e.conftest import graph_settled, node_point, settled
from tests.e2e.explore_view import OpenView, table, wait_for_nodes
from tests.e2e.test_looks import OVERFLOW, violations


@pytest.mark.thorough
def test_colours_have_letters_and_a_legend(open_view: OpenView) -> None:
    page = open_view(table("catl", "bmw", "tesla", "tsmc"))
    graph_settled(page)
    page.get_by_role("button", name="Look").click()
    page.get_by_text("Country", exact=True).click()
    legend = page.locator(".legend")
    expect(legend).to_contain_text("United States")
    labels = page.locator(".canvas").evaluate("canvas => canvas.guanxiView.data.nodes.map(({ label }) => label)")
    assert {label[-4:-1] for label in labels} == {" · "}
    page.get_by_text("Closeness to a company").click()
    expect(page.get_by_role("combobox", name="Closeness to")).to_be_visible()
    sizes = page.locator(".canvas").evaluate("canvas => canvas.guanxiView.data.nodes.map(({ size }) => size)")
    assert len(set(sizes)) > 1


@pytest.mark.thorough
def test_the_keyboard_selects_and_expands(open_view: OpenView) -> None:
    page = open_view(table("catl", "byd"))
    graph_settled(page)
    picker = page.get_by_role("combobox", name="Selected node")
    picker.focus()
    page.keyboard.type("BYD")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-selected-card")).to_contain_text("BYD")
    button = page.locator(".st-key-selected-card").get_by_role("button", name="Expand +").first
    button.focus()
    page.keyboard.press("Enter")
    wait_for_nodes(page, "ids.length > 2")
    page.locator(".tools button[data-tool=fit]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tools button[data-tool=fit]")).to_be_focused()


@pytest.mark.thorough
def test_full_screen_and_back(open_view: OpenView) -> None:
    page = open_view(table("catl", "byd"))
    graph_settled(page)
    page.locator(".tools button[data-tool=fullscreen]").click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.locator(".tools button[data-tool=fullscreen]").click()
    page.wait_for_function("() => document.fullscreenElement === null")


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(("width", "locale"), [(390, "zh-CN"), (390, "en-US"), (1280, "zh-CN"), (2560, "en-US")])
def test_nothing_is_wider_than_the_window(browser: Browser, sample_url: str, width: int, locale: str) -> None:
    with browser.new_context(viewport={"width": width, "height": 900}, locale=locale) as context:
        page = context.new_page()
        page.goto(f"{sample_url}/explore?node=catl&view={view_link(add(View(), ['catl', 'byd', 'tesla']))}")
        graph_settled(page)
        assert page.evaluate(OVERFLOW) <= 0
        assert page.locator(".tools").evaluate("bar => bar.scrollWidth <= bar.parentElement.clientWidth")


SIDEWAYS = """() => Math.max(...[document.documentElement, ...document.querySelectorAll('[data-testid=stMain]')]
    .map(part => part.scrollWidth - part.clientWidth))"""
"""By how many pixels the page, or its main part, which scrolls by itself, is wider than what is seen of it."""


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_narrow_window_is_not_scrolled_sideways_whatever_is_open(
    browser: Browser, sample_url: str, language: Language
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{sample_url}/explore?lang={language}")
        settled(page)
        assert page.evaluate(SIDEWAYS) <= 0, "nothing on the table"
        page.goto(f"{sample_url}/explore?lang={language}&node=catl&view={view_link(add(View(), ['catl', 'tesla']))}")
        graph_settled(page)
        for panel in page.get_by_test_id("stExpander").locator("summary").all():
            panel.click()
            settled(page)
            assert page.evaluate(SIDEWAYS) <= 0, panel.text_content()


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, sample_url: str, scheme: str) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-US", color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(f"{sample_url}/explore")
        settled(page)
        assert violations(page) == []
        page.goto(f"{sample_url}/explore?node=catl&view={view_link(add(View(), ['catl', 'nvidia', 'tesla']))}")
        graph_settled(page)
        page.get_by_text("The graph as a table").click()
        page.get_by_text("Path between two companies").click()
        settled(page)
        assert violations(page) == []
        for panel in ("Filters", "Look", "Download", "Save and share"):
            page.get_by_role("button", name=panel, exact=True).click()
            expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
            settled(page)
            assert violations(page) == []
            page.keyboard.press("Escape")
            expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
        page.mouse.dblclick(*node_point(page, "nvidia"))
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
