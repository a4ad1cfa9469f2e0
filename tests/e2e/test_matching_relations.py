"""The relations that match the question, below the list of companies."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import graph_settled, move_slider, ranking, settled

OpenView = Callable[[str], Page]
TITLE = "Relations that match the question"


def test_they_are_listed_with_similarity_and_source(open_view: OpenView) -> None:
    page = open_view("?company=catl&q=Who are its competitors%3F&lang=en")
    ranking(page)
    page.get_by_text(TITLE).click()
    expect(page.locator(".st-key-matching-9")).to_be_visible()
    expect(page.locator(".st-key-matching-10")).to_have_count(0)
    expect(page.locator(".st-key-matching-0")).to_contain_text("competes with")
    expect(page.get_by_text("similarity 0.").first).to_contain_text("relations.csv:")
    similarities = [float(text.split()[1]) for text in page.get_by_text("similarity 0.").all_inner_texts()]
    assert similarities == sorted(similarities, reverse=True)


@pytest.mark.thorough
def test_a_company_in_one_leads_to_its_own_answer(open_view: OpenView) -> None:
    page = open_view("?q=Who makes lithography systems%3F&lang=en")
    ranking(page)
    page.get_by_text(TITLE).click()
    end = page.locator("[class*=st-key-matching-0-source] button")
    name = end.inner_text()
    end.click()
    expect(page.get_by_role("heading", name=f"Related to {name}")).to_be_visible()
    expect(page.get_by_text(TITLE)).to_have_count(0)  # no question any more


@pytest.mark.thorough
def test_a_company_alone_matches_no_relation(open_view: OpenView) -> None:
    page = open_view("?company=catl&lang=en")
    graph_settled(page)
    expect(page.get_by_text(TITLE)).to_have_count(0)


@pytest.mark.thorough
def test_it_stays_open_and_the_same_while_sliders_move(open_view: OpenView) -> None:
    page = open_view("?company=catl&q=Who are its competitors%3F&lang=en")
    ranking(page)
    page.get_by_text(TITLE).click()
    box = page.locator(".st-key-matching-relations")
    expect(page.locator(".st-key-matching-9")).to_be_visible()
    settled(page)
    before = box.inner_text()
    move_slider(page, "Graph weight", "ArrowLeft", 3)
    page.wait_for_url("**mode=weighted**")
    settled(page)
    assert box.inner_text() == before
