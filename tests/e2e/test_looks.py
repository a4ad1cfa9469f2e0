from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import graph_settled, settled, watch

VIEWS = [
    "",
    "?company=catl&sel=byd",
    "?company=Teslla",
    "?company=catl&aware=on",
    "?company=catl&q=rivals",
    "?q=Who supplies Apple%3F&list=table&layout=map",
]
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def violations(page: Page) -> list[str]:
    """Serious and critical findings of axe that are ours to mend."""
    found = Axe().run(page).response["violations"]
    return [
        f"{finding['id']}: {node['html'][:160]}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]


@pytest.mark.matrix()
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["zh-CN", "en-US"])
@pytest.mark.parametrize("width", [390, 1280, 2560])
def test_nothing_is_wider_than_the_window(
    browser: Browser, sample_url: str, scheme: str, locale: str, width: int
) -> None:
    outside: list[str] = []
    errors: list[str] = []
    with browser.new_context(viewport={"width": width, "height": 1000}, locale=locale, color_scheme=scheme) as context:
        watch(context, outside, errors)
        page = context.new_page()
        page.goto(f"{sample_url}/?company=catl&sel=byd")
        graph_settled(page)
        page.locator(".cards summary").first.click()
        assert page.evaluate(OVERFLOW) <= 0
        table = page.locator(".why .scroll").first
        assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
        for card in page.locator(".cards > li").all()[:3]:
            box = card.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
    assert outside == errors == []


@pytest.mark.matrix()
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious(browser: Browser, sample_url: str, scheme: str, view: str) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-US", color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(f"{sample_url}/{view}")
        settled(page)
        if "catl" in view:
            graph_settled(page)
            page.locator(".cards summary").first.click()
        if "q=" in view:
            page.locator(".st-key-matching-relations summary").click()
            expect(page.locator(".st-key-matching-9")).to_be_visible()
        assert violations(page) == []


@pytest.mark.thorough
def test_dark_mode_follows_the_system(browser: Browser, sample_url: str) -> None:
    with browser.new_context(locale="en-US", color_scheme="dark") as context:
        page = context.new_page()
        page.goto(f"{sample_url}/?company=catl")
        settled(page)
        background = page.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).backgroundColor")
        assert background == "rgb(15, 21, 34)"
        card = page.locator(".card").first
        assert card.evaluate("element => getComputedStyle(element).color") == "rgb(232, 236, 244)"


def test_the_keyboard_reaches_name_why_and_explore(browser: Browser, sample_url: str) -> None:
    with browser.new_context(locale="en-US") as context:
        page = context.new_page()
        page.goto(f"{sample_url}/?company=catl")
        settled(page)
        page.locator("button.name").first.focus()
        page.keyboard.press("Tab")
        expect(page.locator(".cards summary").first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".why").first).to_be_visible()
