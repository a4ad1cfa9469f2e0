"""Every page stands after every change of the data made on the pages Data and Review, in either language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Page, expect

from core.curation.open_or_build import RebuildReason
from core.ingestion.building.build import build_knowledge_base
from core.messages import Language, catalogue, the_other, translate
from core.ontology import default_ontology
from core.storage.embeddings import Encoder
from tests.e2e.conftest import choose, serve, settled, unfold
from tests.e2e.test_data import open_page, upload
from tests.pages import PAGE_PATHS
from tests.support import company, relation, settings_for, write_data

COMPANIES = [
    company("alpha", "甲材料", "Alpha Materials", founded="2001"),
    company("other", "甲材料股份有限公司", "Alpha Materials Co., Ltd.", founded="2001"),
    company("omega", "丙车", "Omega Motors", description_en="Omega Motors makes cars."),
]
RELATIONS = [relation("alpha", "supplies", "omega"), relation("other", "competitor", "omega")]
PASSAGES = [
    {
        "id": f"p{kind}",
        "language": "en",
        "source_kind": kind,
        "date": "2024",
        "title": "Alpha Materials",
        "text": "Alpha Materials supplies Omega Motors with cathode material.",
    }
    for kind in ("news", "filing")
] + [
    {
        "id": "pdeal",
        "language": "en",
        "source_kind": "news",
        "date": "2010",
        "title": "A deal",
        "text": "Omega Motors acquired Alpha Materials in 2010 for $1.8 billion.",
    }
]
ASKED = {"": "?company=alpha", "company": "?id=alpha", "recommend": "?company=alpha"}
PAGES = tuple(f"{path}{ASKED.get(path, '')}" for path in PAGE_PATHS)
FAILED = ("system.page_failed", "system.part_failed_here")
Change = Callable[[Page, Path], None]


def bring_in(page: Page, folder: Path) -> None:
    (folder / "mine.csv").write_text("id,name\nnew,New Motors\n", encoding="utf-8")
    upload(page, "import-files", folder / "mine.csv")
    page.get_by_role("button", name="Import", exact=True).click()


def delete(page: Page, _: Path) -> None:
    page.get_by_role("button", name="Delete", exact=True).first.click()
    page.get_by_role("button", name="Delete this source").click()


def take_out(page: Page, _: Path) -> None:
    typed = unfold(page, translate("data.remove", "en"), page.get_by_label("Id", exact=True))
    choose(page, translate("data.remove.kind", "en"), translate("data.remove.kind.passages", "en"), exact=True)
    typed.fill("pnews")
    page.keyboard.press("Enter")
    page.get_by_role("button", name=translate("data.remove.do", "en"), exact=True).click()


def link(page: Page, _: Path) -> None:
    button = page.get_by_role("button", name=translate("data.links.default", "en"))
    unfold(page, translate("data.links", "en"), button).click()


def merge(page: Page, _: Path) -> None:
    page.locator(".st-key-same-yes-alpha-other button").click()
    page.get_by_role("button", name="Apply all").click()


def add_type(page: Page, folder: Path) -> None:
    (folder / "own.yaml").write_text("relation_types: {audits: {label: audits}}", encoding="utf-8")
    button = page.get_by_role("button", name=translate("data.types.use", "en"))
    unfold(page, translate("data.types", "en"), button)
    upload(page, "types-file", folder / "own.yaml")
    button.click()


def review(page: Page, _: Path) -> None:
    """Accept what a text states, on the page Review."""
    page.goto(f"{page.url.split('/data')[0]}/review?lang=en")
    settled(page)
    page.get_by_role("button", name=translate("review.read", "en"), exact=True).click()
    accepted = page.locator("[class*='st-key-review-accepted-']").first
    accepted.wait_for(timeout=60_000)
    settled(page)
    page.keyboard.press("a")
    page.get_by_role("button", name=translate("review.apply", "en")).click(timeout=30_000)


CHANGES: dict[RebuildReason, Change] = {
    "imported": bring_in,
    "deleted": delete,
    "linked": link,
    "removed": take_out,
    "ontology_changed": add_type,
    "same_companies": merge,
    "texts_reviewed": review,
}
FOUND_AT_THE_START = {"knowledge_base_missing", "knowledge_base_corrupt", "knowledge_base_outdated", "data_changed", ""}


@pytest.fixture
def url(encoder: Encoder, tmp_path: Path) -> Iterator[str]:
    """The app over three companies, two of which are one."""
    data = write_data(tmp_path / "data", companies=COMPANIES, relations=RELATIONS, passages=PASSAGES)
    build_knowledge_base(settings_for(data, tmp_path / "kb"), encoder, default_ontology())
    folders = {"GUANXI_DATA_FOLDER": str(data), "GUANXI_KNOWLEDGE_BASE_FOLDER": str(tmp_path / "kb")}
    with serve(tmp_path / "log", **folders) as address:
        yield address


def walk(page: Page, url: str, language: Language) -> None:
    """Every page shows its title, no part of it failed, and no key stands where a message should."""
    for path in PAGES:
        page.goto(f"{url}/{path}{'&' if '?' in path else '?'}lang={language}")
        settled(page)
        shown = page.get_by_test_id("stApp").inner_text()
        expect(page.get_by_test_id("stException")).to_have_count(0)
        for key in FAILED:
            assert catalogue()[key][language].split("{")[0] not in shown, path
        assert set(re.findall(r"[a-z_]+(?:\.[a-z_]+)+", shown)) & catalogue().keys() == set(), path


@pytest.mark.thorough
@pytest.mark.parametrize("first", ["zh", "en"])
def test_every_page_stands_after_every_change(page: Page, url: str, tmp_path: Path, first: Language) -> None:
    assert CHANGES.keys() == set(get_args(RebuildReason)) - FOUND_AT_THE_START
    language = first
    for reason, change in CHANGES.items():
        open_page(page, url, "?lang=en")
        change(page, tmp_path)
        page.wait_for_timeout(1_000)  # a page that is left at once takes its click with it
        said = page.get_by_text(translate(f"system.base.rebuilt.{reason}", language))
        for _ in range(60):
            page.goto(f"{url}/system?lang={language}")
            settled(page)
            if said.count():
                break
            page.wait_for_timeout(500)
        expect(said).to_be_visible()
        walk(page, url, language)
        language = the_other(language)
