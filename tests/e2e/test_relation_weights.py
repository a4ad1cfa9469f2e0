"""β: relation families and mention roles weighed in the walk."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import move_slider, ranking, settled

OpenView = Callable[[str], Page]
GRAPH_ONLY = "?company=catl&mode=weighted&wg=1.0&wv=0.0&n=50&lang=en"


def test_the_switch_alone_changes_nothing_and_a_family_does(open_view: OpenView) -> None:
    page = open_view(GRAPH_ONLY)
    plain = ranking(page)
    page.get_by_text("Weigh relation families").click()
    page.wait_for_url("**aware=on**")
    settled(page)
    assert ranking(page) == plain
    page.get_by_text("Relation weights β").click()
    expect(page.get_by_role("slider", name="Attribution · 20%")).to_be_visible()
    move_slider(page, "Attribution", "Home")
    page.wait_for_url("**attribution=0.0**")
    settled(page)
    expect(page.get_by_role("slider", name="Attribution · 0%")).to_be_visible()
    expect(page.get_by_role("slider", name="Hierarchy · 25%")).to_be_visible()
    assert ranking(page) != plain
    page.get_by_text("Weigh relation families").click()
    page.wait_for_function("() => !location.search.includes('aware')")
    settled(page)
    assert "attribution" not in page.url
    assert ranking(page) == plain


def test_a_link_carries_the_weights(open_view: OpenView) -> None:
    page = open_view(f"{GRAPH_ONLY}&aware=on&causality=2.0&primary=0.5")
    weighed = ranking(page)
    page.get_by_text("Relation weights β").click()
    expect(page.get_by_role("slider", name="Causality · 33%")).to_be_visible()
    expect(page.get_by_role("slider", name="Primary · 20%")).to_be_visible()
    page.reload()
    settled(page)
    assert ranking(page) == weighed
    page.get_by_role("button", name="Reset to defaults").click()
    page.wait_for_function("() => !location.search.includes('causality')")
    settled(page)
    expect(page.get_by_text("Relation weights β")).to_have_count(0)


def test_another_walk_searches_nothing_again(open_view: OpenView) -> None:
    page = open_view("?company=catl&lang=en")
    ranking(page)
    move_slider(page, "Damping", "ArrowLeft", 3)
    page.wait_for_url("**damping=**")
    settled(page)
    page.get_by_role("button", name="How it was found").click()
    stages = page.get_by_test_id("stPopoverBody")
    expect(stages.get_by_role("row").filter(has_text="Graph walk")).to_be_visible()
    expect(stages.get_by_role("row").filter(has_text="Meaning of the profile")).to_have_count(0)
