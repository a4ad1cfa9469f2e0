"""The API under load, over loopback in a process of its own: 16 clients, the same company again, ten times too many.

``GUANXI_LOAD_SECONDS`` sets how long the clients ask (default 60; 600 for the soak).
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings
from tests.api.ports import free_port
from tests.support import ROOT

pytestmark = pytest.mark.benchmark
SECONDS = float(os.environ.get("GUANXI_LOAD_SECONDS", "60"))
CLIENTS = 16
DEADLINE = 30.0  # as the settings have it
Asking = Callable[[random.Random], dict[str, object]]


class Server:
    """One process of the API and what it takes."""

    def __init__(self, settings: Settings, log: Path, **environment: str) -> None:
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        own = {
            "GUANXI_API_OPEN": "1",
            "GUANXI_RATE_LIMIT_PER_MINUTE": "100000000",
            "GUANXI_API_ACCESS_LOG": str(log),
            "GUANXI_KNOWLEDGE_BASE_FOLDER": str(settings.knowledge_base_folder),
            **environment,
        }
        command = [sys.executable, "-m", "app.api", "--port", str(port)]
        self.process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **own})
        while True:
            try:
                if httpx2.get(f"{self.url}/health/ready").status_code == 200:
                    break
            except httpx2.TransportError:
                pass
            time.sleep(0.2)

    def megabytes(self) -> float:
        """Resident memory."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def load(server: Server, clients: int, seconds: float, asking: Asking) -> tuple[list[float], Counter[int], list[float]]:
    """Milliseconds of the answers, statuses, and memory every five seconds, with each client asking without pause."""
    until, took, statuses, lock = time.monotonic() + seconds, [], Counter[int](), threading.Lock()

    def client(number: int) -> None:
        chance = random.Random(number)
        with httpx2.Client(base_url=server.url, timeout=60) as http:
            while time.monotonic() < until:
                begun = time.perf_counter()
                status = http.post("/api/v1/relationships", json=asking(chance)).status_code
                with lock:
                    took.append(1000.0 * (time.perf_counter() - begun))
                    statuses[status] += 1

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    memory = []
    while time.monotonic() < until:
        memory.append(server.megabytes())
        time.sleep(5)
    for thread in threads:
        thread.join()
    return took, statuses, memory


def show(name: str, took: list[float], statuses: Counter[int], seconds: float, **more: object) -> float:
    ordered = sorted(took)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    figures = {
        "answers": len(took),
        "per_second": round(len(took) / seconds, 1),
        "statuses": dict(statuses),
        "p50_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(p95, 1),
        "worst_ms": round(ordered[-1], 1),
        **more,
    }
    print(f"{name}: {json.dumps(figures)}")
    return p95


@pytest.fixture
def companies(sample_pipeline: DiscoveryPipeline) -> list[str]:
    base = sample_pipeline.base.knowledge_base
    return [base.entity_ids[node] for node in base.company_nodes.tolist()]


@pytest.fixture
def server(sample_pipeline: DiscoveryPipeline, sample_settings: Settings, tmp_path: Path) -> Iterator[Server]:
    running = Server(sample_settings, tmp_path / "access.log")
    yield running
    running.end()


def test_sixteen_clients_ask_about_all_companies(server: Server, companies: list[str]) -> None:
    took, statuses, memory = load(server, CLIENTS, SECONDS, lambda chance: {"company": chance.choice(companies)})
    curve = [round(each) for each in memory[:: max(1, len(memory) // 12)]]
    p95 = show(f"{CLIENTS} clients, {SECONDS:.0f} s", took, statuses, SECONDS, memory_mb=curve)
    assert set(statuses) == {200}
    assert p95 <= 250


def test_sixteen_clients_whose_answers_are_never_kept(
    sample_pipeline: DiscoveryPipeline, sample_settings: Settings, companies: list[str], tmp_path: Path
) -> None:
    server = Server(sample_settings, tmp_path / "log", GUANXI_API_CACHE_ANSWERS="0")
    try:
        took, statuses, _ = load(server, CLIENTS, 20, lambda chance: {"company": chance.choice(companies)})
    finally:
        server.end()
    show(f"{CLIENTS} clients, nothing kept", took, statuses, 20)
    assert set(statuses) == {200}


def test_the_same_company_again(server: Server) -> None:
    load(server, 1, 1, lambda _: {"company": "catl"})
    took, statuses, _ = load(server, 1, 10, lambda _: {"company": "catl"})
    assert show("the same company again, one client", took, statuses, 10) <= 20
    took, statuses, _ = load(server, CLIENTS, 10, lambda _: {"company": "catl"})
    show(f"the same company again, {CLIENTS} clients", took, statuses, 10)


def test_ten_times_too_many(
    sample_pipeline: DiscoveryPipeline, sample_settings: Settings, companies: list[str], tmp_path: Path
) -> None:
    server = Server(sample_settings, tmp_path / "log", GUANXI_API_CACHE_ANSWERS="0")
    try:
        took, statuses, _ = load(server, 10 * CLIENTS, 20, lambda chance: {"company": chance.choice(companies)})
        begun = time.perf_counter()
        assert httpx2.post(f"{server.url}/api/v1/relationships", json={"company": "tsmc"}).status_code == 200
        recovered = time.perf_counter() - begun
    finally:
        server.end()
    show(f"{10 * CLIENTS} clients, nothing kept", took, statuses, 20, recovered_s=round(recovered, 2))
    assert set(statuses) <= {200, 503}
    assert recovered < 2
    assert max(took) < 1000 * (DEADLINE + 0.5)
