"""What is chosen stays chosen when the language of the page changes, and so does what is done next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import graph_settled, ranking, settled

OpenView = Callable[[str], Page]
ORDERED = "?q=Who supplies Apple%3F&n=20&sort=founded&layout=rings"
OTHER = {"en": "中文", "zh": "English"}


@pytest.mark.matrix()
@pytest.mark.parametrize("language", ["en", "zh"])
def test_order_and_layout_stay_and_the_next_click_works(open_view: OpenView, language: str) -> None:
    page = open_view(f"{ORDERED}&lang={language}")
    graph_settled(page)
    before = ranking(page)
    page.get_by_test_id("stButtonGroup").get_by_text(OTHER[language], exact=True).click()
    page.wait_for_url(f"**lang={'zh' if language == 'en' else 'en'}**")
    graph_settled(page)
    page.locator("button.name").first.click()  # any click sends every control as the browser shows it
    page.wait_for_url("**sel=**")
    graph_settled(page)
    assert ranking(page) == before
    assert "sort=founded" in page.url
    assert "layout=rings" in page.url
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("query", ["?q=Who supplies Apple%3F", "?company=catl"])
def test_a_question_can_be_asked_after_the_change(open_view: OpenView, query: str) -> None:
    page = open_view(f"{query}&lang=en")
    page.get_by_test_id("stButtonGroup").get_by_text("中文", exact=True).click()
    page.wait_for_url("**lang=zh**")
    settled(page)
    field = page.locator(".st-key-q input")
    field.fill("谁控制沃尔沃汽车？" if "q=" in query else "谁给它供货？")
    field.press("Enter")
    expect(page.locator(".answer")).to_contain_text("浙江吉利控股集团" if "q=" in query else "宁德时代", timeout=30_000)
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
