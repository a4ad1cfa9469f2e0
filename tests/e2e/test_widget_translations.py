"""What streamlit says itself is said in the language of the page; a page whose program was gone comes back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from app.shell.widget_translations import GONE, LANGUAGE_TAGS, OWN_WORDS, widget_words
from core.settings import Settings
from tests.e2e.conftest import move_slider, ranking, serve, settled

OpenView = Callable[[str], Page]
HELP = "Streamlit server is not responding. Are you connected to the internet?"


def own_labels(page: Page) -> set[str]:
    """Every name for screen readers and placeholder on the page."""
    labels: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("[aria-label], [placeholder], [title]")].flatMap((element) =>
        ["aria-label", "placeholder", "title"].map((name) => element.getAttribute(name)).filter(Boolean))"""
    )
    return set(labels)


def test_widgets_speak_the_language_of_the_page_and_back(open_view: OpenView) -> None:
    page = open_view("data?lang=zh")
    uploader = page.get_by_test_id("stFileUploader").first
    expect(uploader).to_contain_text("上传")
    expect(uploader).to_contain_text("MB")
    expect(uploader).not_to_contain_text("per file")
    english = {own for own, shown in widget_words("zh").items() if own != shown}
    assert not own_labels(page) & english
    html = page.locator("html")
    expect(html).to_have_attribute("lang", LANGUAGE_TAGS["zh"])
    page.get_by_text("文件夹", exact=True).click()
    settled(page)
    expect(page.get_by_test_id("stFileUploader").first).to_contain_text("选择文件夹")
    page.get_by_text("文件", exact=True).first.click()
    page.get_by_text("English", exact=True).click()
    settled(page)
    expect(html).to_have_attribute("lang", LANGUAGE_TAGS["en"])
    expect(uploader).to_contain_text("MB per file")
    expect(page.get_by_test_id("stSkipToContent")).to_have_text("Skip to main content")
    page.get_by_text("中文", exact=True).click()
    settled(page)
    expect(page.get_by_test_id("stSkipToContent")).to_have_text("跳到正文")
    expect(html).to_have_attribute("lang", LANGUAGE_TAGS["zh"])
    assert not own_labels(page) & english


def test_text_from_data_is_left_alone(open_view: OpenView) -> None:
    page = open_view("?q=Upload&lang=zh")
    expect(page.get_by_label("提问")).to_have_value("Upload")
    expect(page.get_by_text("Upload").first).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_program_that_is_gone_says_what_to_do_and_is_come_back_to(
    browser: Browser, sample_settings: Settings, tmp_path: Path, language: str
) -> None:
    base = {"GUANXI_KNOWLEDGE_BASE_FOLDER": str(sample_settings.knowledge_base_folder)}
    with browser.new_context(viewport={"width": 1440, "height": 1000}) as context:
        page = context.new_page()
        with serve(tmp_path / "first", **base) as url:
            page.goto(f"{url}/?company=catl&mode=weighted&wg=0.8&n=6&lang={language}")
            before = ranking(page)
        dialog = page.get_by_role("dialog")
        for own in (GONE, HELP):
            expect(dialog).to_contain_text(widget_words(language)[own], timeout=60_000)  # type: ignore[index]
        assert ranking(page) == before  # what was there can still be read
        with serve(tmp_path / "second", port=urlsplit(url).port, **base):
            expect(dialog).to_have_count(0, timeout=60_000)
            settled(page)
            assert ranking(page) == before
            move_slider(page, {"zh": "结果数量", "en": "Results"}[language], "ArrowLeft")
            page.wait_for_url("**n=5**")
            settled(page)
            assert ranking(page) == before[:5]


def test_every_word_has_its_place() -> None:
    assert {GONE, HELP} < set(OWN_WORDS)
    assert all(shown for language in ("zh", "en") for shown in widget_words(language).values())  # type: ignore[arg-type]
