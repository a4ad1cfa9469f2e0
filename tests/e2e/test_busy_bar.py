"""A click is answered at once, even while the program cannot: a bar shows until it has."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from core.settings import Settings
from tests.e2e.conftest import ranking, serve, settled

BAR = "() => Number(getComputedStyle(document.querySelector('[data-testid=stApp]'), '::before').opacity)"


@pytest.fixture
def paused_page(browser: Browser, sample_settings: Settings, tmp_path: Path) -> Iterator[tuple[Page, int]]:
    """A page with an answer, and the process of its program."""
    log = tmp_path / "app"
    with (
        serve(log, GUANXI_KNOWLEDGE_BASE_FOLDER=str(sample_settings.knowledge_base_folder)) as url,
        browser.new_context(viewport={"width": 1440, "height": 1000}, locale="en-US") as context,
    ):
        page = context.new_page()
        page.goto(f"{url}/?company=catl&lang=en")
        ranking(page)
        process = int(log.with_suffix(".pid").read_text(encoding="utf-8"))
        yield page, process
        os.kill(process, signal.SIGCONT)


@pytest.mark.thorough
def test_the_bar_shows_in_the_moment_of_a_click_until_it_is_answered(paused_page: tuple[Page, int]) -> None:
    page, process = paused_page
    settled(page)
    page.wait_for_function(f"({BAR})() === 0", timeout=10_000)  # the answer may be there before its run has ended
    os.kill(process, signal.SIGSTOP)
    page.locator("button.explore").first.click()
    page.wait_for_function(f"({BAR})() === 1", timeout=200)
    os.kill(process, signal.SIGCONT)
    settled(page)
    page.wait_for_function(f"({BAR})() === 0", timeout=10_000)


@pytest.mark.thorough
def test_what_only_opens_a_panel_in_the_browser_shows_no_bar(paused_page: tuple[Page, int]) -> None:
    page, process = paused_page
    os.kill(process, signal.SIGSTOP)
    page.locator("summary").first.click()
    page.wait_for_timeout(150)
    assert page.evaluate(BAR) == 0
    os.kill(process, signal.SIGCONT)
