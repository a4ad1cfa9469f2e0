from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import graph_settled, ranking

OpenView = Callable[[str], Page]


def download(page: Page, label: str, folder: Path) -> Path:
    button = page.get_by_role("button", name=label)
    if not button.is_visible():
        page.get_by_role("button", name="Download").click()
    expect(button).to_be_visible()
    with page.expect_download() as waiting:
        button.click()
    target = folder / waiting.value.suggested_filename
    waiting.value.save_as(target)
    return target


@pytest.mark.thorough
def test_csv_and_json_hold_what_is_listed(open_view: OpenView, tmp_path: Path) -> None:
    page = open_view("?company=catl&lang=en")
    listed = ranking(page)
    text = download(page, "Table (CSV)", tmp_path).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["company_id"] for row in rows] == listed
    assert all(row["name_zh"] and row["sources"] for row in rows)
    answer = json.loads(download(page, "Full result (JSON)", tmp_path).read_text(encoding="utf-8"))
    assert [found["company_id"] for found in answer["related_companies"]] == listed


def test_the_graph_opens_on_its_own(open_view: OpenView, tmp_path: Path) -> None:
    page = open_view("?company=catl&lang=en")
    graph_settled(page)
    file = download(page, "Graph (HTML)", tmp_path)
    other = page.context.new_page()
    other.goto(file.as_uri())
    expect(other.get_by_role("heading", name="Relations around CATL")).to_be_visible()
    assert other.evaluate("() => data.nodes.length") > 20
