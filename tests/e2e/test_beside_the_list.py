"""Beside the list: why a company is not in it, the companies compared, a report to print."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import choose

OpenView = Callable[[str], Page]

WORDS = {
    "zh": {
        "why": "为什么没有某家公司？",
        "pick": "没有列出的公司",
        "toyota": "丰田汽车",
        "told": "家候选中排第",
        "compare": "与其他公司对比",
        "with": "对比公司",
        "lg": "LG新能源",
        "shared": "共同关联",
        "own": "仅宁德时代有",
        "files": "下载",
        "report": "报告（网页，可打印为 PDF）",
        "heading": "宁德时代的相关公司",
    },
    "en": {
        "why": "Why not another company?",
        "pick": "A company that is not listed",
        "toyota": "Toyota",
        "told": "candidates: similarity",
        "compare": "Compare with other companies",
        "with": "Compare with",
        "lg": "LG Energy Solution",
        "shared": "What they share",
        "own": "Only CATL",
        "files": "Download",
        "report": "Report (HTML, prints to PDF)",
        "heading": "CATL",
    },
}


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_why_a_company_is_not_listed(open_view: OpenView, language: str) -> None:
    words = WORDS[language]
    page = open_view(f"?company=catl&n=3&lang={language}")
    page.get_by_text(words["why"]).click()
    choose(page, words["pick"], words["toyota"])
    expect(page.get_by_text(words["told"])).to_be_visible()
    page.get_by_text(words["why"]).scroll_into_view_if_needed()
    panel = page.get_by_test_id("stExpander").filter(has_text=words["why"])
    expect(panel.get_by_test_id("stDataFrame")).to_be_visible()


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_companies_are_compared_and_the_address_says_which(open_view: OpenView, language: str) -> None:
    words = WORDS[language]
    page = open_view(f"?company=catl&n=3&lang={language}")
    page.get_by_text(words["compare"]).click()
    choose(page, words["with"], words["lg"])
    expect(page.get_by_role("heading", name=words["shared"])).to_be_visible()
    expect(page.get_by_text(words["own"])).to_be_visible()
    expect(page).to_have_url(re.compile("vs=lg-energy-solution"))  # it is written after what is seen
    page.reload()
    expect(page.get_by_role("heading", name=words["shared"])).to_be_visible(timeout=60_000)


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_report_is_written_that_needs_nothing_else(open_view: OpenView, language: str, tmp_path: Path) -> None:
    words = WORDS[language]
    page = open_view(f"?company=catl&n=3&lang={language}")
    page.get_by_role("button", name=words["files"]).first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name=words["report"]).click()
    file = tmp_path / "report.html"
    download.value.save_as(file)
    report = page.context.new_page()
    report.goto(file.as_uri())
    expect(report.get_by_role("heading", level=1)).to_contain_text(words["heading"])
    assert report.locator("tbody tr").count() == 3
    assert report.locator("svg text").count() > 10
    cited = report.locator(".cited a").first
    expect(report.locator(str(cited.get_attribute("href")))).to_be_visible()
