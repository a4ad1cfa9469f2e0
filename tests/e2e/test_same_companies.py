"""The page Data proposes companies that may be one, merges what is confirmed in one step, and undoes it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from core.ingestion.building.build import build_knowledge_base
from core.ontology import default_ontology
from core.storage.embeddings import Encoder
from tests.e2e.conftest import serve
from tests.e2e.test_data import open_page
from tests.support import company, settings_for, write_data

HOSTILE = "<img src=x onerror=\"console.error('run')\"> **Alpha**"
COMPANIES = [
    company("alpha", "甲材料", "Alpha Materials", founded="2001"),
    company("other", "甲材料股份有限公司", "Alpha Materials Co., Ltd.", founded="2001"),
    company("beta", HOSTILE, HOSTILE),
    company("beta2", f"{HOSTILE} Inc", f"{HOSTILE} Inc"),
    company("omega", "丙车", "Omega Motors"),
]


@pytest.fixture(scope="module")
def url(encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over five companies, two pairs of which are alike."""
    folder = tmp_path_factory.mktemp("same")
    settings = settings_for(write_data(folder / "data", companies=COMPANIES), folder / "kb")
    build_knowledge_base(settings, encoder, default_ontology())
    with serve(
        folder / "log", GUANXI_DATA_FOLDER=str(folder / "data"), GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "kb")
    ) as address:
        yield address


def counted(page: Page, companies: int) -> None:
    expect(page.get_by_test_id("stMetric").filter(has_text="Companies")).to_contain_text(str(companies), timeout=60_000)


@pytest.mark.thorough
def test_a_pair_is_merged_and_two_again(page: Page, url: str) -> None:
    open_page(page, url, "?lang=en")
    expect(page.get_by_text("2 pairs, likeliest first")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("founded in the same year (2001)")).to_be_visible()
    expect(page.get_by_text(HOSTILE).first).to_be_visible()  # shown as it is, not run
    page.locator(".st-key-same-no-beta-beta2 button").click()
    expect(page.get_by_text("1 pair, likeliest first")).to_be_visible()
    expect(page.get_by_text("Said to be different: 1")).to_be_visible()
    page.locator(".st-key-same-yes-alpha-other button").click()
    expect(page.get_by_text("Merge Alpha Materials Co., Ltd. [other] into Alpha Materials [alpha]")).to_be_visible()
    page.reload()  # what waits is kept
    expect(page.get_by_text("Merge Alpha Materials Co., Ltd. [other] into Alpha Materials [alpha]")).to_be_visible()
    counted(page, 5)  # nothing happens before it is applied
    page.get_by_role("button", name="Apply all").click()
    expect(page.get_by_text("Merged companies: 1")).to_be_visible(timeout=60_000)
    counted(page, 4)
    expect(page.get_by_text("No companies that may be duplicates.")).to_be_visible()
    page.locator(".st-key-undo-alpha-other button").click()
    page.get_by_role("button", name="Apply all").click()
    expect(page.get_by_text("1 pair, likeliest first")).to_be_visible(timeout=60_000)
    counted(page, 5)
    open_page(page, url, "?lang=zh")
    expect(page.get_by_text("1 对，最可能的在前")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("button", name="不是同一家")).to_be_visible()
