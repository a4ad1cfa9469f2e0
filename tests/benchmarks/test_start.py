"""From starting the server to the first usable page, with and without a built knowledge base."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import serve

pytestmark = pytest.mark.benchmark


def test_first_and_later_starts(page: Page, tmp_path: Path) -> None:
    for number in range(4):
        start = time.perf_counter()
        with serve(tmp_path / f"log{number}", GUANXI_KNOWLEDGE_BASE_FOLDER=str(tmp_path / "kb")) as url:
            page.goto(f"{url}/?company=catl&lang=en")
            expect(page.get_by_role("heading", name="Related to CATL")).to_be_visible(timeout=180_000)
            page.locator(".cards > li").first.wait_for()
            seconds = time.perf_counter() - start
        print(f"\n{'first start, sample build included' if number == 0 else 'later start'}: {seconds:.1f} s")
