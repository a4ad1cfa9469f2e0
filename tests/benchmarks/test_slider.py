"""What a move of a fusion slider costs: in core, and until the new order is visible in a browser."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.e2e.conftest import graph_settled, slider_of
from tests.support import company, relation, settings_for, write_data

pytestmark = pytest.mark.benchmark
CANDIDATES = 1000


def report(name: str, milliseconds: list[float]) -> None:
    ordered = sorted(milliseconds)
    p95 = ordered[math.ceil(0.95 * len(ordered)) - 1]
    print(f"\n{name}: median {statistics.median(ordered):.1f} ms, p95 {p95:.1f} ms, n = {len(ordered)}")


def test_core_work_of_a_move_with_a_thousand_candidates(tmp_path: Path, encoder: Encoder) -> None:
    companies = [
        company(f"c{number}", f"公司{number}", f"Company {number}", description_en=f"Makes part {number}.")
        for number in range(CANDIDATES + 1)
    ]
    kinds = ("competitor", "supplies", "partner", "similar_product")
    relations = [
        relation("c0", kinds[number % 4], f"c{number}", f"Stated as fact {number}.")
        for number in range(1, CANDIDATES + 1)
    ]
    data = write_data(tmp_path / "data", companies=companies, relations=relations)
    settings = settings_for(data, tmp_path / "kb", candidate_limit=CANDIDATES)
    pipeline = DiscoveryPipeline(Base.over(build_and_open(settings, encoder), default_ontology(), settings))
    pipeline.warm_up()
    searched = pipeline.retrieve(DiscoveryRequest(company="c0", query="Who competes with it?"))
    assert len(searched.found.candidates.company_ids) == CANDIDATES
    weights = [round(0.05 * step, 2) for step in range(21)]
    for name in ("first visit to each slider position", "positions seen before"):
        times = []
        for weight in weights:
            start = time.perf_counter()
            answer(searched, FusionSettings(graph_weight=weight, vector_weight=1 - weight), "en")
            times.append((time.perf_counter() - start) * 1000)
        report(f"core work of a slider move, {CANDIDATES} candidates, {name}", times)
    times = []
    for weight in weights:
        start = time.perf_counter()
        answer(searched, FusionSettings(graph_weight=weight, vector_weight=1 - weight, min_relevance="high"), "en")
        times.append((time.perf_counter() - start) * 1000)
    report(f"… with a minimum relevance, {CANDIDATES} candidates", times)


OBSERVE = """() => {
  const find = () => [...document.querySelectorAll('*')].map(e => e.shadowRoot?.querySelector('.cards')).find(Boolean);
  window.moves = [];
  let pressed = null;
  document.addEventListener('keydown', () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (pressed === null) return;
    const since = pressed;
    pressed = null;
    requestAnimationFrame(() => window.moves.push(performance.now() - since));
  }).observe(find(), { childList: true });
}"""


def test_a_move_until_the_new_order_is_visible(open_view: Callable[[str], Page]) -> None:
    page = open_view("?company=catl&lang=en")
    graph_settled(page)
    page.wait_for_timeout(1500)
    page.evaluate(OBSERVE)
    slider = slider_of(page, "Graph weight")
    slider.focus()
    for move in range(20):
        slider.press("ArrowLeft" if move < 10 else "ArrowRight")
        page.wait_for_function(f"() => window.moves.length > {move}")
        page.wait_for_timeout(300)
    report("slider move until the new order is visible in Chromium", page.evaluate("() => window.moves"))
