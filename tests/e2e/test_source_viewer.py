"""A citation opens its source: from an answer, a card and the page of a company, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import settled
from tests.e2e.test_looks import OVERFLOW, violations

OpenView = Callable[[str], Page]
QUESTION = {"en": "Who invested in Anthropic?", "zh": "谁投资了 Anthropic？"}
WORDS = {
    "en": ("Source 1", "Source of a relation", "General knowledge, as of 2025: no document is named", "Row "),
    "zh": ("出处 1", "关系的出处", "公开常识，截至 2025 年：没有注明具体文件", "行"),
}


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_footnote_opens_the_source_and_escape_closes_it(language: str, open_view: OpenView) -> None:
    footnote, title, honest, row = WORDS[language]
    page = open_view(f"?q={QUESTION[language]}&lang={language}")
    page.locator(".answer").get_by_role("button", name=footnote, exact=True).click()
    window = page.get_by_role("dialog")
    expect(window.get_by_text(title)).to_be_visible()
    expect(window.locator(".general")).to_contain_text(honest)
    expect(window.locator("h3")).to_contain_text(row)
    expect(window.locator("tbody tr")).to_have_count(5)
    expect(window.locator("tr[aria-current]")).to_have_count(1)
    expect(window.locator("tr.cited")).to_contain_text("anthropic")
    settled(page)
    assert violations(page) == []
    assert page.evaluate(OVERFLOW) <= 0
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    settled(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.thorough
def test_a_document_has_a_safe_link_and_a_passage_its_sentence(open_view: OpenView) -> None:
    page = open_view("company?id=alibaba&lang=en")
    group = page.locator("section").filter(has=page.locator("h3", has_text="is a shareholder of")).first
    group.locator("button.more").click()
    group.get_by_role("button", name="Open the source: Moonshot AI").click()
    window = page.get_by_role("dialog")
    link = window.locator("dd a")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect(link).to_have_attribute("href", "https://www.sec.gov")
    expect(link).to_have_text("https://www.sec.gov")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    naming = page.locator("ol.entries li:has(mark)").first
    naming.locator("button.source").click()
    expect(window.locator(".text mark").first).to_be_visible()
