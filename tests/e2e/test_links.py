from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import graph_settled, ranking, settled, watch

OpenView = Callable[[str], Page]


def test_a_link_reopens_exactly_this_view(open_view: OpenView, browser: Browser) -> None:
    page = open_view("?company=byd&q=谁是它的竞争对手？&wg=0.2&wv=0.8&n=5&depth=2&lang=zh")
    page.locator("button.name").first.click()
    page.wait_for_function("() => location.search.includes('sel=')")
    settled(page)
    outside: list[str] = []
    errors: list[str] = []
    with browser.new_context(viewport={"width": 1440, "height": 1000}, locale="en-US") as context:
        watch(context, outside, errors)
        other = context.new_page()
        other.goto(page.url)
        settled(other)
        graph_settled(other)
        assert ranking(other) == ranking(page)
        assert other.url == page.url
        expect(other.locator(".card.selected")).to_have_count(1)
        expect(other.get_by_role("heading", name="比亚迪的竞争对手")).to_be_visible()
    assert outside == errors == []


@pytest.mark.thorough
def test_copy_link_copies_the_address(open_view: OpenView) -> None:
    page = open_view("?company=catl&n=3&lang=en")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url


def test_back_and_forward(open_view: OpenView) -> None:
    page = open_view("?company=catl&lang=en")
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible()
    page.locator("[data-company=byd]").get_by_role("button", name="Ask about it").click()
    expect(page.get_by_role("heading", name="Related to BYD")).to_be_visible()
    page.wait_for_function("() => location.search.includes('company=byd')")
    page.go_back()
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Related to BYD")).to_be_visible()


@pytest.mark.thorough
def test_reload_keeps_the_view(open_view: OpenView) -> None:
    page = open_view("?company=catl&wg=0.9&n=4&lang=en")
    before = ranking(page)
    page.reload()
    settled(page)
    expect(page.locator(".cards > li")).to_have_count(4)
    assert ranking(page) == before


@pytest.mark.thorough
def test_values_that_do_not_fit_become_defaults(open_view: OpenView) -> None:
    page = open_view("?company=catl&wg=seven&n=-3&mode=best&hops=99&min=none&depth=5&lang=xx&sel=nobody&open=~~x")
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible()
    assert len(ranking(page)) == 10


def test_two_tabs_do_not_disturb_each_other(open_view: OpenView, sample_url: str) -> None:
    page = open_view("?company=catl&lang=en")
    other = page.context.new_page()
    other.goto(f"{sample_url}/?company=tsmc&lang=en")
    settled(other)
    expect(other.get_by_role("heading", name="Related to TSMC")).to_be_visible()
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible()


@pytest.mark.thorough
def test_the_address_is_right_where_nothing_was_found_too(open_view: OpenView) -> None:
    page = open_view("?company=catl&lang=en")
    ranking(page)
    box = page.get_by_role("combobox", name="Company")
    box.fill("Teslla")
    box.press("Enter")
    expect(page.get_by_text("No company in the knowledge base matches")).to_be_visible()
    page.wait_for_url("**company=Teslla**")
