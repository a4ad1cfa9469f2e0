"""A real graph shared over HTTP from a server on this machine: publishing it, bringing it, and what it costs to leave
the tables where they are shared."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.publishing import build_lock
from core.storage.sharing import Sharing
from tests.benchmarks.scale_data import SOURCE, scale_settings
from tests.s3_server import S3Server, use

pytestmark = pytest.mark.benchmark
SEARCHES = 50


@contextmanager
def server(log: Path) -> Iterator[S3Server]:
    """An S3 server in a process of its own, which writes a line for each request."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with log.open("wb") as file:
        process = subprocess.Popen([sys.executable, "-m", "moto.server", "-p", str(port)], stderr=file)
        try:
            deadline = time.monotonic() + 60
            while not log.stat().st_size:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            time.sleep(1)
            yield S3Server(f"http://127.0.0.1:{port}")
        finally:
            process.kill()
            process.wait()


@pytest.mark.skipif(not SOURCE.exists(), reason=f"needs the set global_equities in {SOURCE} (GUANXI_DATASETS)")
@pytest.mark.parametrize("place", ["s3", "file"])
def test_a_graph_of_a_million_relations_is_shared(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = scale_settings()
    whole = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    size = sum(path.stat().st_size for path in whole.folder.rglob("*") if path.is_file())
    log = tmp_path / "requests.log"
    with server(log) as running:
        use(running, monkeypatch)
        uri = f"s3://{running.new_bucket()}/scale" if place == "s3" else f"file://{tmp_path / 'shared'}"
        start = time.perf_counter()
        Sharing(settings.knowledge_base_folder, uri).offer(whole.folder, whole.manifest)
        report(f"{place}: publish {size / 1e6:.0f} MB", start, size)
        for name, remote in (("mirrored", False), ("remote", True)):
            folder = tmp_path / name
            start = time.perf_counter()
            with build_lock(folder, wait=True):
                Sharing(folder, uri, remote_tables=remote).bring()
            brought = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
            report(f"{place}: bring, tables {name}, {brought / 1e6:.0f} MB", start, brought)
            start = time.perf_counter()
            opened = open_knowledge_base(folder, embedding_model=settings.embedding_model)
            print(f"{place}: open, tables {name}: {time.perf_counter() - start:.2f} s")
            searches(f"{place}: search companies, tables {name}", opened, log)


def searches(what: str, opened: KnowledgeBase, log: Path) -> None:
    vectors = opened.entity_vectors.of(np.linspace(0, 50_000, SEARCHES).astype(int))
    before, times = requests(log), []
    for vector in vectors:
        start = time.perf_counter()
        opened.table("entities").nearest(vector, limit=300, probes=10, where="type = 'company'")
        times.append(1000 * (time.perf_counter() - start))
    asked = (requests(log) - before) / SEARCHES
    print(f"{what}: p50 {np.median(times):.1f} ms, p95 {np.percentile(times, 95):.1f} ms, {asked:.1f} requests each")


def requests(log: Path) -> int:
    """How many the server has answered so far."""
    return len(re.findall(rb"HTTP/1\.1", log.read_bytes()))


def report(what: str, start: float, size: int) -> None:
    seconds = time.perf_counter() - start
    print(f"{what}: {seconds:.1f} s, {size / 1e6 / seconds:.0f} MB/s")
