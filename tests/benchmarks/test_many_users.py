"""Twenty people move the fusion slider at the same time, and one moves it a thousand times."""

from __future__ import annotations

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from playwright.sync_api import Browser

from core.settings import Settings
from tests.benchmarks.page_client import PageClient
from tests.benchmarks.test_slider import report
from tests.e2e.conftest import graph_settled, serve
from tests.e2e.test_tuning import moves_then

pytestmark = pytest.mark.benchmark
USERS, MOVES = 20, 15
COMPANIES = ("catl", "byd", "tesla", "nvidia", "tsmc", "apple", "huawei", "samsung-electronics", "asml", "alibaba")
SLIDER = "Graph weight W_g"


def resident_mb(log: Path) -> float:
    """What the server of this log holds in memory: read from the operating system."""
    process = int(log.with_suffix(".pid").read_text())
    said = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", said)[1]) / 1024  # type: ignore[index]


def use(url: str, number: int, pause: float, everybody: Barrier) -> tuple[float, list[float], list[str]]:
    """Open the page and, once everybody has, move the slider; ``pause`` seconds of looking at it, on average."""
    looking = random.Random(number)
    with PageClient(url, f"company={COMPANIES[number % len(COMPANIES)]}&mode=weighted&wg=0.5&lang=en") as client:
        opened = client.open()
        everybody.wait()
        times = []
        for move in range(MOVES):
            time.sleep(looking.uniform(0.5, 1.5) * pause)
            times.append(client.move(SLIDER, round(0.05 * ((number + 3 * move) % 20), 2)))
        return opened, times, client.exceptions


@pytest.mark.parametrize("pause", [3.0, 1.0])
def test_twenty_users_move_the_slider(sample_url: str, pause: float) -> None:
    everybody = Barrier(USERS)
    with ThreadPoolExecutor(USERS) as users:
        used = list(users.map(lambda number: use(sample_url, number, pause, everybody), range(USERS)))
    report(f"{USERS} users, first page", [1000 * opened for opened, _, _ in used])
    moves = [1000 * seconds for _, times, _ in used for seconds in times]
    report(f"{USERS} users, a move of the fusion slider, {pause:.0f} s between moves", moves)
    assert [fault for _, _, faults in used for fault in faults] == []


def test_a_thousand_quick_moves(browser: Browser, sample_settings: Settings, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        serve(log, GUANXI_KNOWLEDGE_BASE_FOLDER=str(sample_settings.knowledge_base_folder)) as url,
        browser.new_context(viewport={"width": 1440, "height": 1000}, locale="en-US") as context,
    ):
        page = context.new_page()
        page.goto(f"{url}/?company=catl&mode=weighted&wg=0.5&n=7")
        graph_settled(page)
        before, held = resident_mb(log), page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        start = time.perf_counter()
        moves_then(page, 1000, 7)
        seconds = time.perf_counter() - start
        after = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        print(
            f"\n1,000 moves in {seconds:.0f} s, server {before:.0f} -> {resident_mb(log):.0f} MB, "
            f"page {held:.0f} -> {after:.0f} MB"
        )
