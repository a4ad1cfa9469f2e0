"""Addresses that were cut, mistyped or put together by hand: every page shows itself and says what it leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from app.state.view_parameters import PARAMETERS, SHARES, belongs, page_of, unfit_in
from core.messages import Language
from core.settings import Settings
from tests.e2e.conftest import settled
from tests.e2e.test_looks import OVERFLOW
from tests.pages import PAGE_PATHS

OpenView = Callable[[str], Page]
LONG = "x" * (Settings().query_max_characters + 50)
NAMES = ("id", "sel", "open", "vs", "node", "rel", "from", "to", "against")
FREE = ("q", "company", "view")  # what they hold is answered by the page itself
UNFIT: dict[Language, str] = {"en": "Part of the page address is not valid", "zh": "网址中有的参数无效"}


def parameters(path: str) -> list[str]:
    """Those of a page, but for the language of the test and for free texts, which hide the rest of the page."""
    shared = [] if page_of(path) else [SHARES]
    return [*(name for name in PARAMETERS if belongs(name, page_of(path)) and name not in ("lang", *FREE)), *shared]


def is_whole(page: Page) -> None:
    """The page has its title, nothing failed, and nothing is wider than the window."""
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_text("Something unexpected went wrong")).to_have_count(0)
    assert page.evaluate(OVERFLOW) <= 0


@pytest.mark.matrix()
@pytest.mark.parametrize("value", ["", "nobody at all", LONG], ids=["empty", "unknown", "overlong"])
@pytest.mark.parametrize("path", PAGE_PATHS)
def test_what_does_not_fit_is_named_and_left_out(open_view: OpenView, path: str, value: str) -> None:
    given = {name: value if name in NAMES else value[:100] for name in parameters(path)}  # servers take 64 kB
    page = open_view(f"{path}?{urlencode({**given, 'lang': 'en'})}")
    is_whole(page)
    said = page.get_by_test_id("stAlert").filter(has_text=UNFIT["en"])
    unfit = unfit_in(given, page_of(path))
    expect(said).to_have_count(1 if unfit else 0)
    if unfit:
        expect(said).to_contain_text(", ".join(unfit))


@pytest.mark.matrix()
@pytest.mark.parametrize("path", PAGE_PATHS)
def test_of_what_is_given_twice_the_last_counts(open_view: OpenView, path: str) -> None:
    name = {"company": "id", "explore": "node"}.get(path, "company")
    page = open_view(f"{path}?{name}=catl&{name}=byd&lang=en")
    is_whole(page)
    expect(page.get_by_text("is given more than once, and the last one counts")).to_contain_text(name)
    page.wait_for_function(f"() => location.search.includes('{name}=byd') && !location.search.includes('catl')")


@pytest.mark.matrix()
@pytest.mark.parametrize(("path", "name"), [("", "q"), ("", "company"), ("explore", "view"), ("recommend", "company")])
def test_free_texts_that_are_too_long_are_refused_and_kept_to_be_seen(
    open_view: OpenView, path: str, name: str
) -> None:
    page = open_view(f"{path}?{name}={LONG}&lang=en")
    is_whole(page)
    expect(page.get_by_test_id("stAlert").filter(has_text=UNFIT["en"])).to_have_count(0)
    refused = "was cut or changed" if name == "view" else "That is too long"
    expect(page.get_by_text(refused)).to_be_visible(timeout=30_000)


def test_what_is_left_out_is_said_until_something_is_done(open_view: OpenView) -> None:
    page = open_view("?company=catl&wg=seven&hops=99&shares=1_2&lang=zh")
    said = page.get_by_test_id("stAlert").filter(has_text=UNFIT["zh"])
    expect(said).to_contain_text("wg, hops, shares")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(OVERFLOW) <= 0
    page.set_viewport_size({"width": 1440, "height": 1000})
    page.locator("[data-company=byd]").get_by_role("button", name="以它提问").click()
    expect(page.get_by_role("heading", name="比亚迪的相关公司")).to_be_visible()
    expect(said).to_have_count(0)


@pytest.mark.matrix()
@pytest.mark.parametrize("path", [path for path in PAGE_PATHS if path])
def test_a_parameter_of_another_page_takes_nothing_with_it(open_view: OpenView, path: str) -> None:
    page = open_view(f"{path}?company=tesla&as_of=2020&lang=zh" if path == "company" else f"{path}?damping=0.5&lang=zh")
    is_whole(page)
    title = "特斯拉" if path == "company" else re.compile("[\u3400-\u9fff]{2}")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    if path == "company":
        page.wait_for_url("**/company?id=tesla&**")
