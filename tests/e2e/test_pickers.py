"""Every picker completes what is typed: the beginning of a name and Enter take the best match, in either language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from core.messages import Language, translate
from tests.e2e.conftest import settled

PICKERS = {"company": "", "id": "company", "explore-add": "explore", "from": "explore"}
"""Key of a picker → path of its page."""
BEGUN: Mapping[str, str] = {
    "nvid": "NVIDIA",
    "tesl": "Tesla",
    "宁德": "CATL",
    "宁德时": "CATL",
    "Contemporary Amp": "CATL",
    "NVDA": "NVIDIA",
    "英伟达": "NVIDIA",
}
"""As far as it is typed, one in an alias, one a ticker, one whole → the company."""
COMPARED = re.compile(r"vs=tesla~byd(&|$)")
EVERYWHERE = [("company", "recommend"), *PICKERS.items()]


def picker(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-{key}").get_by_role("combobox")


def type_and_enter(page: Page, key: str, text: str, language: Language) -> None:
    """What stands first in the list says, in the language of the page, what Enter does."""
    box, first = picker(page, key), page.get_by_role("option").first
    for _ in range(5):  # once more if the box was drawn anew meanwhile
        box.click()
        box.fill(text)
        with suppress(PlaywrightTimeout):
            first.wait_for(timeout=3_000)
            break
    expect(first).to_have_text(translate("own.typed", language, rest=text))
    box.press("Enter")
    page.wait_for_timeout(200)
    settled(page)


def is_chosen(page: Page, key: str, name: str) -> None:
    if key == "explore-add":  # the picker is free for the next company
        expect(page.locator(".st-key-selected-card")).to_contain_text(name)
    else:
        expect(picker(page, key)).to_have_value(re.compile(re.escape(name)))
        expect(page.locator("[class*=st-key-choice-]")).to_have_count(0)


def open_page(page: Page, url: str, path: str, key: str, language: Language) -> None:
    page.goto(f"{url}/{path}?lang={language}")
    settled(page)
    if key == "from":
        page.get_by_text(translate("explore.path.title", language)).click()
        settled(page)


@pytest.mark.matrix()
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(("key", "path"), EVERYWHERE)
def test_enter_takes_the_best_match(page: Page, sample_url: str, key: str, path: str, language: Language) -> None:
    open_page(page, sample_url, path, key, language)
    for text, name in list(BEGUN.items())[:: 1 if key == "company" and not path else 2]:
        type_and_enter(page, key, text, language)
        is_chosen(page, key, name)


@pytest.mark.matrix()
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("key", "path"), EVERYWHERE)
def test_enter_asks_which_of_several_companies_is_meant(
    page: Page, sample_url: str, key: str, path: str, language: Language
) -> None:
    open_page(page, sample_url, path, key, language)
    if key == "from":
        type_and_enter(page, "to", "tesl", language)
    type_and_enter(page, key, "Samsung", language)
    # in the answer on Discover, in a note on other pages
    expect(page.get_by_role("main").get_by_text(re.compile('[“"]Samsung[”"]')).first).to_be_visible()
    expect(page.locator("[class*=st-key-choice-]").first).to_contain_text("Samsung Electronics")


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_enter_adds_one_company_to_a_comparison(page: Page, sample_url: str, language: Language) -> None:
    page.goto(f"{sample_url}/?company=catl&n=3&vs=tesla&lang={language}")
    settled(page)
    box = page.locator(".st-key-compare-with").get_by_role("combobox")
    option = page.get_by_role("option").filter(has_text="BYD").first
    for _ in range(5):  # once more if the box was drawn anew meanwhile
        box.click()
        box.fill("BYD")
        with suppress(PlaywrightTimeout):
            option.wait_for(timeout=3_000)
            box.press("Enter")
            page.wait_for_url(COMPARED, timeout=10_000)
            break
    expect(page).to_have_url(COMPARED)


@pytest.mark.matrix()
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("key", "path"), EVERYWHERE)
def test_what_begins_no_name_is_unknown(page: Page, sample_url: str, key: str, path: str, language: Language) -> None:
    open_page(page, sample_url, path, key, language)
    if key == "from":
        type_and_enter(page, "to", "tesl", language)
    type_and_enter(page, key, "zzqq", language)
    answer, note = page.locator(".answer[data-outcome=unknown_name]"), page.get_by_test_id("stAlert")
    said = answer if (key, path) == ("company", "") else note  # in the answer on Discover
    expect(said.filter(has_text="zzqq")).to_be_visible()
    expect(page.locator("[class*=st-key-choice-]")).to_have_count(0)  # nothing is near


def test_an_address_means_what_it_says(page: Page, sample_url: str) -> None:
    """A company that is gone is not another one whose name begins like its id."""
    page.goto(f"{sample_url}/?company=nvid&lang=en")
    settled(page)
    expect(page.locator(".st-key-answer").filter(has_text="nvid")).to_be_visible()
    expect(page.locator(".cards > li")).to_have_count(0)
