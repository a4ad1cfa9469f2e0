"""The ownership panel of a company: the tree opens level by level, circles end, the day holds, files are whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import choose, serve, settled, unfold, watch
from tests.support import company, dated, write_data

OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
EVIL = '<img src=x onerror="window.ran=1">'


@pytest.fixture(scope="module")
def owned_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Alpha, held by Beta, Gamma and eight funds; a circle; a former owner; a hostile name."""
    folder = tmp_path_factory.mktemp("owned")
    names = ("alpha", "beta", "gamma", "delta", "former")
    write_data(
        folder / "data",
        companies=[
            *[company(each, f"公司{each}", each.title()) for each in names],
            *[company(f"fund{number}", f"基金{number}", f"Fund {number}") for number in range(8)],
            company("evil", EVIL, EVIL),
        ],
        relations=[
            dated("beta", "shareholder_of", "alpha", start="2015", share_low="30", share_high="30"),
            dated("gamma", "shareholder_of", "beta", share_low="60", share_high="60"),
            dated("alpha", "shareholder_of", "gamma", share_low="20", share_high="25"),
            dated("evil", "shareholder_of", "gamma", share_low="51", share_high="51"),
            dated("gamma", "shareholder_of", "alpha"),
            *[dated(f"fund{n}", "shareholder_of", "alpha", share_low=f"{n}.5", share_high=f"{n}.5") for n in range(8)],
            dated("delta", "subsidiary_of", "alpha"),
            dated("former", "shareholder_of", "alpha", start="2010", end="2019", share_low="12", share_high="12"),
        ],
    )
    with serve(
        folder / "log",
        GUANXI_DATA_FOLDER=str(folder / "data"),
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "kb"),
    ) as url:
        yield url


def open_page(page: Page, url: str, query: str) -> None:
    page.goto(f"{url}/company{query}")
    page.locator(".tree svg").wait_for(timeout=120_000)
    settled(page)


def boxes(page: Page) -> list[str]:
    return page.locator(".tree .box").evaluate_all("boxes => boxes.map(box => box.dataset.key)")


def turn(page: Page, key: str) -> None:
    page.locator(f".tree .box[data-key='{key}'] .turner").click()
    settled(page)


@pytest.mark.thorough
def test_the_tree_opens_level_by_level_and_a_circle_ends(page: Page, owned_url: str) -> None:
    open_page(page, owned_url, "?id=alpha&lang=en")
    shown = boxes(page)
    assert {"0", "-1:beta", "-1:gamma", "-1:more:alpha", "1:delta", "1:gamma"} <= set(shown)
    assert not any(key.startswith("-2:") for key in shown)
    turn(page, "-1:gamma")
    again = page.locator(".tree .box[data-key='-2:alpha']")
    expect(again).to_have_class("box again")
    assert again.locator(".turner").count() == 0
    expect(page.locator(".tree .box[data-key='-2:evil'] .name").first).to_contain_text("<img")
    assert page.evaluate("() => window.ran") is None
    turn(page, "-1:gamma")
    expect(again).to_have_count(0)
    turn(page, "-1:more:alpha")
    expect(page.locator(".tree .box[data-key='-1:fund1']")).to_have_count(1)
    page.locator(".tree .box[data-key='-1:beta'] a").click()
    page.wait_for_url("**/company?id=beta**")


@pytest.mark.thorough
def test_what_has_ended_stands_apart_and_the_day_holds(page: Page, owned_url: str) -> None:
    open_page(page, owned_url, "?id=alpha&lang=en")
    assert "-1:former" not in boxes(page)
    said = page.get_by_text("Former was a shareholder of Alpha from 2010 until 2019 (12 %).")
    unfold(page, "Holdings that have ended (1)", said)
    open_page(page, owned_url, "?id=former&asof=2012&lang=en")
    assert boxes(page) == ["0", "1:alpha"]
    assert "asof=2012" in page.url


def test_files_hold_the_tree(page: Page, owned_url: str) -> None:
    open_page(page, owned_url, "?id=alpha&lang=en")
    files = {}
    for label in ("PNG", "SVG", "Table as CSV", "BODS statements"):
        with page.expect_download() as download:
            page.get_by_role("button", name=label, exact=True).click()
        files[label] = Path(download.value.path()).read_bytes()
    assert files["PNG"].startswith(b"\x89PNG")
    assert b"Beta" in files["SVG"]
    assert b"var(" not in files["SVG"]
    assert "former_owner,former,Former,12" in files["Table as CSV"].decode("utf-8-sig")
    assert {each["recordType"] for each in json.loads(files["BODS statements"])} == {"entity", "relationship"}


@pytest.mark.thorough
def test_how_one_owns_another(page: Page, owned_url: str) -> None:
    open_page(page, owned_url, "?id=alpha&lang=en")
    picker = page.get_by_role("combobox", name="Owner or holding")
    unfold(page, "Ownership paths between Alpha and another", picker)
    choose(page, "Owner or holding", "Gamma")
    expect(page.get_by_text("How Gamma owns Alpha")).to_be_visible()
    expect(page.get_by_text("Gamma — 60 % → Beta — 30 % → Alpha")).to_be_visible()
    expect(page.get_by_text("18 %", exact=True).first).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "width", "locale"), [("dark", 390, "zh-CN"), ("light", 1280, "en-US")])
def test_nothing_overflows_and_everything_has_a_name(
    browser: Browser, owned_url: str, scheme: str, width: int, locale: str
) -> None:
    outside: list[str] = []
    errors: list[str] = []
    with browser.new_context(viewport={"width": width, "height": 1000}, locale=locale, color_scheme=scheme) as context:
        watch(context, outside, errors)
        page = context.new_page()
        open_page(page, owned_url, "?id=alpha")
        assert page.evaluate(OVERFLOW) <= 0
        found = Axe().run(page).response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in serious] == []
    assert outside == errors == []
