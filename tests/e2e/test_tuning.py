from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import move_slider, open_ranking, ranking, settled, slider_of, slider_value

OpenView = Callable[[str], Page]


def test_a_weight_reranks_and_shows_the_change(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    before = ranking(page)
    slider = slider_of(page, "Vector weight")
    slider.focus()
    slider.press("Home")
    page.wait_for_function("() => location.search.includes('wv=0.0')")
    settled(page)
    after = ranking(page)
    assert after != before
    changes = page.locator(".change").all_inner_texts()
    for place, company in enumerate(after):
        change = changes[place]
        if company not in before:
            assert change == "new"
            continue
        climbed = before.index(company) - place
        assert change == ("" if climbed == 0 else f"{'▲' if climbed > 0 else '▼'}{abs(climbed)}")


@pytest.mark.thorough
def test_rrf_is_another_order_with_rank_scores(open_view: OpenView) -> None:
    page = open_view("?company=apple")
    open_ranking(page).get_by_text("RRF", exact=True).click()
    page.wait_for_function("() => location.search.includes('mode=rrf')")
    settled(page)
    page.locator(".cards summary").first.click()
    expect(page.get_by_role("columnheader", name="Rank score")).to_be_visible()


@pytest.mark.thorough
def test_minimum_relevance_keeps_only_that_level(open_view: OpenView) -> None:
    page = open_view("?company=catl&min=high")
    assert ranking(page)
    levels = page.locator(".cards .level").all_inner_texts()
    assert levels
    assert set(levels) == {"Business overlap: high"}


@pytest.mark.thorough
def test_number_of_results(open_view: OpenView) -> None:
    page = open_view("?company=catl&n=3")
    assert len(ranking(page)) == 3


@pytest.mark.thorough
def test_damping_searches_again(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    ranking(page)
    scores = page.locator(".score").all_inner_texts()
    move_slider(page, "Damping", "ArrowLeft", 8)
    page.wait_for_function("() => location.search.includes('damping=')")
    settled(page)
    assert page.locator(".score").all_inner_texts() != scores


@pytest.mark.thorough
def test_reset_brings_the_defaults_back(open_view: OpenView) -> None:
    page = open_view("?company=catl&wg=0.1&wv=0.9&n=3&mode=rrf")
    open_ranking(page).get_by_role("button", name="Reset to defaults").click()
    page.wait_for_function("() => !location.search.includes('wg=')")
    settled(page)
    assert len(ranking(page)) == 10
    assert "mode=" not in page.url
    expect(page.get_by_text("Chosen for this question")).to_be_visible()


@pytest.mark.thorough
def test_controls_moved_back_to_back_all_count(open_view: OpenView) -> None:
    page = open_view("?company=catl&mode=weighted&lang=en")
    ranking(page)
    move_slider(page, "Graph weight", "ArrowLeft")
    move_slider(page, "Vector weight", "ArrowRight")
    move_slider(page, "Results", "ArrowLeft")
    page.wait_for_url("**n=9**")
    settled(page)
    assert "wg=0.49" in page.url
    assert "wv=0.51" in page.url
    assert len(ranking(page)) == 9


def candidates(page: Page) -> int:
    found = re.search(r"of (\d+) candidates", page.get_by_text("candidates ·").inner_text())
    assert found
    return int(found[1])


@pytest.mark.thorough
def test_hops_limit_the_walk(open_view: OpenView) -> None:
    page = open_view("?company=catl&wv=0.0&n=50&lang=en")
    ranking(page)
    far = candidates(page)
    move_slider(page, "Maximum hops of the walk", "Home")
    page.wait_for_url("**hops=1**")
    settled(page)
    assert candidates(page) < far


@pytest.mark.thorough
def test_hidden_by_the_minimum_relevance_is_counted(open_view: OpenView) -> None:
    page = open_view("?company=catl&min=high&lang=en")
    expect(page.get_by_text("more below the chosen business overlap")).to_be_visible()


def moves_then(page: Page, moves: int, last: int) -> None:
    """Move the graph weight as fast as keys go, then to ``last`` hundredths, which the page must show in the end."""
    slider_of(page, "Graph weight").focus()
    for move in range(moves):
        page.keyboard.press("ArrowRight" if move // 20 % 2 else "ArrowLeft")
    page.keyboard.press("Home")
    for _ in range(last):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**wg={last / 100}&**", timeout=60_000)
    settled(page)
    assert slider_value(page, "Graph weight") == last / 100
    assert len(ranking(page)) == 7


@pytest.mark.thorough
def test_quick_moves_leave_the_last_value_and_the_connection(open_view: OpenView) -> None:
    page = open_view("?company=catl&mode=weighted&wg=0.5&n=7&lang=en")
    ranking(page)
    moves_then(page, 300, 7)
    assert "company=catl" in page.url
