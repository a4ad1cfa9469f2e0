"""Facets beside the list, and the ranking in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from core.messages import translate
from tests.e2e.conftest import on_record, open_ranking, ranking, settled, slider_value

OpenView = Callable[[str], Page]
SUPPLIERS = "?q=Who supplies Apple%3F&lang=en"


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_value_narrows_the_list_its_address_holds_it_and_one_click_clears_it(
    open_view: OpenView, language: str
) -> None:
    reads = "zh" if language == "zh" else "en"
    page = open_view(f"?q=Who supplies Apple%3F&lang={language}")
    whole, said = ranking(page), page.locator(".answer .sentence").all_inner_texts()
    japan = {"zh": "日本 4", "en": "Japan 4"}[language]
    page.get_by_role("button", name=japan).click()
    page.wait_for_url("**only_country=JP**")
    settled(page)
    assert sorted(ranking(page)) == ["kioxia", "murata", "sharp", "sony-semiconductor"]
    assert page.locator(".change").all_inner_texts() == [""] * 4  # a narrowed list moves nobody
    assert page.locator(".answer .sentence").all_inner_texts() == said  # it answers the question, not the choice
    page.reload()
    settled(page)
    assert len(ranking(page)) == 4
    page.locator(".st-key-narrowed-clear button").click()
    page.wait_for_function("() => !location.search.includes('only_')")
    settled(page)
    assert ranking(page) == whole
    expect(page.get_by_text(translate("facet.clear", reads))).to_have_count(0)


@pytest.mark.thorough
def test_another_question_is_not_narrowed_by_what_was_chosen_for_the_last(open_view: OpenView) -> None:
    page = open_view(f"{SUPPLIERS}&only_country=JP")
    assert len(ranking(page)) == 4
    page.get_by_role("textbox", name="Question").fill("Who are the competitors of CATL?")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !location.search.includes('only_')")
    settled(page)
    assert len(ranking(page)) == on_record(page)


@pytest.mark.thorough
def test_a_choice_that_leaves_nobody_says_so_and_can_be_cleared(open_view: OpenView) -> None:
    page = open_view(f"{SUPPLIERS}&only_country=JP&only_industry=nowhere")
    expect(page.get_by_text(translate("facet.nothing", "en"))).to_be_visible()
    page.locator(".st-key-narrowed-clear button").click()
    assert len(ranking(page)) == 10


@pytest.mark.thorough
def test_a_ranking_in_words_moves_the_weights_and_follows_them(open_view: OpenView) -> None:
    page = open_view("?company=catl&lang=en")
    adaptive = ranking(page)
    panel = open_ranking(page)
    expect(panel.get_by_role("radio", name="Balanced", checked=True)).to_have_count(1)
    panel.get_by_text("Recorded facts", exact=True).click()
    page.wait_for_url("**wg=0.85**")
    settled(page)
    assert (slider_value(page, "Graph weight"), slider_value(page, "Vector weight")) == (0.85, 0.15)
    assert ranking(page) != adaptive
    panel.get_by_text("Balanced", exact=True).click()
    page.wait_for_function("() => !location.search.includes('wg=')")
    settled(page)
    assert ranking(page) == adaptive
