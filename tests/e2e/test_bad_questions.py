from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import settled

OpenView = Callable[[str], Page]


def test_an_unknown_company_gets_the_nearest_names(open_view: OpenView) -> None:
    page = open_view("?company=Teslla&lang=en")
    expect(page.get_by_text("No company in the knowledge base matches “Teslla”")).to_be_visible()
    page.get_by_role("button", name="Tesla · 特斯拉").click()
    expect(page.get_by_role("heading", name="Related to Tesla")).to_be_visible()


@pytest.mark.thorough
def test_a_name_like_nothing_gets_a_sentence(open_view: OpenView) -> None:
    page = open_view("?company=☃☃☃☃&lang=zh")
    expect(page.get_by_text("没有找到")).to_be_visible()


def test_an_empty_search_says_what_to_do(open_view: OpenView) -> None:
    page = open_view("")
    page.get_by_role("button", name="Discover", exact=True).click()
    expect(page.get_by_text("Choose a company, or type a question that names one.")).to_be_visible()


@pytest.mark.thorough
def test_ten_thousand_characters_are_refused_with_the_limit(open_view: OpenView) -> None:
    page = open_view("?company=catl&lang=en")
    page.get_by_label("Question", exact=True).fill("谁" * 10_000)
    page.get_by_role("button", name="Discover", exact=True).click()
    expect(page.get_by_text("the limit is 2000 characters")).to_be_visible()


@pytest.mark.thorough
def test_a_question_that_names_nobody(open_view: OpenView) -> None:
    page = open_view("?q=xyzzy plugh frotz&lang=en")
    settled(page)
    expect(page.get_by_text("No company in the knowledge base matches")).to_be_visible()
