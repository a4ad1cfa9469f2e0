"""The page Data while somebody else changes the data: what a person has open, chosen and typed stays."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from core.settings import Settings
from tests.e2e.conftest import opened, serve, settled, unfold
from tests.e2e.test_data import open_page, upload
from tests.support import ROOT

SERVER = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
import streamlit as st
from app.runtime.page_requests import page_failed
from app.runtime.services import Services

change = Services._change

def held(self, work, ended):
    def waiting(listener):
        while Path({hold!r}).exists():
            time.sleep(0.05)
        return work(listener)
    change(self, waiting, ended)

Services._change = held
app = st.App({main!r}, on_script_error=page_failed)
"""


class Held(NamedTuple):
    """The app, where a change is made once the file ``hold`` is gone."""

    url: str
    hold: Path


@pytest.fixture
def held(sample_url: str, sample_settings: Settings, tmp_path: Path) -> Iterator[Held]:
    folder, hold = tmp_path / "kb", tmp_path / "hold"
    shutil.copytree(sample_settings.knowledge_base_folder, folder)
    hold.touch()
    program = tmp_path / "server.py"
    program.write_text(SERVER.format(root=str(ROOT), hold=str(hold), main=str(ROOT / "app/main.py")), encoding="utf-8")
    try:
        with serve(tmp_path / "log", program=str(program), GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder)) as url:
            yield Held(url, hold)
    finally:
        hold.unlink(missing_ok=True)


@pytest.mark.thorough
def test_a_change_of_others_closes_nothing_and_keeps_what_is_typed(
    page: Page, context: BrowserContext, held: Held, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text(f"id,name\n{name},Firm {name}\n", encoding="utf-8")
    open_page(page, held.url, "?lang=en")
    upload(page, "import-files", tmp_path / "two.csv")
    importing = page.get_by_role("button", name="Import", exact=True)
    expect(importing).to_be_enabled(timeout=30_000)
    typed = unfold(page, "Remove single records", page.get_by_label("Id", exact=True))
    typed.fill("no-such")
    settled(page)

    other = context.new_page()
    open_page(other, held.url, "?lang=en")
    upload(other, "import-files", tmp_path / "one.csv")
    begin = other.get_by_role("button", name="Import", exact=True)
    expect(begin).to_be_enabled(timeout=30_000)
    begin.click()
    expect(other.get_by_text("The other pages go on")).to_be_visible(timeout=30_000)

    page.bring_to_front()
    typed.fill("no-such-company")  # opening the other page may have sent the first text already
    page.keyboard.press("Tab")  # the typed id is sent: a run of the whole page while the change is being made
    expect(page.get_by_text("Getting ready")).to_be_visible(timeout=30_000)
    expect(importing).to_be_disabled()
    expect(typed).to_have_value("no-such-company")
    settled(page)
    name = page.get_by_label("Name of the source")
    name.fill("My list")
    page.keyboard.press("Tab")
    settled(page)
    options = opened(page, page.get_by_role("combobox", name="Kind").last)
    page.wait_for_timeout(2_000)  # progress is shown four times
    expect(options.first).to_be_visible()

    held.hold.unlink()
    expect(page.get_by_text("The change made elsewhere has finished")).to_be_visible(timeout=120_000)
    expect(options.first).to_be_visible()
    page.keyboard.press("Escape")
    expect(importing).to_be_enabled(timeout=30_000)
    page.get_by_role("button", name="Show the data as it is now").click()
    expect(page.locator("[class*=st-key-source-]").get_by_text("one.csv")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("The change made elsewhere has finished")).to_have_count(0)
    expect(typed).to_have_value("no-such-company")
    expect(name).to_have_value("My list")
    expect(page.locator(".st-key-import-files").get_by_text("two.csv")).to_be_visible()
    expect(other.locator("[class*=st-key-source-]").get_by_text("one.csv")).to_be_visible(timeout=60_000)
    importing.click()
    expect(page.locator("[class*=st-key-source-]")).to_have_count(2, timeout=120_000)
