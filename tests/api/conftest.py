"""A real HTTP server over the bundled sample, in a thread of the tests' process, and a client for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest
import uvicorn

from app.api.application import create_api
from app.runtime.services import Services
from core.discovery.pipeline import DiscoveryPipeline
from core.monitoring.api_keys import new_key
from core.settings import Settings
from tests.api.ports import free_port

MANY = 1_000_000
KEY, KEPT = new_key("analyst")
INGEST_KEY, INGEST_KEPT = new_key("loader", may_ingest=True)
CURATE_KEY, CURATE_KEPT = new_key("curator", may_curate=True)


@dataclass
class RunningApi:
    """Where it listens, its settings, and what it serves."""

    url: str
    settings: Settings
    shared: Services
    log: Path
    client: httpx2.Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = httpx2.Client(base_url=self.url, headers={"X-API-Key": KEY}, timeout=60)


@contextmanager
def running_api(
    settings: Settings, log: Path, shared: Services | None = None, host: str = "127.0.0.1", **changes: object
) -> Iterator[RunningApi]:
    """Serve with ``settings`` and ``changes`` to them; ready when entered."""
    base = {
        "api_keys": f"{KEPT.line};{INGEST_KEPT.line};{CURATE_KEPT.line}",
        "rate_limit_per_minute": MANY,
        "api_access_log": log,
    }
    settings = settings.model_copy(update={**base, **changes})
    shared = shared or Services(settings)
    while not shared.warm and shared.error is None:
        time.sleep(0.05)
    port = free_port()
    api = create_api(lambda: shared, settings, bound_to=host)
    server = uvicorn.Server(
        uvicorn.Config(api, host="127.0.0.1", port=port, log_level="error", access_log=False, lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    api_here = RunningApi(f"http://127.0.0.1:{port}", settings, shared, log)
    try:
        yield api_here
    finally:
        api_here.client.close()
        server.should_exit = True
        thread.join(30)


@pytest.fixture(scope="session")
def sample_services(sample_pipeline: DiscoveryPipeline, sample_settings: Settings) -> Services:
    """The bundled sample, served; built by then."""
    return Services(sample_settings)


@pytest.fixture(scope="session")
def api(
    sample_services: Services, sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningApi]:
    """The API over the bundled sample, with two keys."""
    with running_api(sample_settings, tmp_path_factory.mktemp("api") / "access.log", sample_services) as running:
        yield running
