"""What an analyst comes back to: searches saved by name, companies looked at before, and the keys that lead there."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ranking, settled
from tests.e2e.test_looks import violations

OpenView = Callable[[str], Page]

WORDS = {
    "zh": {
        "save": "已存检索",
        "name": "检索名称",
        "keep": "保存",
        "delete": "删除",
        "recent": "最近看过",
        "clear": "清空",
        "catl": "宁德时代",
        "byd": "比亚迪",
    },
    "en": {
        "save": "Saved",
        "name": "Name of the search",
        "keep": "Save",
        "delete": "Delete",
        "recent": "Recent",
        "clear": "Clear",
        "catl": "CATL",
        "byd": "BYD",
    },
}


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_search_is_saved_by_name_and_asked_again(open_view: OpenView, language: str) -> None:
    words, hostile = WORDS[language], f"<b>**{language}**</b>"
    page = open_view(f"?company=catl&mode=weighted&wg=0.2&n=4&lang={language}")
    listed, address = ranking(page), page.url
    page.get_by_role("button", name=words["save"]).click()
    page.get_by_label(words["name"]).fill(hostile)
    page.get_by_role("button", name=words["keep"], exact=True).click()
    again = page.get_by_role("button", name=hostile, exact=True)
    expect(again).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?lang={language}")
    settled(page)
    again.click()
    settled(page)
    expect(page.locator(".cards > li")).to_have_count(4)
    assert ranking(page) == listed
    assert parse_qs(urlsplit(page.url).query) == parse_qs(urlsplit(address).query)
    page.get_by_role("button", name=words["save"]).click()
    page.get_by_role("button", name=words["delete"], exact=True).click()
    expect(again).to_have_count(0)


@pytest.mark.thorough
def test_a_search_needs_a_name(open_view: OpenView) -> None:
    page = open_view("?company=catl&n=3")
    page.get_by_role("button", name="Saved").click()
    page.get_by_label("Name of the search").fill("   ")
    page.get_by_role("button", name="Save", exact=True).click()
    settled(page)
    expect(page.get_by_text("No search has been saved yet.")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["zh", "en"])
def test_companies_looked_at_before_are_one_click_away(open_view: OpenView, language: str) -> None:
    words = WORDS[language]
    page = open_view(f"?lang={language}")
    row = page.get_by_role("navigation", name=words["recent"])
    expect(row).to_be_hidden()
    for company in ("byd", "catl"):
        page = open_view(f"?company={company}&n=3&lang={language}")
        ranking(page)
    expect(row.get_by_role("listitem")).to_have_text([words["byd"]])  # not the one that is looked at
    assert violations(page) == []
    page.reload()
    settled(page)
    row.get_by_role("button", name=words["byd"], exact=True).click()
    page.wait_for_url("**/?company=byd**")
    expect(row.get_by_role("listitem")).to_have_text([words["catl"]])
    page.goto(f"{page.url.partition('?')[0]}company?id=tesla&lang={language}")
    settled(page)
    expect(row.get_by_role("listitem")).to_have_text([words["byd"], words["catl"]])
    row.get_by_role("button", name=words["catl"], exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["catl"])
    row.get_by_role("button", name=words["clear"]).click()
    expect(row).to_be_hidden()
    page.reload()
    settled(page)
    expect(row).to_be_hidden()


@pytest.mark.thorough
def test_a_company_that_is_gone_is_forgotten_once_it_was_asked_for(open_view: OpenView) -> None:
    page = open_view("?lang=en")
    kept = '[{"id": "gone", "zh": "Gone", "en": "Gone"}, {"id": "catl", "zh": "C", "en": "CATL"}]'
    page.evaluate("text => localStorage.setItem('guanxi.recent', text)", kept)
    page.goto(f"{page.url.partition('?')[0]}company?id=tesla&lang=en")
    settled(page)
    row = page.get_by_role("navigation", name="Recent")
    row.get_by_role("button", name="Gone", exact=True).click()
    page.wait_for_url("**id=gone**")
    expect(row.get_by_role("listitem")).to_have_text(["Tesla", "CATL"])


@pytest.mark.thorough
def test_a_damaged_memory_of_companies_is_forgotten(open_view: OpenView) -> None:
    page = open_view("")
    for damaged in ("{", '{"a": 1}', '[null, 7, {"id": "x"}]'):
        page.evaluate("text => localStorage.setItem('guanxi.recent', text)", damaged)
        page.reload()
        settled(page)
        expect(page.get_by_role("navigation", name="Recent")).to_be_hidden()


@pytest.mark.thorough
def test_names_in_the_memory_are_text(open_view: OpenView) -> None:
    page = open_view("")
    page.evaluate("""() => localStorage.setItem('guanxi.recent', JSON.stringify(
        [{id: 'gone"<i>', zh: '<img src=x onerror=alert(1)>', en: '<img src=x onerror=alert(1)>'}]))""")
    page.reload()
    settled(page)
    page.get_by_role("button", name="<img src=x onerror=alert(1)>").click()
    expect(page.get_by_text('gone"<i>').first).to_be_visible()  # no such company: said, with the nearest names


def to_search_field(page: Page, field: str) -> None:
    """Press the slash until the field has the focus: just loaded, the page still puts new fields for old."""
    focused = f".st-key-{field} input:focus"
    for _ in range(20):
        page.keyboard.press("/")
        page.wait_for_timeout(250)
        if page.locator(focused).count():
            return
    expect(page.locator(focused)).to_be_attached()


def test_the_whole_way_by_keyboard(open_view: OpenView) -> None:
    page = open_view("?n=5")
    to_search_field(page, "q")
    page.keyboard.type("Who competes with CATL?")
    page.keyboard.press("Enter")
    listed = ranking(page)
    settled(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    card = page.locator(f'.cards > li[data-company="{listed[1]}"]')
    expect(card.locator("button.name")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_contain_class("selected")
    expect(card.locator("details")).to_have_attribute("open", "")
    expect(card.locator("button.name")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card.locator("details")).not_to_have_attribute("open", "")
    page.keyboard.press("/")  # goes back to the question, and types nothing there
    expect(page.locator(".st-key-q input")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.type("/")
    expect(page.locator(".st-key-q input")).to_have_value("Who competes with CATL?/")


@pytest.mark.thorough
@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(("path", "field"), [("company", "id"), ("recommend", "company"), ("explore", "explore-add")])
def test_the_slash_goes_to_the_picker_of_other_pages(page: Page, sample_url: str, path: str, field: str) -> None:
    page.goto(f"{sample_url}/{path}")
    settled(page)
    to_search_field(page, field)


@pytest.mark.thorough
def test_the_slash_waits_for_the_question_while_the_page_is_drawn(open_view: OpenView) -> None:
    page = open_view("")
    page.evaluate("document.querySelector('.st-key-q').style.display = 'none'")
    page.keyboard.press("/")
    expect(page.get_by_role("combobox", name="Company")).not_to_be_focused()
    page.evaluate("document.querySelector('.st-key-q').style.display = ''")
    to_search_field(page, "q")
