"""The page System: every part with its state, a model that is asked, times, settings, and the log by request id."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.settings import Settings
from tests.e2e.conftest import ranking, serve, settled, watch
from tests.e2e.test_looks import violations
from tests.llm_server import Reaction, Script
from tests.support import ROOT, document_example, sample_companies

SECRET, PASSWORD_OF_REDIS = "sk-topsecret-0123456789", "redis-word-0123456789"
QUESTION = "Who competes with its batteries"
READY = Reaction('{"ready": true}')
CLOSED = "http://127.0.0.1:9/v1"  # nothing listens at the port of the discard service


@pytest.fixture(scope="module")
def own_base(sample_url: str, sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled sample in a folder of its own."""
    folder = tmp_path_factory.mktemp("system") / "knowledge_base"
    shutil.copytree(sample_settings.knowledge_base_folder, folder)
    return folder


@pytest.fixture(scope="module")
def system_url(own_base: Path, endpoint: Script) -> Iterator[str]:
    """The app with a scripted model, secrets, and an API that is open to this machine."""
    with serve(
        own_base.parent / "log",
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(own_base),
        GUANXI_LLM_BASE_URL=endpoint.url,
        GUANXI_LLM_MODEL="test-model",
        GUANXI_LLM_API_KEY=SECRET,
        GUANXI_LLM_RETRIES="0",
        GUANXI_LLM_CACHE_FILE=str(own_base.parent / "kept.sqlite3"),
        GUANXI_API_OPEN="true",
        GUANXI_RATE_LIMIT_REDIS_URL=f"redis://:{PASSWORD_OF_REDIS}@127.0.0.1:9/0",
    ) as url:
        open_to_questions(url)
        yield url


def open_to_questions(url: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{url}/health/ready", timeout=60).close()
        except OSError:
            subprocess.run(["sleep", "0.5"], check=True)
        else:
            return


def ask_over_the_api(url: str, company: str, request_id: str) -> None:
    body = json.dumps({"company": company, "query": QUESTION}).encode()
    headers = {"Content-Type": "application/json", "X-Request-ID": request_id}
    asked = urllib.request.Request(f"{url}/api/v1/relationships", data=body, headers=headers)
    urllib.request.urlopen(asked, timeout=60).close()


def open_system(page: Page, url: str, query: str) -> Page:
    page.goto(f"{url}/system{query}")
    settled(page)
    expect(page.locator(".st-key-part-disk")).to_be_visible(timeout=60_000)
    return page


def part(page: Page, name: str) -> Locator:
    return page.locator(f".st-key-part-{name}")


def table(page: Page, key: str) -> Locator:
    """The cells of a table that are drawn, which a screen reader reads; they come a moment after the table."""
    place = page.locator(f".st-key-table-{key}")
    place.scroll_into_view_if_needed(timeout=30_000)
    return place.locator("table")  # inside the canvas, where no role is looked for


@pytest.mark.thorough
@pytest.mark.matrix(every=2)
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("working", "not tested", "off", "needs attention", "Next: see that the Redis")),
        ("zh", ("正常", "未测试", "未启用", "需要处理", "下一步：检查")),
    ],
)
def test_every_part_says_how_it_is(page: Page, system_url: str, language: str, words: tuple[str, ...]) -> None:
    ask_over_the_api(system_url, "catl", "asked-before-looking")  # notices that Redis is away
    open_system(page, system_url, f"?lang={language}")
    working, untested, off, attention, step = words
    expect(part(page, "knowledge_base")).to_contain_text(working)
    expect(part(page, "knowledge_base")).to_contain_text(str(sample_companies()))
    expect(part(page, "embedding_model")).to_contain_text("512")
    expect(part(page, "language_model")).to_contain_text(untested)
    expect(part(page, "reranker")).to_contain_text(off)
    expect(part(page, "api")).to_contain_text(attention)
    expect(part(page, "api")).to_contain_text(step)
    expect(part(page, "disk")).to_contain_text("GB")


@pytest.mark.thorough
def test_the_model_is_really_asked_and_says_what_it_took(page: Page, system_url: str, endpoint: Script) -> None:
    endpoint.plan(Reaction(READY.text, seconds=3.0))
    open_system(page, system_url, "?lang=en")
    button = page.get_by_role("button", name="Test: ask one tiny question")
    button.dblclick()
    expect(page.get_by_text("Waiting for test-model to answer")).to_be_visible()
    expect(button).to_be_disabled()
    expect(page.get_by_text("100 tokens read, 20 written")).to_be_visible(timeout=30_000)
    expect(part(page, "language_model")).to_contain_text("working")
    assert len([asked for asked in endpoint.asked if "Are you ready" in asked.texts[-1]]) == 1
    expect(table(page, "model-usage")).to_contain_text("Connection test")
    expect(table(page, "log")).to_contain_text(re.compile(r"[0-9a-f]{12}model test-model, stage connection_test"))


@pytest.mark.thorough
def test_a_model_that_refuses_is_said_in_words(page: Page, system_url: str, endpoint: Script) -> None:
    endpoint.plan(Reaction(status=401))
    open_system(page, system_url, "?lang=zh")
    page.get_by_role("button", name="测试：问一个小问题").click()
    expect(part(page, "language_model")).to_contain_text("HTTP 401", timeout=30_000)
    expect(part(page, "language_model")).to_contain_text("✖ 故障")
    expect(part(page, "language_model")).to_contain_text("下一步：检查地址、模型名和密钥")
    assert violations(page) == []
    endpoint.plan(READY)
    page.get_by_role("button", name="测试：问一个小问题").click()
    expect(part(page, "language_model")).to_contain_text("✔ 正常", timeout=30_000)


@pytest.mark.thorough
def test_times_of_pages_and_api_are_found_by_their_requests(page: Page, system_url: str, endpoint: Script) -> None:
    endpoint.plan(READY)
    page.goto(f"{system_url}/?company=byd&lang=en")
    settled(page)
    ranking(page)
    ask_over_the_api(system_url, "tesla", "from-a-program-1")
    open_system(page, system_url, "?lang=en")
    expect(page.get_by_test_id("stVegaLiteChart")).to_be_visible(timeout=30_000)
    expect(table(page, "stage-times")).to_contain_text("Hybrid retrieval")
    expect(table(page, "stage-times")).to_contain_text("Whole answer")
    page.get_by_text("Last requests").click()
    settled(page)
    expect(table(page, "requests")).to_contain_text("from-a-program-1")
    assert QUESTION not in page.content()


def test_no_secret_is_anywhere_on_the_page(page: Page, system_url: str) -> None:
    open_system(page, system_url, "?lang=en")
    page.get_by_label("Filter settings").fill("redis")
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"of {len(Settings.model_fields)} settings")).to_be_visible()
    expect(table(page, "settings")).to_contain_text("GUANXI_RATE_LIMIT_REDIS_URL")
    expect(table(page, "settings")).to_contain_text("(set, not shown)")
    assert PASSWORD_OF_REDIS not in page.content()
    assert SECRET not in page.content()


@pytest.mark.thorough
def test_settings_are_filtered_by_words_and_source(page: Page, system_url: str) -> None:
    open_system(page, system_url, "?lang=zh")
    page.get_by_label("筛选设置").fill("重排 token")
    page.keyboard.press("Enter")
    expect(page.get_by_text("显示 1 项")).to_be_visible(timeout=30_000)
    expect(table(page, "settings")).to_contain_text("GUANXI_RERANKER_MAX_LENGTH")
    page.get_by_label("筛选设置").fill("nothing fits this")
    page.keyboard.press("Enter")
    expect(page.get_by_text("没有符合的设置")).to_be_visible(timeout=30_000)
    page.get_by_label("筛选设置").fill("")
    page.keyboard.press("Enter")
    page.get_by_text("只看由环境变量设置的").click()
    expect(page.get_by_text("显示 8 项")).to_be_visible(timeout=30_000)


@pytest.mark.thorough
def test_the_log_is_filtered_by_level_and_request(page: Page, system_url: str, endpoint: Script) -> None:
    endpoint.plan(Reaction(status=500))
    ask_over_the_api(system_url, "apple", "goes-wrong-here")
    open_system(page, system_url, "?lang=en")
    page.get_by_label("Find", exact=True).fill("goes-wrong-here")
    page.keyboard.press("Enter")
    settled(page)
    expect(table(page, "log")).to_contain_text("model test-model")
    expect(table(page, "log")).to_contain_text("▲ warning")
    page.get_by_role("radio", name="Warnings and errors").click()
    expect(table(page, "log")).not_to_contain_text("○ info")
    expect(table(page, "log")).to_contain_text("▲ warning")
    page.get_by_role("radio", name="Errors", exact=True).click()
    expect(page.get_by_text("No record fits")).to_be_visible(timeout=30_000)
    assert SECRET not in page.content()


@pytest.mark.thorough
def test_the_page_looks_again_by_itself_when_asked_to(page: Page, system_url: str) -> None:
    open_system(page, system_url, "?lang=en")
    read = page.get_by_text("Read at")
    before = read.inner_text()
    page.wait_for_timeout(2_000)
    assert read.inner_text() == before
    page.get_by_role("button", name="Refresh", exact=True).click()
    expect(read).not_to_have_text(before)
    page.get_by_text("Refresh every 5 seconds").click()
    settled(page)
    after = read.inner_text()
    expect(read).not_to_have_text(after, timeout=15_000)


@pytest.mark.thorough
@pytest.mark.matrix(every=5)
@pytest.mark.parametrize(
    ("scheme", "width", "language"),
    [("light", 390, "zh"), ("dark", 390, "en"), ("dark", 1280, "zh"), ("light", 1280, "en"), ("light", 2560, "en")],
)
def test_it_fits_and_axe_finds_nothing_serious(
    browser: Browser, system_url: str, scheme: str, width: int, language: str
) -> None:
    outside: list[str] = []
    errors: list[str] = []
    with browser.new_context(viewport={"width": width, "height": 1000}, color_scheme=scheme) as context:
        watch(context, outside, errors)
        page = context.new_page()
        open_system(page, system_url, f"?lang={language}")
        page.wait_for_timeout(500)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
    assert outside == errors == []


@pytest.mark.thorough
def test_without_a_knowledge_base_the_page_says_why_and_what_to_do(page: Page, tmp_path: Path) -> None:
    data = document_example(tmp_path / "data")
    relations = (data / "relations.csv").read_bytes()
    (data / "relations.csv").unlink()
    with serve(
        tmp_path / "log",
        GUANXI_DATA_FOLDER=str(data),
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(tmp_path / "kb"),
        GUANXI_LLM_BASE_URL=CLOSED,
    ) as url:
        open_system(page, url, "?lang=en")
        expect(part(page, "knowledge_base")).to_contain_text("✖ failed", timeout=60_000)
        expect(part(page, "knowledge_base")).to_contain_text("relations.csv cannot be read")
        expect(part(page, "language_model")).to_contain_text("Next: set both")
        expect(page.get_by_text("cannot be read").first).to_be_visible()
        (data / "relations.csv").write_bytes(relations)
        page.get_by_role("button", name="Rebuild").click()
        expect(part(page, "knowledge_base")).to_contain_text("✔ working", timeout=60_000)
        expect(page.get_by_text("No question has been answered since the start")).to_be_visible()
        page.get_by_role("link", name="Ask a question").click()
        expect(page.get_by_role("heading", name="How are companies related?")).to_be_visible(timeout=30_000)


@pytest.mark.thorough
def test_a_dead_endpoint_is_said_soon(page: Page, own_base: Path, tmp_path: Path) -> None:
    with serve(
        tmp_path / "log",
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(own_base),
        GUANXI_LLM_BASE_URL=CLOSED,
        GUANXI_LLM_MODEL="test-model",
        GUANXI_LLM_CACHE_FILE=str(tmp_path / "kept"),
    ) as url:
        open_to_questions(url)
        open_system(page, url, "?lang=en")
        page.get_by_role("button", name="Test: ask one tiny question").click()
        expect(part(page, "language_model")).to_contain_text("✖ failed", timeout=15_000)
        expect(part(page, "language_model")).to_contain_text("rules judge meanwhile")


BROKEN = """
import sys
sys.path.insert(0, {root!r})
import streamlit as st
from app.runtime import log
from app.runtime.page_requests import begin_page_request
from core.settings import load_settings

log.listen(load_settings())
begin_page_request()
st.title("Broken")

@st.fragment
def part():
    if st.button("Break"):
        raise ValueError("who supplies the secret project")

part()
for line in log.LOG_TAIL.lines():
    st.text(line.request_id + " " + line.message)
if "whole" in st.query_params:
    raise ValueError("who supplies the secret project")
"""
SERVER = """
import sys
sys.path.insert(0, {root!r})
import streamlit as st
from app.runtime.page_requests import page_failed

app = st.App("main.py", on_script_error=page_failed)
"""


@pytest.fixture(scope="module")
def broken_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Pages that fail, served as the app is."""
    folder = tmp_path_factory.mktemp("broken")
    (folder / "main.py").write_text(BROKEN.format(root=str(ROOT)), encoding="utf-8")
    (folder / "server.py").write_text(SERVER.format(root=str(ROOT)), encoding="utf-8")
    with serve(folder / "log", program=str(folder / "server.py")) as url:
        yield url


@pytest.mark.thorough
def test_what_a_page_did_not_expect_is_found_by_the_number_it_shows(page: Page, broken_url: str) -> None:
    page.goto(broken_url)
    expect(page.get_by_role("heading", name="Broken")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Break").click()
    said = page.get_by_text("Something unexpected went wrong")
    expect(said).to_be_visible(timeout=30_000)
    number = said.inner_text().split("the number ")[1][:12]
    page.goto(f"{broken_url}/?whole=1")
    expect(page.get_by_text(f"{number} a page failed ← ValueError")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Something unexpected went wrong")).to_be_visible()
    assert "secret project" not in page.content()


@pytest.mark.thorough
def test_a_browser_that_reads_chinese_is_told_in_chinese(browser: Browser, broken_url: str) -> None:
    with browser.new_context(locale="zh-CN") as context:
        page = context.new_page()
        page.goto(f"{broken_url}/?whole=1")
        expect(page.get_by_text("这一步出了意外")).to_be_visible(timeout=60_000)


@pytest.mark.thorough
def test_the_server_s_own_log_has_the_numbers_too(tmp_path: Path) -> None:
    code = (
        "import logging; from app.runtime import log; from core.settings import Settings; log.listen(Settings());"
        "from core.monitoring.request_ids import begin_request; begin_request('r1');"
        "logging.getLogger('guanxi').warning('look'); logging.getLogger('guanxi').info('not shown')"
    )
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert finished.stderr.rstrip().endswith("WARNING r1 look")
