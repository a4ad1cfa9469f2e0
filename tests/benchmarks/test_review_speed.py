"""How long a person waits for the page between decisions on relations read from texts: a hundred of the sample by keys.

`pytest tests/benchmarks/test_review_speed.py -m benchmark -s`
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Page

from core.curation.text_reading import read_texts
from core.discovery.pipeline import DiscoveryPipeline
from tests.e2e.conftest import serve, settled

pytestmark = pytest.mark.benchmark
DECISIONS = 100
_CARD = "[class*='st-key-review-accepted-']"
KEYS = "axxasx"  # a person accepts, rejects and skips


def test_a_hundred_decisions_by_keys(page: Page, sample_pipeline: DiscoveryPipeline, tmp_path: Path) -> None:
    """Waits alone: what reading a quote takes is the person's."""
    folder = tmp_path / "kb"
    shutil.copytree(sample_pipeline.base.settings.knowledge_base_folder, folder)
    settings = sample_pipeline.base.settings.model_copy(update={"knowledge_base_folder": folder})
    read_texts(sample_pipeline.base.with_settings(settings))
    data = str(settings.data_folder)
    with serve(tmp_path / "log", GUANXI_DATA_FOLDER=data, GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder)) as url:
        page.goto(f"{url}/review?lang=en")
        page.locator(_CARD).first.wait_for(timeout=120_000)
        settled(page)
        waits = [_decide(page, KEYS[number % len(KEYS)]) for number in range(DECISIONS)]
    waits.sort()
    print(f"\nreview by keys, {DECISIONS} decisions: {sum(waits):.0f} s of waiting, ", end="")
    print(f"median {median(waits):.2f} s, p95 {waits[int(0.95 * DECISIONS)]:.2f} s a decision")


def _decide(page: Page, key: str) -> float:
    """Seconds until the next card is the first one, and takes keys."""
    first = page.locator(_CARD).first
    before = first.get_attribute("class")
    began = time.perf_counter()
    page.keyboard.press(key)
    while page.locator(_CARD).first.get_attribute("class") == before:
        page.wait_for_timeout(20)
    settled(page)
    return time.perf_counter() - began
