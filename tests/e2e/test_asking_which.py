"""A name of several companies, and a name that is not here: asked and said in the open, right below the question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_looks import OVERFLOW

OpenView = Callable[[str], Page]
SAID = {
    "en": ("“Samsung” can mean several companies. Which one do you mean?", "Samsung Electronics · 三星电子"),
    "zh": ("“Samsung”可以指多家公司，您想找哪一家？", "三星电子 · Samsung Electronics"),
}
HEADING = {
    "Samsung": {"en": "Related to Samsung Electronics", "zh": "三星电子的相关公司"},
    "competitors of Samsung": {"en": "Competitors of Samsung Electronics", "zh": "三星电子的竞争对手"},
}


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("question", ["Samsung", "competitors of Samsung"])
def test_a_name_of_several_companies_asks_which_in_the_open(question: str, language: str, open_view: OpenView) -> None:
    page = open_view(f"?q={question}&lang={language}")
    sentence, button = SAID[language]
    expect(page.get_by_text(sentence)).to_be_visible()
    expect(page.get_by_role("button", name=button, exact=True)).to_be_visible()
    expect(page.locator("[class*=st-key-choice-] button")).to_have_count(6)
    expect(page.locator(".cards")).to_have_count(0)
    assert page.evaluate(OVERFLOW) <= 0
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("heading", name=HEADING[question][language])).to_be_visible()


def test_a_misspelt_name_in_a_question_is_asked_about(open_view: OpenView) -> None:
    page = open_view("?q=competitors of Appel&lang=en")
    expect(page.get_by_text("No company in the knowledge base matches “Appel”. Did you mean")).to_be_visible()
    expect(page.locator("[class*=st-key-choice-] button")).to_have_count(1)
    page.get_by_role("button", name="Apple · 苹果公司").click()
    expect(page.get_by_role("heading", name="Competitors of Apple")).to_be_visible()
    expect(page.get_by_role("textbox", name="Question", exact=True)).to_have_value("competitors of Apple")


BRANDS = {
    ("Azure customers", "en"): ("The descriptions of these mention it", "Microsoft · 微软", "Microsoft customers"),
    ("微信的竞争对手", "zh"): ("以下公司的简介中提到它", "腾讯 · Tencent", "腾讯的竞争对手"),
    ("Who competes with WeChat?", "en"): ("mention it", "Tencent · 腾讯", "Who competes with Tencent?"),
}
"""Question and language → what is said, the button of a company, the question after a click on it."""


@pytest.mark.matrix()
@pytest.mark.parametrize(("question", "language"), BRANDS)
def test_a_brand_leads_to_the_company_described_with_it(question: str, language: str, open_view: OpenView) -> None:
    page = open_view(f"?q={question}&lang={language}")
    sentence, button, after = BRANDS[question, language]
    expect(page.get_by_text(sentence)).to_be_visible()
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("[class*=st-key-choice-]")).to_have_count(0)
    expect(page.get_by_role("textbox").first).to_have_value(after)
    expect(page.locator(".cards > li").first).to_be_visible()


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "and no name comes close"), ("zh", "也没有相近的名称")],
)
def test_a_name_like_nothing_offers_nobody(language: str, sentence: str, open_view: OpenView) -> None:
    page = open_view(f"?q=Competitors of Zorblatt Industries&lang={language}")
    expect(page.get_by_text("“Zorblatt Industries”").first).to_be_visible()
    expect(page.get_by_text(sentence)).to_be_visible()
    expect(page.locator("[class*=st-key-choice-]")).to_have_count(0)
    expect(page.locator(".cards")).to_have_count(0)
