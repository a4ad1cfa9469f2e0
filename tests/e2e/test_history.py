"""Back and Forward lead from page to page: each page that is turned to is one step, which shows what it showed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import settled

OpenView = Callable[[str], Page]
TURNS = {
    "公司": "**/company?id=catl&lang=zh",
    "探索": "**/explore?lang=zh",
    "推荐": "**/recommend?company=catl&n=3&lang=zh",
    "发现": "**/?company=catl&n=3&lang=zh",
}


def test_back_leads_to_the_page_before_and_never_to_an_empty_one(open_view: OpenView) -> None:
    page = open_view("?company=catl&n=3&lang=zh")  # of an English browser: a bare address would show English
    title = page.get_by_role("heading", level=1)
    steps = [(page.url, title.inner_text())]
    length = page.evaluate("history.length")
    for name, address in TURNS.items():
        page.get_by_role("navigation", name="页面").get_by_role("link", name=name, exact=True).click()
        page.wait_for_url(address)
        settled(page)
        expect(title).not_to_have_text(steps[-1][1])
        steps.append((page.url, title.inner_text()))
    assert page.evaluate("history.length") == length + len(TURNS)
    for url, shown in reversed(steps[:-1]):
        page.go_back()
        page.wait_for_url(url)
        expect(title).to_have_text(shown)
        settled(page)
    page.go_forward()
    page.wait_for_url(TURNS["公司"])
    expect(title).to_have_text(steps[1][1])


@pytest.mark.thorough
def test_what_is_done_on_a_page_that_was_just_turned_to_is_a_step(open_view: OpenView) -> None:
    page = open_view("system")
    page.get_by_role("link", name="Discover", exact=True).click()
    page.wait_for_url(lambda url: "system" not in url)
    settled(page)
    page.get_by_role("textbox", name="Question").fill("Who competes with CATL?")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=**")
    settled(page)
    page.go_back()
    page.wait_for_url(lambda url: "q=" not in url)
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("How are companies related?")
    expect(page.get_by_role("textbox", name="Question")).to_have_value("")
