"""A real Streamlit server and a real Chromium. Every test also fails if a request leaves the machine or the
browser's console reports an error."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, BrowserType, ConsoleMessage, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings
from tests.llm_server import Script, llm_server
from tests.pages import PAGE_PATHS
from tests.support import ROOT

_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")  # the first draws no window: a fifth faster
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), "")
REQUIRED = os.environ.get("GUANXI_BROWSER_REQUIRED") == "1"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

expect.set_options(timeout=30_000)
"""Milliseconds that an expectation waits: the first answer of a server compiles its kernels, on any machine."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here as needing a browser."""
    for item in items:
        if "e2e" in item.path.parts:
            item.add_marker(pytest.mark.e2e)


@contextmanager
def serve(
    log: Path,
    address: str | None = "127.0.0.1",
    program: str = "app/server.py",
    port: int | None = None,
    **environment: str,
) -> Iterator[str]:
    """Run the app on ``port``, or a free one, with ``GUANXI_…`` settings; yields its address.

    The process id stands beside the log.
    """
    if port is None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        program,
        "--server.port",
        str(port),
        "--server.headless",
        "true",
        *(["--server.address", address] if address else []),
    ]
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, env={**os.environ, **environment}
        )
        log.with_suffix(".pid").write_text(str(process.pid), encoding="utf-8")
        try:
            _wait_until_healthy(process, port, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ended in about a second where the machine is idle; one that is busy with a build must not fail a test."""
    process.terminate()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(60)


def _wait_until_healthy(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(log.read_text(encoding="utf-8"))
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(log.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def sample_url(
    sample_pipeline: DiscoveryPipeline, sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The app over the bundled sample, already built."""
    log = tmp_path_factory.mktemp("server") / "sample.log"
    with serve(log, GUANXI_KNOWLEDGE_BASE_FOLDER=str(sample_settings.knowledge_base_folder)) as url:
        yield url


@pytest.fixture(scope="session")
def endpoint() -> Iterator[Script]:
    """A language model's endpoint that answers as a test plans it."""
    with llm_server() as script:
        yield script


@pytest.fixture(scope="session")
def judged_url(
    endpoint: Script, sample_url: str, sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The app over the bundled sample with a model at the scripted endpoint."""
    folder = tmp_path_factory.mktemp("judged")
    with serve(
        folder / "log",
        GUANXI_LLM_BASE_URL=endpoint.url,
        GUANXI_LLM_MODEL="test-model",
        GUANXI_LLM_RETRIES="0",
        GUANXI_LLM_CACHE_FILE=str(folder / "kept.sqlite3"),
        GUANXI_LLM_INPUT_PRICE="2",
        GUANXI_LLM_OUTPUT_PRICE="8",
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(sample_settings.knowledge_base_folder),
    ) as url:
        yield url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Debian's Chromium instead of a downloaded one."""
    if not CHROMIUM:
        if REQUIRED:
            pytest.fail("no chromium: install Debian's package `chromium` or set CHROMIUM")
        pytest.skip("no chromium: install it or set CHROMIUM to run the browser tests")
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """An English desktop browser; tests that need another make their own context."""
    return {**browser_context_args, "viewport": {"width": 1440, "height": 1000}, "locale": "en-US"}


@pytest.fixture(scope="session")
def lasting_context(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[BrowserContext]:
    """One profile for all tests of a worker: the app's scripts are fetched and compiled once, not once a test."""
    profile = tmp_path_factory.mktemp("profile")
    with browser_type.launch_persistent_context(profile, **browser_type_launch_args, **browser_context_args) as context:
        yield context


@pytest.fixture
def context(lasting_context: BrowserContext) -> Iterator[BrowserContext]:
    """The profile, with nothing left of the test before but what is fetched and compiled."""
    kept = lasting_context.pages[:1]  # a browser without any page may end itself
    yield lasting_context
    for page in lasting_context.pages:
        if page in kept:
            continue
        with suppress(PlaywrightError):  # an address without storage, as about:blank, refuses
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.close()
    lasting_context.clear_cookies()
    lasting_context.clear_permissions()


@pytest.fixture(autouse=True)
def nothing_leaves_the_machine(context: BrowserContext) -> Iterator[None]:
    """No request to anywhere but the server, no error in the console, no script run by data."""
    outside: list[str] = []
    errors: list[str] = []
    unwatch = watch(context, outside, errors)
    yield
    unwatch()
    assert outside == []
    assert errors == []


def watch(context: BrowserContext, outside: list[str], errors: list[str]) -> Callable[[], None]:
    """Collect requests that leave the machine and errors of the pages of ``context``, until what is returned is
    called."""

    def of_page(page: Page) -> None:
        page.on("websocket", lambda socket: outside.append(socket.url) if _leaves(socket.url) else None)

    listeners: dict[Any, Callable[[Any], None]] = {
        "request": lambda request: outside.append(request.url) if _leaves(request.url) else None,
        "page": of_page,
        "weberror": lambda error: errors.append(str(error.error)),
        "console": lambda message: errors.append(message.text) if _is_fault(message) else None,
    }
    for event, listener in listeners.items():
        context.on(event, listener)

    def unwatch() -> None:
        for event, listener in listeners.items():
            context.remove_listener(event, listener)

    return unwatch


def _is_fault(message: ConsoleMessage) -> bool:
    """An error, but not Streamlit's search for its server: below a page's path first, where it is not found."""
    below = tuple(f"/{page}/_stcore/" for page in PAGE_PATHS if page)
    searched = f"{urlsplit(message.location['url']).path}".startswith(below)
    return message.type == "error" and not searched


def _leaves(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1"


@pytest.fixture
def open_view(page: Page, sample_url: str) -> Callable[[str], Page]:
    """Open the app at a query string and wait until it has settled."""

    def open_at(query: str = "") -> Page:
        page.goto(f"{sample_url}/{query}")
        settled(page)
        return page

    return open_at


def settled(page: Page) -> None:
    """The script has finished, the connection is up, the page shows something."""
    page.wait_for_selector("h1", timeout=60_000)
    page.wait_for_selector("[data-testid=stApp][data-test-connection-state=CONNECTED]", timeout=60_000)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=60_000)


def choose(page: Page, label: str, typed: str, *, exact: bool = False) -> None:
    """Type into a picker and take what is offered; once more if the box was drawn anew meanwhile."""
    box = page.get_by_role("combobox", name=label, exact=exact)
    option = page.get_by_role("option").filter(has_text=typed).first
    for _ in range(5):
        box.click()
        box.fill(typed)
        with suppress(PlaywrightTimeout):
            option.click(timeout=5_000)
            settled(page)
            return
    raise AssertionError(f"{typed} is not offered")


def opened(page: Page, box: Locator) -> Locator:
    """The options of a box; it is opened once more if it was drawn anew meanwhile."""
    options = page.get_by_role("option")
    for _ in range(3):
        if not options.first.is_visible():
            box.click()
        with suppress(PlaywrightTimeout):
            options.first.wait_for(timeout=5_000)
            return options
    raise AssertionError("nothing is offered")


def unfold(page: Page, title: str, inside: Locator) -> Locator:
    """What stands in an expander, which may be open already; once more if the expander was drawn anew meanwhile."""
    for _ in range(3):
        settled(page)
        if not inside.is_visible():
            page.get_by_text(title, exact=True).click()
        with suppress(PlaywrightTimeout):
            inside.wait_for(timeout=10_000)
            settled(page)
            return inside
    raise AssertionError(f"{title} does not open")


def graph_settled(page: Page) -> None:
    """The graph is drawn and its box has not moved for 300 ms."""
    settled(page)
    page.wait_for_selector(".canvas[data-ready]", timeout=30_000)
    canvas = page.locator(".canvas")
    previous = None
    for _ in range(40):
        box = canvas.bounding_box()
        if box == previous:
            return
        previous = box
        page.wait_for_timeout(300)
    raise AssertionError("the graph keeps moving")


def node_point(page: Page, node_id: str) -> tuple[float, float]:
    """Page coordinates of a node of the graph."""
    graph_settled(page)
    page.locator(".canvas").scroll_into_view_if_needed()
    page.wait_for_timeout(200)
    x, y = page.locator(".canvas").evaluate("(canvas, id) => canvas.guanxiView.pointOf(id)", node_id)
    return x, y


def ranking(page: Page) -> list[str]:
    """Company ids as listed."""
    page.locator(".cards > li").first.wait_for()
    return page.locator(".cards > li").evaluate_all("cards => cards.map(card => card.dataset.company)")


def on_record(page: Page) -> int:
    """How many the answer in English says are on record."""
    said = page.locator(".answer .sentence").first.inner_text(timeout=30_000)
    return int(said.partition(" ")[0].replace(",", ""))


def open_ranking(page: Page) -> Locator:
    """The panel with the weights and the walk, which is closed until asked for; opened."""
    panel = page.locator(".st-key-ranking")
    inside = panel.get_by_role("slider").first
    for _ in range(3):
        panel.wait_for()
        settled(page)
        if not panel.locator("details[open]").count():
            panel.locator("summary").first.click()
        with suppress(PlaywrightTimeout):
            inside.wait_for(timeout=10_000)
            settled(page)
            if inside.is_visible():
                return panel
    raise AssertionError("the ranking panel does not open")


def slider_of(page: Page, label: str) -> Locator:
    """The slider with this label, in the ranking panel unless it stands outside."""
    slider, panel = page.get_by_role("slider", name=label), page.locator(".st-key-ranking")
    slider.or_(panel).first.wait_for()
    if panel.count() and not slider.is_visible():
        open_ranking(page)
    return slider


def slider_value(page: Page, label: str) -> float:
    """What the slider with this label stands at."""
    return float(slider_of(page, label).input_value())


def move_slider(page: Page, label: str, key: str, times: int = 1) -> None:
    """Press an arrow key on the slider with this label."""
    slider = slider_of(page, label)
    slider.focus()
    for _ in range(times):
        slider.press(key)
