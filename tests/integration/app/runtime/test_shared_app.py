"""Two running apps share one knowledge base: what one machine publishes, both serve without being started again."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.runtime.services import Services
from core.curation.open_or_build import rebuild
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ontology import Ontology
from core.storage.object_store import SharedUnreachableError
from tests.s3_server import S3Server
from tests.shared_places import MINE, machine, take_in


def wait_until(true: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def knows(services: Services, company: str) -> bool:
    """Whether the app, as it serves now, finds this company by name."""
    pipeline = services.pipeline
    assert isinstance(pipeline, DiscoveryPipeline)
    return pipeline.retrieve(DiscoveryRequest(company=company)).answerable


@pytest.mark.thorough
def test_two_apps_serve_what_a_third_machine_publishes(
    bucket: str, server: S3Server, tmp_path: Path, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = machine(tmp_path, "writer", bucket)
    rebuild(writer, ontology)
    apps = [Services(machine(tmp_path, name, bucket, shared_look_seconds=1)) for name in ("first", "second")]
    for app in apps:
        wait_until(lambda app=app: app.pipeline is not None)
        assert (app.error, app.stale_because) == (None, None)
        assert knows(app, "Company A")
        assert not knows(app, "Alpha Materials")
    take_in(writer, ontology, MINE)
    for app in apps:
        before = app.pipeline
        wait_until(lambda app=app, before=before: app.look_for_newer() or app.pipeline is not before)
        assert knows(app, "Alpha Materials")
    app, serving = apps[0], apps[0].pipeline
    monkeypatch.setenv("AWS_ENDPOINT", "http://127.0.0.1:9")
    wait_until(lambda: app.look_for_newer() or app.stale_because is not None)
    assert isinstance(app.stale_because, SharedUnreachableError)
    assert app.pipeline is serving
    assert knows(app, "Alpha Materials")
    monkeypatch.setenv("AWS_ENDPOINT", server.address)
    wait_until(lambda: app.look_for_newer() or app.stale_because is None)
    assert app.pipeline is serving
