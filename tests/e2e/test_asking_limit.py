"""Somebody who asks too often is told when to go on; what is there stays usable."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings
from tests.e2e.conftest import serve, settled


@pytest.mark.thorough
def test_whoever_asks_too_often_is_told_when_to_go_on(
    page: Page, tmp_path: Path, sample_pipeline: DiscoveryPipeline, sample_settings: Settings
) -> None:
    assert sample_pipeline  # built by then
    with serve(
        tmp_path / "log",
        GUANXI_PAGE_QUESTIONS_PER_MINUTE="2",
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(sample_settings.knowledge_base_folder),
    ) as url:
        page.goto(f"{url}/?company=catl&lang=en")
        expect(page.locator("[data-company]").first).to_be_visible(timeout=60_000)
        for _ in range(2):
            settled(page)
            page.locator("[data-company] button.explore").first.click()
            settled(page)
        refusal = page.get_by_text("Too many requests (at most 2 per minute)")
        expect(refusal).to_be_visible()
        page.get_by_role("link", name="Recommend", exact=True).click()
        expect(page.get_by_role("heading", name="Recommend")).to_be_visible()
        expect(refusal).to_be_visible()
