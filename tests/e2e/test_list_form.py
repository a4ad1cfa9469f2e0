"""How much of the list is seen at once, in which order it stands, and the list as a table."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.messages import Language, translate
from tests.e2e.conftest import graph_settled, on_record, ranking, settled

OpenView = Callable[[str], Page]
SUPPLIERS = "?q=Who supplies Apple%3F"
FOLD = 900
ROW = 32  # pixels, a row of the table


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_eight_results_are_seen_without_scrolling(open_view: OpenView, language: str) -> None:
    page = open_view(f"{SUPPLIERS}&lang={language}")
    page.set_viewport_size({"width": 1440, "height": FOLD})
    graph_settled(page)
    boxes = [card.bounding_box() for card in page.locator(".cards > li").all()]
    assert sum(box is not None and box["y"] + box["height"] <= FOLD for box in boxes) >= 8
    first = page.locator(".cards > li").first
    assert first.evaluate("card => card.scrollWidth <= card.clientWidth")
    expect(first.locator(".description")).to_be_hidden()
    first.locator("summary").click()
    expect(first.locator(".description")).to_be_visible()


def test_twelve_rows_of_the_table_are_seen_without_scrolling(open_view: OpenView) -> None:
    page = open_view(f"{SUPPLIERS}&list=table")
    page.set_viewport_size({"width": 1440, "height": FOLD})
    graph_settled(page)
    box = page.locator(".st-key-results-rows [data-testid=stDataFrame]").bounding_box()
    assert box is not None
    assert box["height"] > 13 * ROW  # the head is a row, too
    assert box["y"] + 13 * ROW <= FOLD


def test_on_a_phone_the_answer_comes_first_then_the_graph_then_the_list(open_view: OpenView) -> None:
    page = open_view(SUPPLIERS)
    page.set_viewport_size({"width": 390, "height": 844})
    graph_settled(page)
    boxes = [page.locator(each).first.bounding_box() for each in (".answer", ".canvas", ".cards > li")]
    tops = [box["y"] for box in boxes if box]
    assert len(tops) == 3
    assert tops == sorted(tops)


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_order_of_the_list_is_chosen_and_kept_in_the_address(open_view: OpenView, language: str) -> None:
    reads: Language = "zh" if language == "zh" else "en"
    page = open_view(f"{SUPPLIERS}&lang={language}&n=50")
    ranked = ranking(page)
    page.get_by_role("combobox", name=translate("list.sort", reads)).click()
    page.get_by_role("option", name=translate("list.sort.founded", reads)).click()
    page.wait_for_url("**sort=founded**")
    settled(page)
    oldest = ranking(page)
    assert oldest != ranked
    assert sorted(oldest) == sorted(ranked)
    assert page.locator(".change").all_inner_texts() == [""] * len(oldest)
    page.reload()
    settled(page)
    assert ranking(page) == oldest


@pytest.mark.thorough
def test_the_table_lists_all_filters_and_exports_what_is_selected(open_view: OpenView, tmp_path: Path) -> None:
    page = open_view(SUPPLIERS)
    page.get_by_role("button", name="Table").or_(page.get_by_role("radio", name="Table")).first.click()
    page.wait_for_url("**list=table**")
    settled(page)
    count = on_record(page)
    expect(page.get_by_role("button", name=f"Download all {count + 1} (CSV)")).to_be_visible()  # one is a key provider
    words = page.get_by_role("textbox", name=translate("list.filter", "en"))
    words.fill("Japan")
    words.press("Enter")
    expect(page.get_by_role("button", name="Download all 4 (CSV)")).to_be_visible()
    settled(page)
    rows = page.locator(".st-key-results-rows [data-testid=stDataFrame]").bounding_box()
    assert rows is not None
    for row in (1, 3):
        page.mouse.click(rows["x"] + 16, rows["y"] + ROW * (row + 0.5))
        settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download 2 selected (CSV)").click()
    file = tmp_path / "selected.csv"
    download.value.save_as(file)
    with file.open(encoding="utf-8-sig") as text:
        assert len(list(csv.DictReader(text))) == 2
