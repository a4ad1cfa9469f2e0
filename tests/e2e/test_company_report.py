"""The page of one company as a report: what changed last, what it rests on, a question about it, on paper."""

from __future__ import annotations

import csv
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import settled
from tests.e2e.test_company import heading, open_page
from tests.support import ROOT

OpenView = Callable[[str], Page]


def _rows(table: str) -> list[dict[str, str]]:
    with (ROOT / "data" / table).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "ended"), [("en", "ended: is a shareholder of"), ("zh", "结束：")])
def test_what_changed_last_stands_with_its_date(page: Page, sample_url: str, language: str, ended: str) -> None:
    open_page(page, sample_url, f"?id=softbank&lang={language}")
    changes = page.locator(".st-key-changes .entry")
    expect(changes.first).to_be_visible()
    notes = changes.locator(".note").all_inner_texts()
    dates = [note.partition(" ")[0][:4] for note in notes]
    assert dates == sorted(dates, reverse=True)
    assert any(ended in note for note in notes)
    assert not any("(ended)" in note or "（已结束）" in note for note in notes)


def test_documents_are_named_and_general_knowledge_says_so(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=catl&lang=en")
    documents = page.locator(".st-key-documents .entry")
    expect(documents.last).to_contain_text("general knowledge, to be checked")
    cited = {row["source_id"] for row in _rows("relations.csv") if "catl" in (row["source"], row["target"])}
    titles = {row["title"] for row in _rows("sources.csv") if row["id"] in cited}
    assert set(documents.locator(".title").all_inner_texts()) == titles


@pytest.mark.matrix()
@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [("en", "Who supplies it?", "suppliers of CATL"), ("zh", "谁给它供货？", "宁德时代的供应商")],
)
def test_a_question_is_asked_about_it(page: Page, sample_url: str, language: str, question: str, answer: str) -> None:
    open_page(page, sample_url, f"?id=catl&lang={language}")
    field = page.locator(".st-key-ask-about input")
    field.fill(question)
    field.press("Enter")
    expect(page.locator(".st-key-plan-chips")).to_contain_text(
        "CATL" if language == "en" else "宁德时代", timeout=20_000
    )
    expect(page.get_by_text(answer).first).to_be_visible()
    page.go_back()
    heading(page, "CATL" if language == "en" else "宁德时代")  # and stays: the field is empty again
    page.wait_for_timeout(1_000)
    heading(page, "CATL" if language == "en" else "宁德时代")
    expect(field).to_have_value("")


@pytest.mark.thorough
def test_on_paper_it_has_no_controls_and_nothing_is_cut(page: Page, sample_url: str) -> None:
    open_page(page, sample_url, "?id=catl&lang=en")
    page.get_by_role("heading", name="Documents cited").wait_for()
    page.emulate_media(media="print")
    controls = ("stHeader", "stButton", "stSelectbox", "stTextInput", "stPageLink", "stButtonGroup")
    for control in controls:
        assert not any(each.is_visible() for each in page.get_by_test_id(control).all()), control
    whole, drawn = page.evaluate(
        "() => [document.documentElement.scrollHeight, "
        "document.querySelector('[data-testid=stMainBlockContainer]').getBoundingClientRect().height]"
    )
    assert whole >= drawn > 2_000  # all of it is on paper, not one screen
    expect(page.get_by_role("heading", name="Documents cited")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "asked"), [("en", "Who controls Volvo Cars?"), ("zh", "谁控制沃尔沃汽车？")])
def test_the_link_to_the_tree_leads_to_the_tree(open_view: OpenView, language: str, asked: str) -> None:
    page = open_view(f"?q={asked}&lang={language}")
    name = "Ownership tree of Volvo Cars" if language == "en" else "沃尔沃汽车的股权"
    page.get_by_role("link", name=name).click()
    tree = page.locator(".tree svg")
    tree.wait_for(timeout=60_000)
    settled(page)
    assert "first=ownership" in page.url
    box = tree.bounding_box()
    assert box is not None
    height = page.viewport_size["height"] if page.viewport_size else 0
    assert box["y"] < height  # in the first window


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("entity", "language", "question"),
    [("product-ev-battery", "zh", "谁生产它？"), ("product-smartphone", "en", "Who makes it?")],
)
def test_a_question_about_what_shares_its_name_is_answered(
    page: Page, sample_url: str, entity: str, language: str, question: str
) -> None:
    open_page(page, sample_url, f"?id={entity}&lang={language}")
    field = page.locator(".st-key-ask-about input")
    field.fill(question)
    field.press("Enter")
    expect(page.locator(".answer")).to_have_attribute("data-outcome", "answered", timeout=20_000)
    page.go_back()
    page.wait_for_url(f"**/company?id={entity}**")
