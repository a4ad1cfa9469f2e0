"""Pages over data that are not the bundled ones: nothing at all, or a few companies that no example is about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import serve, settled
from tests.pages import PAGE_PATHS
from tests.support import company, relation, write_data

ABOUT_COMPANIES = ("", "company", "explore", "recommend")
IMPORTS = {"zh": "导入自己的数据", "en": "Import your own data"}


@pytest.fixture(scope="module")
def empty_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("empty")
    yield from _served(folder, write_data(folder / "data"))


@pytest.fixture(scope="module")
def own_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("own")
    companies = [company(name, f"{name}公司", f"{name.title()} Works") for name in ("alpha", "beta", "gamma", "delta")]
    relations = [relation("alpha", "competitor", "beta"), relation("gamma", "supplies", "alpha")]
    yield from _served(folder, write_data(folder / "data", companies=companies, relations=relations))


def _served(folder: Path, data: Path) -> Iterator[str]:
    with serve(folder / "log", GUANXI_DATA_FOLDER=str(data), GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "base")) as url:
        yield url


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.get_by_test_id("stMain").get_by_role("heading", level=1).first.wait_for(timeout=120_000)
    expect(page.get_by_role("radio", name="中文")).to_be_visible(timeout=120_000)  # not the screen of a first start
    settled(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    return page


@pytest.mark.thorough
@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", ABOUT_COMPANIES)
def test_without_any_company_a_page_leads_to_the_import(page: Page, empty_url: str, name: str, language: str) -> None:
    opened(page, f"{empty_url}/{name}?lang={language}")
    link = page.get_by_role("link", name=IMPORTS[language])
    expect(link).to_be_visible()
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text({"zh": "数据", "en": "Data"}[language])


@pytest.mark.thorough
@pytest.mark.parametrize("name", [path for path in PAGE_PATHS if path not in ABOUT_COMPANIES])
def test_without_any_company_the_other_pages_stand(page: Page, empty_url: str, name: str) -> None:
    opened(page, f"{empty_url}/{name}?lang=en")


def test_examples_are_companies_of_the_data(page: Page, own_url: str) -> None:
    opened(page, f"{own_url}/?lang=en")
    examples = page.locator("[class*='st-key-choice-'] button")
    expect(examples).to_have_count(3)
    expect(page.get_by_text("CATL")).to_have_count(0)
    examples.first.click()
    page.wait_for_url("**company=alpha**")
    expect(page.locator(".cards > li").first).to_be_visible()


@pytest.mark.thorough
def test_the_workbench_begins_with_companies_of_the_data(page: Page, own_url: str) -> None:
    opened(page, f"{own_url}/explore?lang=en")
    expect(page.get_by_text("CATL")).to_have_count(0)
    page.locator("[class*='st-key-choice-'] button").first.click()
    page.wait_for_url("**view=**")


@pytest.mark.thorough
def test_recommend_begins_with_companies_of_the_data(page: Page, own_url: str) -> None:
    opened(page, f"{own_url}/recommend?lang=en")
    page.locator("[class*='st-key-choice-'] button").first.click()
    page.wait_for_url("**company=alpha**")
