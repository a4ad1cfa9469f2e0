from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import graph_settled, on_record, ranking, settled, watch

OpenView = Callable[[str], Page]


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("typed", ["宁德时代", "CATL", "300750"])
def test_a_company_is_found_by_either_name_or_ticker(open_view: OpenView, typed: str) -> None:
    page = open_view("")
    box = page.get_by_role("combobox", name="Company")
    box.fill(typed)
    page.get_by_role("option").first.click()
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible()
    page.wait_for_url("**company=catl**")


@pytest.mark.thorough
def test_an_alias_that_is_no_option_is_linked_all_the_same(open_view: OpenView) -> None:
    page = open_view("")
    page.get_by_role("combobox", name="Company").fill("Contemporary Amperex Technology")
    page.get_by_role("combobox", name="Company").press("Enter")
    expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible()


def test_the_main_job_in_english(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    page.get_by_label("Question", exact=True).fill("Who are its competitors?")
    page.get_by_role("button", name="Discover", exact=True).click()
    first = page.locator(".cards > li").first
    expect(first.locator(".reason")).to_contain_text("The relation you asked for – competitor of CATL")
    expect(first.locator(".level")).to_have_text("Business overlap: high")
    expect(first.locator(".level")).to_have_attribute("title", re.compile("direct competitor .+ > similar product"))
    expect(first.locator(".relation-type")).to_have_text("competitor")
    assert len(ranking(page)) == on_record(page)  # those on record, and nobody else
    expect(page.get_by_text(f"Also related – not what you asked for ({10 - on_record(page)})")).to_be_visible()
    assert 0 <= float(first.locator(".score").inner_text()) <= 1
    assert first.locator(".other").inner_text() != ""
    expect(first.locator(".description")).to_be_hidden()
    first.locator("summary").click()
    expect(first.locator(".description")).not_to_be_empty()
    expect(first.locator(".description")).to_be_visible()


def test_why_shows_parts_paths_and_sources(open_view: OpenView) -> None:
    page = open_view("?company=catl&q=Who are its competitors%3F")
    first = page.locator(".cards > li").first
    first.locator("summary").click()
    why = first.locator(".why")
    for part in ("Graph walk", "Meaning of the profile", "Relation match", "Passages by words"):
        expect(why.get_by_role("row").filter(has_text=part)).to_be_visible()
    for column in ("Raw", "Normalised", "Rank", "Weight", "Contribution"):
        expect(why.get_by_role("columnheader", name=column, exact=True)).to_be_visible()
    expect(why.locator(".path").first).to_contain_text("CATL")
    expect(why.locator(".source").first).to_contain_text("relations.csv")
    expect(why).to_contain_text("judged by rules")


def test_the_main_job_in_chinese(browser: Browser, sample_url: str) -> None:
    outside: list[str] = []
    errors: list[str] = []
    with browser.new_context(viewport={"width": 1440, "height": 1000}, locale="zh-CN") as context:
        watch(context, outside, errors)
        page = context.new_page()
        page.goto(sample_url)
        settled(page)
        expect(page.get_by_role("heading", name="企业之间有什么关系？")).to_be_visible()
        page.get_by_label("提问", exact=True).fill("谁是宁德时代的竞争对手？")
        page.get_by_role("button", name="发现关系").click()
        expect(page.get_by_role("heading", name="宁德时代的竞争对手")).to_be_visible()
        first = page.locator(".cards > li").first
        expect(first.locator(".level")).to_have_text("业务重合度：高")
        expect(first.locator(".reason")).to_contain_text("宁德时代的竞争对手")
        graph_settled(page)
        expect(page.get_by_text("由规则评级")).to_be_visible()
    assert outside == []
    assert errors == []


@pytest.mark.thorough
def test_the_language_switch_keeps_the_question(open_view: OpenView) -> None:
    page = open_view("?company=catl&q=Who are its competitors%3F")
    before = ranking(page)
    page.get_by_role("radio", name="中文").or_(page.get_by_role("button", name="中文")).first.click()
    expect(page.get_by_role("heading", name="宁德时代的竞争对手")).to_be_visible()
    assert ranking(page) == before
    page.wait_for_url("**lang=zh**")


@pytest.mark.thorough
def test_a_first_visit_offers_something_to_click(open_view: OpenView) -> None:
    page = open_view("")
    page.get_by_role("button", name="Who makes lithography systems?").click()
    assert {*ranking(page)[:2]} == {"asml", "smee"}  # the producers on record; nothing ranks the better connected first


@pytest.mark.thorough
def test_the_graph_reads_as_a_table(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    page.get_by_text("The graph as a table").click()
    tables = page.locator(".st-key-graph-table")
    for title in ("Nodes drawn: ", "Relations drawn: "):
        expect(tables.get_by_text(title)).to_be_visible()
    expect(tables.get_by_test_id("stDataFrame")).to_have_count(2)
    for table in tables.get_by_test_id("stDataFrame").all():
        expect(table).to_be_visible()


@pytest.mark.thorough
def test_explore_from_here_asks_about_that_company(open_view: OpenView) -> None:
    page = open_view("?company=catl")
    card = page.locator(".cards > li").first
    name = card.locator("button.name").inner_text()
    card.get_by_role("button", name="Ask about it").click()
    expect(page.get_by_role("heading", name=f"Related to {name}")).to_be_visible()
