"""What another process publishes or restores is what the first request after that is answered from."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from app.runtime.services import Services
from core.curation.deleting import remove
from core.curation.versions import restore
from core.ontology import Ontology
from core.settings import Settings
from core.storage.data_folder import remember_data_folder
from core.storage.publishing import POINTER, current_version
from core.workspace.removals import Removals
from tests.api.conftest import RunningApi, running_api
from tests.support import ROOT

GONE = "公司B"
ASKED: dict[str, Callable[[Any], Any]] = {
    "relationships": lambda client: client.post("/api/v1/relationships", json={"company": "公司A"}),
    "events": lambda client: client.post(
        "/api/v1/relationships", json={"company": "公司A"}, headers={"Accept": "text/event-stream"}
    ),
    "recommendations": lambda client: client.post(
        "/api/v1/recommendations", json={"company": "公司A", "only_new": False}
    ),
    "answers": lambda client: client.post("/api/v1/answers", json={"query": "公司A和公司B是什么关系？"}),
    "search": lambda client: client.post("/api/search", json={"query": "公司B"}),
    "companies": lambda client: client.get("/api/v1/companies", params={"q": GONE}),
    "company": lambda client: client.get("/api/v1/companies/公司A"),
    "entity": lambda client: client.get("/api/graph/entities/公司A"),
    "statistics": lambda client: client.get("/api/graph/statistics"),
    "health": lambda client: client.get("/health/ready"),
}


@pytest.fixture
def api(own_base: Settings, tmp_path: Path) -> Iterator[RunningApi]:
    remember_data_folder(own_base.knowledge_base_folder, own_base.data_folder)
    with running_api(own_base, tmp_path / "access.log") as running:
        yield running


def is_listed(answer: str) -> bool:
    """Whether the company is an entity of the answer; passages may say its name all the same."""
    return f'"{GONE}"' in answer


def serving(api: RunningApi) -> str:
    assert api.shared.pipeline is not None
    return api.shared.pipeline.base.knowledge_base.manifest.build_id


@pytest.mark.thorough
def test_the_first_request_of_every_kind_is_answered_from_it(api: RunningApi, ontology: Ontology) -> None:
    first = current_version(api.settings.knowledge_base_folder).name
    second = remove(Removals(entities=(GONE,)), api.settings, ontology).knowledge_base.manifest.build_id
    told: dict[str, list[str]] = {}
    for name, ask in ASKED.items():
        for version in (first, second):
            restore(version, api.settings, ontology)
            told.setdefault(name, []).append(ask(api.client).text)
            assert serving(api) == version, name
    assert [version in text for version, text in zip((first, second), told["health"], strict=True)] == [True, True]
    named = ("relationships", "events", "recommendations", "company", "entity")
    for name in named:
        assert [is_listed(text) for text in told[name]] == [True, False], name
    assert told["statistics"][0] != told["statistics"][1]
    assert told["companies"][0] != told["companies"][1]


def test_what_a_command_publishes_serves_the_first_request(api: RunningApi) -> None:
    assert is_listed(ASKED["relationships"](api.client).text)
    environment = {
        **os.environ,
        "GUANXI_DATA_FOLDER": str(api.settings.data_folder),
        "GUANXI_KNOWLEDGE_BASE_FOLDER": str(api.settings.knowledge_base_folder),
        "GUANXI_EMBEDDING_MODEL": api.settings.embedding_model,
    }
    command = [sys.executable, "-m", "core", "delete", "--entity", GONE]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=300)
    assert not is_listed(ASKED["relationships"](api.client).text)


@pytest.mark.thorough
def test_many_first_requests_open_it_once(api: RunningApi, ontology: Ontology, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    alive = Event()
    put_in_place = Services._put_in_place

    def counted(self: Services, started: Any) -> Any:
        opened.append(started)
        assert alive.wait(60)
        return put_in_place(self, started)

    monkeypatch.setattr(Services, "_put_in_place", counted)
    remove(Removals(entities=(GONE,)), api.settings, ontology)
    texts: list[str] = []
    threads = [Thread(target=lambda: texts.append(ASKED["company"](api.client).text)) for _ in range(8)]
    for thread in threads:
        thread.start()
    assert api.client.get("/health/live").status_code == 200
    alive.set()
    for thread in threads:
        thread.join()
    assert len(texts) == 8
    assert not any(is_listed(text) for text in texts)
    assert len(opened) == 1


def test_one_that_cannot_be_opened_leaves_what_served(api: RunningApi) -> None:
    before = serving(api)
    pointer = api.settings.knowledge_base_folder / POINTER
    content = pointer.read_bytes()
    for damage in (b"nothing", None):
        pointer.unlink() if damage is None else pointer.write_bytes(damage)
        for ask in (ASKED["relationships"], ASKED["company"]):
            assert ask(api.client).status_code == 200
        assert serving(api) == before
        assert api.client.get("/health/ready").json()["status"] == "stale"
    pointer.write_bytes(content)
    assert ASKED["company"](api.client).status_code == 200


def test_looking_costs_microseconds(api: RunningApi) -> None:
    """One stat: far below what any request costs."""
    assert ASKED["company"](api.client).status_code == 200
    assert not api.shared.published_anew
    begun = time.perf_counter()
    for _ in range(1000):
        api.shared.published_anew  # noqa: B018
    assert (time.perf_counter() - begun) / 1000 < 0.000_2
