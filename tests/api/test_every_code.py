"""Every code that docs/api.md lists is what a request can get: each is provoked over HTTP."""

from __future__ import annotations

import http.client
import json
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.api import bodies
from app.api.closed import closed_api
from app.runtime.services import Services
from core.curation.workspace_parts import WorkspaceUnwritableError
from core.discovery.name_resolution import SearchFailedError, refused_name
from core.errors import GuanxiError, KnowledgeBaseCorruptError
from core.settings import Settings, SettingsInvalidError
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import EmbeddingModelMismatchError
from core.storage.manifest import KnowledgeBaseOutdatedError
from core.storage.object_store import SharedDamagedError, SharedForbiddenError, SharedUnreachableError
from core.storage.publishing import KnowledgeBaseMissingError
from tests.api.conftest import INGEST_KEY, RunningApi, running_api
from tests.support import ROOT
from tests.unit.app.api.test_problem_codes import ROW
from tests.unit.test_errors import placeholders

ASK = "/api/v1/relationships"
CATL = {"company": "catl"}
JSON = {"Content-Type": "application/json"}
WRITER = {"X-API-Key": INGEST_KEY}
NOTE = {"id": "n", "content": "a text"}


@dataclass(frozen=True)
class Place:
    """Where a request is made, and what it may change to provoke a refusal."""

    api: RunningApi
    monkeypatch: pytest.MonkeyPatch
    other: Callable[..., RunningApi]

    def post(self, body: Any, path: str = ASK, **more: Any) -> Any:
        return self.api.client.post(path, json=body, **more)

    def get(self, path: str, **more: Any) -> Any:
        return self.api.client.get(path, **more)


def failing(kind: type[GuanxiError]) -> Callable[[Place], Any]:
    """What serves could not be opened."""

    def ask(place: Place) -> Any:
        place.monkeypatch.setattr(place.api.shared, "pipeline", None)
        place.monkeypatch.setattr(place.api.shared, "error", kind(**dict.fromkeys(placeholders(kind), "x")))
        return place.post(CATL)

    return ask


def raising(error: Exception) -> Callable[[Place], Any]:
    def ask(place: Place) -> Any:
        def fail(*_: object, **__: object) -> None:
            raise error

        place.monkeypatch.setattr("core.operations.relationships.ask", fail)
        return place.post({"company": "byd", "max_results": 7})

    return ask


def not_ready(place: Place) -> Any:
    place.monkeypatch.setattr(place.api.shared, "pipeline", None)
    place.monkeypatch.setattr(place.api.shared, "error", None)
    return place.post(CATL)


def slow_body(place: Place) -> Any:
    place.monkeypatch.setattr(bodies, "MAX_SECONDS", 0.2)
    address = place.api.url.removeprefix("http://")
    connection = http.client.HTTPConnection(address, timeout=30)
    connection.putrequest("POST", ASK)
    for name, value in {**JSON, "X-API-Key": place.api.client.headers["X-API-Key"], "Content-Length": "100"}.items():
        connection.putheader(name, value)
    connection.endheaders(b"{")
    return Raw(connection.getresponse())


class Raw:
    """An answer of ``http.client``, with what is asked of the others."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status_code = response.status
        self.headers = response.headers
        self._body = response.read()

    def json(self) -> Any:
        return json.loads(self._body)


def late(place: Place) -> Any:
    api = place.other(api_deadline_seconds=0.3)
    waiting = threading.Event()
    place.monkeypatch.setattr("core.operations.relationships.ask", lambda *_, **__: waiting.wait(5))
    try:
        return api.client.post(ASK, json=CATL)
    finally:
        waiting.set()


def crowded(place: Place) -> Any:
    api = place.other(api_concurrency=1, api_waiting=0)
    waiting, begun = threading.Event(), threading.Event()

    def wait(*_: object, **__: object) -> None:
        begun.set()
        waiting.wait(20)
        raise KnowledgeBaseMissingError(folder="x")

    place.monkeypatch.setattr("core.operations.relationships.ask", wait)
    with ThreadPoolExecutor(1) as clients:
        first = clients.submit(api.client.post, ASK, json=CATL)
        assert begun.wait(20)
        try:
            return api.client.post(ASK, json={"company": "byd"})
        finally:
            waiting.set()
            first.result(30)


def too_often(place: Place) -> Any:
    api = place.other(rate_limit_per_minute=1)
    api.client.get("/api/v1/companies", params={"q": "catl"})
    return api.client.get("/api/v1/companies", params={"q": "catl"})


def changing(place: Place) -> Any:
    place.monkeypatch.setattr(place.api.shared, "changing", True)
    return place.post({"chunks": [NOTE]}, "/api/graph/chunks", headers=WRITER)


def keyless(place: Place) -> Any:
    with type(place.api.client)(base_url=place.api.url) as bare:
        return bare.post(ASK, json=CATL)


def settings_unusable(place: Place) -> Any:
    """What stands in the place of the API where it could not be made."""
    closed = closed_api(SettingsInvalidError(detail="GUANXI_RRF_K: must be greater than 0"))
    return TestClient(closed).post(ASK, json=CATL)


SOURCE = "/api/v1/get-source"
UNKNOWN_TYPE = {"answer": {"kind": "count", "set": {"op": "all", "type": "nothing"}}}
PROVOKED: dict[tuple[int, str], Callable[[Place], Any]] = {
    (400, "api_key_in_address"): lambda place: place.get("/api/v1/companies", params={"q": "catl", "api_key": "x"}),
    (400, "refused"): lambda place: place.api.client.post(ASK, content=b'{"query": "\xff"}', headers=JSON),
    (401, "api_key_missing"): keyless,
    (401, "api_key_wrong"): lambda place: place.post(CATL, headers={"X-API-Key": "guanxi_wrong"}),
    (403, "api_closed"): lambda place: place.other(api_keys="").client.post(ASK, json=CATL),
    (403, "ingest_off"): lambda place: place.post({"chunks": [NOTE]}, "/api/graph/chunks"),
    (403, "curate_off"): lambda place: place.post({"build_id": "x"}, "/api/v1/restore-version", headers=WRITER),
    (404, "company_name_unknown"): lambda place: place.post({"company": "CATT"}),
    (404, "company_name_unlike_any"): lambda place: place.post({"company": "zzz qqq"}),
    (404, "entity_unknown"): lambda place: place.get("/api/graph/entities/nothing"),
    (404, "citation_unknown"): lambda place: place.post({"kind": "passage", "source_id": "x"}, SOURCE),
    (404, "job_unknown"): lambda place: place.get("/api/graph/jobs/nothing", headers=WRITER),
    (404, "not_found"): lambda place: place.get("/api/nothing"),
    (405, "method_not_allowed"): lambda place: place.get(ASK),
    (408, "body_too_slow"): slow_body,
    (409, "company_name_ambiguous"): raising(refused_name("x", ambiguous=True)),
    (409, "change_running"): changing,
    (409, "embeddings_differ"): lambda place: place.post(
        {"chunks": [NOTE], "embedding_model": "another"}, "/api/graph/chunks", headers=WRITER
    ),
    (413, "body_too_large"): lambda place: place.post({"query": "x" * 300_000}),
    (422, "fields_invalid"): lambda place: place.post({**CATL, "typo": 1}),
    (422, "body_too_deep"): lambda place: place.api.client.post(ASK, content=b"[" * 20 + b"]" * 20, headers=JSON),
    (422, "plan_invalid"): lambda place: place.post({"plan": UNKNOWN_TYPE}),
    (422, "query_empty"): lambda place: place.post({"query": " "}),
    (422, "query_too_long"): lambda place: place.post({"query": "x" * 2001}),
    (409, "compared_too_few_or_many"): lambda place: place.post(
        {"companies": ["catl", "CATL"]}, "/api/v1/compare-companies"
    ),
    (409, "path_to_itself"): lambda place: place.post({"source": "catl", "target": "CATL"}, "/api/v1/find-path"),
    (429, "too_many_requests"): too_often,
    (500, "internal"): raising(ZeroDivisionError("x")),
    (503, "not_ready"): not_ready,
    (503, "overloaded"): crowded,
    (503, "search_failed"): raising(SearchFailedError(detail="x")),
    (503, "knowledge_base_missing"): failing(KnowledgeBaseMissingError),
    (503, "knowledge_base_corrupt"): failing(KnowledgeBaseCorruptError),
    (503, "knowledge_base_outdated"): failing(KnowledgeBaseOutdatedError),
    (503, "embedding_model_mismatch"): failing(EmbeddingModelMismatchError),
    (503, "embedding_model_unavailable"): failing(EmbeddingModelUnavailableError),
    (503, "shared_unreachable"): failing(SharedUnreachableError),
    (503, "shared_forbidden"): failing(SharedForbiddenError),
    (503, "shared_damaged"): failing(SharedDamagedError),
    (503, "settings_unusable"): settings_unusable,
    (503, "unavailable"): failing(WorkspaceUnwritableError),
    (504, "deadline_passed"): late,
}


def documented() -> list[tuple[int, str]]:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    return [
        (int(status), code)
        for statuses, codes in ROW.findall(text)
        for status in statuses.split(", ")
        for code in re.findall(r"\w+", codes)
    ]


@pytest.fixture
def place(
    api: RunningApi,
    sample_services: Services,
    sample_settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Place]:
    entered: list[Any] = []

    def other(**changes: object) -> RunningApi:
        entered.append(running_api(sample_settings, tmp_path / "log", sample_services, **changes))
        return entered[-1].__enter__()

    yield Place(api, monkeypatch, other)
    for each in entered:
        each.__exit__(None, None, None)


def test_each_documented_code_has_a_request_that_gets_it() -> None:
    assert sorted(PROVOKED) == sorted(documented())


@pytest.mark.parametrize(("status", "code"), documented())
def test_the_request_gets_the_code(place: Place, status: int, code: str) -> None:
    response = PROVOKED[status, code](place)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (status, code), problem
    assert response.headers["content-type"] == "application/problem+json"
    assert all(problem["messages"].values())
    assert problem["request_id"]
