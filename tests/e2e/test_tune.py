"""Tune: figures that follow the sliders, presets that hold everywhere, thumbs that become questions."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings
from tests.e2e.conftest import move_slider, open_ranking, ranking, serve, settled
from tests.support import ROOT

SERIOUS = ("serious", "critical")
LINES = (ROOT / "data" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
FEW = "\n".join(LINES[:6]).encode()
WORDS = {
    "en": {"own": "My own questions", "wg": "Graph weight W_g", "equal": "Equal to the reference"},
    "zh": {"own": "自己的问题", "wg": "图谱权重 W_g", "equal": "与参照相同"},
}


@pytest.fixture(scope="module")
def tune_url(
    sample_pipeline: DiscoveryPipeline,
    sample_settings: Settings,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """The app over a copy of the sample, whose presets and thumbs are these tests' own."""
    folder = tmp_path_factory.mktemp("tune")
    shutil.copytree(sample_settings.knowledge_base_folder, folder / "knowledge_base")
    with serve(folder / "log", GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "knowledge_base")) as url:
        yield url


def open_with_few(page: Page, url: str, language: str = "en") -> None:
    """The page with six questions, all searched."""
    page.goto(f"{url}/tune?tasks=own&lang={language}")
    settled(page)
    page.locator("input[type=file]").first.set_input_files(
        {"name": "few.jsonl", "mimeType": "application/jsonl", "buffer": FEW}
    )
    expect(metric(page)).to_be_visible(timeout=60_000)
    settled(page)


def metric(page: Page) -> Locator:
    return page.get_by_test_id("stMetricValue").first


def quality(page: Page) -> str:
    return page.get_by_test_id("stMetricValue").first.inner_text()


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_figures_follow_a_slider(page: Page, tune_url: str, language: str) -> None:
    words = WORDS[language]
    open_with_few(page, tune_url, language)
    expect(page.get_by_text(words["equal"])).to_be_visible()
    before = quality(page)
    move_slider(page, words["wg"], "Home")
    expect(page.get_by_text(words["equal"])).not_to_be_visible(timeout=15_000)
    assert quality(page) != before
    page.wait_for_function("() => location.search.includes('wg=0.0')")
    expect(page.locator("[data-testid=stVegaLiteChart]")).to_have_count(3, timeout=30_000)
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()


@pytest.mark.thorough
def test_a_move_that_the_browser_has_not_heard_the_end_of_is_not_undone_by_the_next(page: Page, tune_url: str) -> None:
    """A moved weight takes over from adaptive fusion. Until the browser knows, it sends the mode as it was with
    whatever moves next, as with each look of the parts of the page that look by themselves."""
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    holding = False

    def between(browser: WebSocketRoute) -> None:
        def arrived(message: str | bytes) -> None:
            if holding:
                held.append((browser, message))
            else:
                browser.send(message)

        browser.connect_to_server().on_message(arrived)

    page.route_web_socket("**/_stcore/stream", between)
    open_with_few(page, tune_url)
    holding = True
    move_slider(page, "Graph weight W_g", "Home")
    page.wait_for_timeout(1_000)
    move_slider(page, "Maximum hops of the walk", "ArrowRight")
    page.wait_for_timeout(1_000)
    holding = False
    for browser, message in held:
        browser.send(message)
    page.wait_for_function("() => location.search.includes('hops=3')")
    settled(page)
    assert "mode=weighted" in page.url and "wg=0.0" in page.url
    expect(page.get_by_text("Chosen for each question")).not_to_be_visible()
    assert page.get_by_role("radio", name="Weighted").is_checked()


@pytest.mark.thorough
def test_both_settings_of_a_question_open_in_discover(page: Page, tune_url: str) -> None:
    open_with_few(page, tune_url)
    move_slider(page, "Graph weight W_g", "Home")
    link = page.get_by_role("link", name="Open in Discover with the current settings")
    expect(link).to_be_visible(timeout=15_000)
    page.wait_for_function("() => location.search.includes('wg=0.0')")
    settled(page)
    now, reference = (
        page.get_by_role("link", name=f"Open in Discover with {which}").get_attribute("href") or ""
        for which in ("the current settings", "the reference")
    )
    assert "wg=0.0" in now
    assert "wg=" not in reference
    scores = []
    for address in (now, reference):
        page.goto(f"{tune_url}{address}")
        settled(page)
        scores.append(dict(zip(ranking(page), page.locator(".cards .score").all_inner_texts(), strict=True)))
    assert scores[0] != scores[1]  # the few who answer a question may be in one order under both


@pytest.mark.thorough
def test_a_file_that_does_not_fit_is_told(page: Page, tune_url: str) -> None:
    page.goto(f"{tune_url}/tune?tasks=own")
    settled(page)
    expect(page.get_by_text("Upload a file of questions.")).to_be_visible()
    page.locator("input[type=file]").first.set_input_files(
        {"name": "bad.jsonl", "mimeType": "application/jsonl", "buffer": b'{"id": "q1"}'}
    )
    expect(page.get_by_role("alert").filter(has_text="bad.jsonl")).to_be_visible(timeout=15_000)
    expect(page.get_by_role("alert").filter(has_text="line 1")).to_be_visible()


@pytest.mark.thorough
def test_searching_shows_how_far_it_is_and_is_cancelled(page: Page, tune_url: str) -> None:
    page.goto(f"{tune_url}/tune")
    expect(page.get_by_text("Searching the questions")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The search was cancelled")).to_be_visible(timeout=15_000)
    page.get_by_role("button", name="Search again").click()
    expect(metric(page)).to_be_visible(timeout=120_000)
    asked = len((ROOT / "data" / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    expect(page.get_by_text(f"{asked} questions.")).to_be_visible()


@pytest.mark.thorough
def test_a_preset_that_is_the_default_holds_on_discover_and_is_taken_back(
    page: Page, browser: Browser, tune_url: str
) -> None:
    open_with_few(page, tune_url)
    page.get_by_text("RRF", exact=True).click()
    page.wait_for_function("() => location.search.includes('mode=rrf')")
    settled(page)
    page.get_by_text("Presets: save").click()
    name = page.get_by_role("textbox", name="Save the sliders as")
    name.fill("Ranks only")
    name.press("Tab")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Make it the default").click()
    expect(page.get_by_text("All pages and the API use the preset “Ranks only”")).to_be_visible(timeout=15_000)
    other = browser.new_context(locale="en-US").new_page()
    other.goto(f"{tune_url}/?company=catl")
    settled(other)
    open_ranking(other)
    expect(other.get_by_text("Ranks only: Σ weight")).to_be_visible()
    other.context.close()
    page.get_by_role("button", name="Back to the settings").click()
    expect(page.get_by_text("no preset is the default")).to_be_visible(timeout=15_000)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Delete")).not_to_be_visible(timeout=15_000)


def save_as(page: Page, name: str) -> None:
    """Save the sliders as a preset; the panel is open."""
    field = page.get_by_role("textbox", name="Save the sliders as")
    field.fill(name)
    field.press("Tab")
    page.get_by_role("button", name="Save", exact=True).click()
    settled(page)


@pytest.mark.thorough
def test_enter_saves_a_preset_and_a_deleted_default_is_said(page: Page, tune_url: str) -> None:
    open_with_few(page, tune_url)
    page.get_by_text("Presets: save").click()
    field = page.get_by_role("textbox", name="Save the sliders as")
    field.fill("By Enter")
    field.press("Enter")
    page.get_by_role("button", name="Make it the default").click()
    expect(page.get_by_text("All pages and the API use the preset “By Enter”")).to_be_visible(timeout=15_000)
    expect(field).to_have_value("")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("The default preset “By Enter” was deleted")).to_be_visible(timeout=15_000)
    expect(page.get_by_text("no preset is the default")).to_be_visible()


@pytest.mark.thorough
def test_presets_go_out_as_a_file_and_come_in_again(page: Page, tune_url: str, tmp_path: Path) -> None:
    open_with_few(page, tune_url)
    page.get_by_text("RRF", exact=True).click()
    page.wait_for_function("() => location.search.includes('mode=rrf')")
    settled(page)
    page.get_by_text("Presets: save").click()
    save_as(page, "**Ranks** only")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export all presets").click()
    file = tmp_path / "presets.json"
    waiting.value.save_as(file)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Delete")).to_have_count(0, timeout=15_000)
    chooser = page.locator(".st-key-tune-import-presets input[type=file]")
    chooser.set_input_files({"name": "broken.json", "mimeType": "application/json", "buffer": b'{"presets": [{"na'})
    page.get_by_role("button", name="Import this file").click()
    expect(page.get_by_test_id("stAlert").filter(has_text="cannot be used")).to_be_visible(timeout=15_000)
    chooser.set_input_files(file)
    expect(page.get_by_test_id("stAlert")).to_have_count(0, timeout=15_000)  # the page knows the new file
    settled(page)
    page.get_by_role("button", name="Import this file").click()
    expect(page.get_by_role("button", name="Delete")).to_be_visible(timeout=15_000)
    settled(page)  # until then the panel as it was may stand beside the new one
    page.get_by_role("button", name="Reset to defaults").click()
    page.wait_for_function("() => !location.search.includes('mode=rrf')")
    page.get_by_role("button", name="Load onto the sliders").click()
    page.wait_for_function("() => location.search.includes('mode=rrf')")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Delete")).to_have_count(0, timeout=15_000)


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize(
    ("language", "up", "thumbs", "empty"),
    [
        ("en", "Thumb up", "1 thumb up and 0 down on 1 question", "There is no thumb up yet."),
        ("zh", "赞：", "1 个赞、0 个踩，涉及 1 个问题", "还没有人点赞"),
    ],
)
def test_a_thumb_becomes_a_question_and_is_taken_back(
    page: Page, tune_url: str, language: str, up: str, thumbs: str, empty: str
) -> None:
    page.goto(f"{tune_url}/?company=catl&lang={language}")
    settled(page)
    button = page.get_by_role("button", name=up).first
    expect(button).to_have_attribute("aria-pressed", "false")
    button.press("Enter")  # reached by keyboard too
    expect(button).to_have_attribute("aria-pressed", "true")
    settled(page)
    page.reload()
    settled(page)
    expect(button).to_have_attribute("aria-pressed", "true")
    page.goto(f"{tune_url}/tune?tasks=thumbs&lang={language}")
    expect(page.get_by_text(thumbs)).to_be_visible(timeout=30_000)
    page.goto(f"{tune_url}/?company=catl&lang={language}")
    settled(page)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(500)
    settled(page)
    page.goto(f"{tune_url}/tune?tasks=thumbs&lang={language}")
    expect(page.get_by_text(empty)).to_be_visible(timeout=30_000)


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_nothing_serious_for_assistive_technology(browser: Browser, tune_url: str, scheme: str, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        locale="en-US",
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    page = context.new_page()
    open_with_few(page, tune_url)
    page.wait_for_timeout(1500)
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    serious = [violation for violation in found if violation["impact"] in SERIOUS]
    own = [violation for violation in serious if violation["id"] != "presentation-role-conflict"]
    assert json.dumps([(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in own]) == "[]"
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    context.close()


@pytest.mark.thorough
def test_the_page_is_in_the_navigation(page: Page, tune_url: str) -> None:
    page.goto(f"{tune_url}/?lang=zh")
    settled(page)
    page.get_by_role("link", name="调参").click()
    expect(page.get_by_role("heading", name="调参", level=1)).to_be_visible(timeout=15_000)
    assert Path(page.url.split("?")[0]).name == "tune"
