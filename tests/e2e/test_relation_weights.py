"""β: relation families and mention roles weighed in the walk."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import move_slider, open_ranking, ranking, settled, unfold
from tests.llm_server import Asked, Reaction, Script

OpenView = Callable[[str], Page]
GRAPH_ONLY = "?company=catl&mode=weighted&wg=1.0&wv=0.0&n=50&lang=en"


@pytest.mark.thorough
def test_the_switch_leaves_locations_out_and_a_family_can_be_left_out_too(open_view: OpenView) -> None:
    """Groups are normalised: without locations, relations count a quarter more beside mentions, hence not the same."""
    page = open_view(GRAPH_ONLY)
    plain = ranking(page)
    open_ranking(page)
    page.get_by_text("Weigh relation families").click()
    page.wait_for_url("**aware=on**")
    settled(page)
    alike = ranking(page)
    assert alike[:3] == plain[:3]
    open_ranking(page)
    unfold(page, "Relation weights β", page.get_by_role("slider", name="Attribution · 25%"))
    expect(page.get_by_role("slider", name="Location · 0%")).to_be_visible()
    move_slider(page, "Attribution", "Home")
    page.wait_for_url("**attribution=0.0**")
    settled(page)
    expect(page.get_by_role("slider", name="Attribution · 0%")).to_be_visible()
    expect(page.get_by_role("slider", name="Hierarchy · 33%")).to_be_visible()
    expect(page.get_by_role("slider", name="Location · 0%")).to_be_visible()
    assert ranking(page) != alike
    page.get_by_text("Weigh relation families").click()
    page.wait_for_function("() => !location.search.includes('aware')")
    settled(page)
    assert "attribution" not in page.url
    assert ranking(page) == plain


@pytest.mark.thorough
def test_a_link_carries_the_weights(open_view: OpenView) -> None:
    page = open_view(f"{GRAPH_ONLY}&aware=on&causality=2.0&primary=0.5")
    weighed = ranking(page)
    of_a_family_not_named = page.get_by_role("slider", name="Causality · 33%")
    open_ranking(page)
    unfold(page, "Relation weights β", of_a_family_not_named)
    expect(page.get_by_role("slider", name="Primary · 20%")).to_be_visible()
    page.reload()
    settled(page)
    assert ranking(page) == weighed
    open_ranking(page)
    page.get_by_role("button", name="Reset to defaults").click()
    page.wait_for_function("() => !location.search.includes('causality')")
    settled(page)
    expect(page.get_by_text("Relation weights β")).to_have_count(0)


def milliseconds(stages: Locator, stage: str) -> float:
    """How long a stage took, as the table of stages says."""
    return float(stages.get_by_role("row").filter(has_text=stage).inner_text().split("\t")[1].removesuffix(" ms"))


@pytest.mark.thorough
def test_another_walk_searches_nothing_again(open_view: OpenView) -> None:
    page = open_view("?company=catl&lang=en")
    ranking(page)
    found, stages = page.get_by_role("button", name="How it was found"), page.get_by_test_id("stPopoverBody")
    found.click()
    for searched in ("Link names", "Passages by meaning"):
        expect(stages.get_by_role("row").filter(has_text=searched)).to_be_visible()
    first = milliseconds(stages, "Meaning of the profile")
    page.keyboard.press("Escape")
    expect(stages).to_have_count(0)
    move_slider(page, "Damping", "ArrowLeft", 3)
    page.wait_for_url("**damping=**")
    settled(page)
    found.click()
    expect(stages.get_by_role("row").filter(has_text="Graph walk")).to_be_visible()
    for searched in ("Link names", "Passages by meaning"):
        expect(stages.get_by_role("row").filter(has_text=searched)).to_have_count(0)
    assert milliseconds(stages, "Meaning of the profile") < first  # what was found is scored, not searched


@pytest.mark.thorough
def test_what_a_question_asks_for_is_weighed_by_rules_and_can_be_taken_over(open_view: OpenView) -> None:
    page = open_view("?q=Who+supplies+CATL%3F&aware=on&lang=en")
    open_ranking(page)
    unfold(page, "Relation weights β", page.get_by_role("slider", name="Causality · 40%"))
    expect(page.get_by_text("the family of the relation that the question speaks of counts double")).to_be_visible()
    ranked = ranking(page)
    page.get_by_text("By hand").click()
    page.wait_for_url("**beta=hand**")
    settled(page)
    expect(page.get_by_role("slider", name="Causality · 40%")).to_be_visible()
    assert ranking(page) == ranked
    page.get_by_text("By question").click()
    page.wait_for_function("() => !location.search.includes('beta')")
    settled(page)
    move_slider(page, "Causality", "Home")
    page.wait_for_url("**beta=hand**")
    settled(page)
    expect(page.get_by_role("slider", name="Causality · 0%")).to_be_visible()
    expect(page.get_by_text("the family of the relation that the question speaks of counts double")).not_to_be_visible()


def understanding(asked: Asked) -> Reaction:
    """Calls unclear questions questions about companies, lets nothing but ownership count, and judges nobody."""
    wanted = asked.body["response_format"]["json_schema"]["schema"]["properties"]
    if "intent" in wanted:
        return Reaction(json.dumps({"intent": "relationship_discovery"}))
    if "families" not in wanted:
        return Reaction(json.dumps({"companies": []}))
    families = {name: float(name == "hierarchical") for name in wanted["families"]["required"]}
    roles = {"primary": 1.0, "secondary": 1.0, "peripheral": 1.0}
    reason = "Owners are asked for. **bold** <img src=x onerror=\"console.error('run')\">"
    return Reaction(json.dumps({"reason": reason, "families": families, "roles": roles}), seconds=0.5)


@pytest.mark.thorough
def test_a_model_weighs_relations_and_tells_the_intent(page: Page, judged_url: str, endpoint: Script) -> None:
    endpoint.plan(understanding)
    page.goto(f"{judged_url}/?q=Tell+me+about+CATL&aware=on&lang=en&mode=weighted&wg=1.0&wv=0.0")
    expect(page.locator("[data-company]").first).to_be_visible(timeout=30_000)  # the question was read by then
    settled(page)
    open_ranking(page)
    unfold(page, "Relation weights β", page.get_by_role("slider", name="Hierarchy · 100%"))
    expect(page.get_by_text("Weighed by test-model: Owners are asked for. **bold** <img")).to_be_visible()
    expect(page.locator(".st-key-fact")).to_have_count(0)
    page.get_by_role("button", name="How it was found").click()
    stages = page.get_by_test_id("stPopoverBody")
    expect(stages.get_by_text("Intent · test-model · 100 tokens read, 20 written")).to_be_visible()
    expect(stages.get_by_text("Relation weights · test-model · 100 tokens read, 20 written")).to_be_visible()


@pytest.mark.thorough
def test_where_a_model_fails_the_rules_weigh_and_it_is_said(page: Page, judged_url: str, endpoint: Script) -> None:
    endpoint.plan(Reaction(status=401))
    page.goto(f"{judged_url}/?q=Who+supplies+BYD%3F&aware=on&lang=en")
    settled(page)
    expect(page.get_by_text("refused the request (HTTP 401)")).to_have_count(1, timeout=30_000)
    open_ranking(page)
    unfold(page, "Relation weights β", page.get_by_text("Weighed by rules"))
    expect(page.locator(".answer")).to_have_attribute("data-outcome", "answered")
    assert ranking(page)
