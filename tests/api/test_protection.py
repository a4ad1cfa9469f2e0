"""Who is let in and what is refused, as documented."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from app.api.routes import route_of
from app.runtime.services import Services
from core.cli.opening import _open_base
from core.monitoring.api_keys import new_key
from core.operations.catalogue import OFFERED
from core.operations.kept_data import link_passages
from core.operations.operation import Operation
from core.settings import Settings
from tests.api.conftest import CURATE_KEY, INGEST_KEPT, INGEST_KEY, KEPT, KEY, RunningApi, running_api
from tests.api.problems import ASKED, code


@pytest.mark.parametrize("path", ["/api/v1/companies?q=catl", "/api/graph/statistics", "/metrics", "/api/nothing"])
def test_without_a_key_nothing_is_said(api: RunningApi, path: str) -> None:
    response = api.client.get(path, headers={"X-API-Key": "guanxi_wrong"})
    assert code(response) == (401, "api_key_wrong")
    assert response.headers["www-authenticate"]


def test_no_key_two_keys_and_empty_keys_are_refused(api: RunningApi) -> None:
    client = api.client
    bare = {name: value for name, value in client.headers.items() if name != "x-api-key"}
    with type(client)(base_url=api.url, headers=bare) as other:
        assert code(other.get("/api/graph/statistics")) == (401, "api_key_missing")
        twice = [("X-API-Key", KEY), ("X-API-Key", KEY)]
        assert code(other.get("/api/graph/statistics", headers=twice)) == (401, "api_key_wrong")
        assert code(other.get("/api/graph/statistics", headers={"X-API-Key": ""})) == (401, "api_key_wrong")
        assert code(other.get("/api/graph/statistics", headers={"X-API-Key": KEPT.digest})) == (401, "api_key_wrong")


@pytest.mark.parametrize("name", ["api_key", "key", "X-API-Key", "token"])
def test_a_key_in_the_address_is_refused_even_if_it_is_right(api: RunningApi, name: str) -> None:
    response = api.client.get("/api/graph/statistics", params={name: KEY})
    assert code(response) == (400, "api_key_in_address")
    assert KEY not in api.log.read_text(encoding="utf-8")


def test_a_revoked_key_is_refused_without_a_restart(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "keys"
    text, kept = new_key("temporary")
    file.write_text(f"# who\n{kept.line}\n", encoding="utf-8")
    with running_api(sample_settings, tmp_path / "log", sample_services, api_keys_file=file) as running:
        asked = {"X-API-Key": text}
        assert running.client.get("/api/graph/statistics", headers=asked).status_code == 200
        file.write_text("# nobody\n", encoding="utf-8")
        assert code(running.client.get("/api/graph/statistics", headers=asked)) == (401, "api_key_wrong")
        assert running.client.get("/api/graph/statistics").status_code == 200
        assert code(running.client.get("/api/graph/statistics", headers={"X-API-Key": "no"})) == (401, "api_key_wrong")


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("damage", ["add a line", "replace all", "delete the last key", "remove the file", "no text"])
@pytest.mark.parametrize("api_open", [True, False])
def test_a_file_of_keys_that_is_wrong_opens_nothing_and_locks_nobody_out(
    damage: str, api_open: bool, sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "keys"
    text, kept = new_key("temporary")
    file.write_text(kept.line, encoding="utf-8")
    changes = {"api_keys": "", "api_keys_file": file, "api_open": api_open}
    with running_api(sample_settings, tmp_path / "log", sample_services, **changes) as running:
        client, path, mine = running.client, "/api/graph/statistics", {"X-API-Key": text}
        if damage == "remove the file":
            file.unlink()
        elif damage == "no text":
            file.write_bytes(b"\xff\xfe")
        else:
            line = f"{kept.line}\n" if damage == "add a line" else ""
            file.write_text(f"{line}{'# nobody' if damage == 'delete the last key' else 'one bad line'}\n")
        with type(client)(base_url=running.url) as bare:
            assert code(bare.get(path)) == (401, "api_key_missing")
            assert code(bare.get(path, headers={"X-API-Key": "guanxi_wrong"})) == (401, "api_key_wrong")
            assert bare.get("/health/ready").json()["attention"] == []
            ready = bare.get("/health/ready", headers=mine).json()
        deleted = damage == "delete the last key"
        assert client.get(path, headers=mine).status_code == (401 if deleted else 200)
        assert len(ready["attention"]) == (0 if deleted else 1)
        if "line" in damage:
            assert "line 2" in ready["attention"][0]["en"]
            assert "2" in ready["attention"][0]["zh"]
            assert "one bad line" not in str(ready)
        if damage == "remove the file":
            assert "is not there: put it back" in ready["attention"][0]["en"]
            assert "请放回该文件" in ready["attention"][0]["zh"]


def test_health_tells_the_version_only_to_who_has_a_key(api: RunningApi) -> None:
    with type(api.client)(base_url=api.url) as bare:
        for headers in ({}, {"X-API-Key": "guanxi_wrong"}):
            answer = bare.get("/health/ready", headers=headers)
            assert (answer.status_code, answer.json()["status"], answer.json()["build_id"]) == (200, "ready", "")
        assert bare.get("/health/ready", params={"key": KEY}).json()["build_id"] == ""
    assert api.client.get("/health/ready").json()["build_id"]


def test_every_answer_that_is_counted_tells_what_is_left(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(sample_settings, tmp_path / "log", sample_services, rate_limit_per_minute=6) as running:
        client = running.client
        answers = [
            client.get("/api/v1/companies?q=catl"),
            client.get("/api/nothing"),
            client.post("/api/v1/relationships", json={"wrong": 1}),
            client.post("/api/v1/relationships", json={"company": "zzqqxx wwvvyy"}),
            client.post("/api/v1/relationships", json=ASKED, headers={"Accept": "text/event-stream"}),
            client.get("/metrics"),
            client.get("/metrics"),
        ]
        assert [each.status_code for each in answers] == [200, 404, 422, 404, 200, 200, 429]
        assert [each.headers["ratelimit-remaining"] for each in answers] == ["5", "4", "3", "2", "1", "0", "0"]
        assert {each.headers["ratelimit-limit"] for each in answers} == {"6"}
        assert all(1 <= int(each.headers["ratelimit-reset"]) <= 60 for each in answers)
        assert answers[-1].headers["retry-after"] == answers[-1].headers["ratelimit-reset"]
        wrong = client.get("/metrics", headers={"X-API-Key": "guess"})
        assert (wrong.status_code, wrong.headers["ratelimit-remaining"]) == (401, "5")
        assert "ratelimit-limit" not in client.get("/health/live").headers  # not counted


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_open_here_is_not_open_to_what_a_proxy_hands_on(
    header: str, sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(sample_settings, tmp_path / "log", sample_services, api_keys="", api_open=True) as running:
        assert running.client.get("/api/graph/statistics").status_code == 200
        handed_on = running.client.get("/api/graph/statistics", headers={header: "127.0.0.1"})
        assert code(handed_on) == (403, "api_closed")


@pytest.mark.parametrize(
    "path", ["/api/docsx", "/api/openapi.jsonx", "/api/staticx", "/health/livex", "/health/readyx"]
)
def test_what_needs_no_key_is_told_by_its_whole_path(path: str, api: RunningApi) -> None:
    with type(api.client)(base_url=api.url) as bare:
        assert code(bare.get(path)) == (401, "api_key_missing")


def test_without_any_key_configured_only_health_answers(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(sample_settings, tmp_path / "log", sample_services, api_keys="") as running:
        assert running.client.get("/health/live").status_code == 200
        for path in ("/api/graph/statistics", "/api/docs", "/metrics"):
            assert code(running.client.get(path)) == (403, "api_closed")


@pytest.mark.parametrize(
    ("bound_to", "status"), [("127.0.0.1", 200), ("localhost", 200), ("192.0.2.1", 403), ("", 403)]
)
def test_it_is_open_only_while_bound_to_this_machine(
    bound_to: str, status: int, sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(
        sample_settings, tmp_path / "log", sample_services, host=bound_to, api_keys="", api_open=True
    ) as running:
        assert running.client.get("/api/graph/statistics").status_code == status


def test_open_here_does_not_answer_pages_that_borrow_the_address(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(sample_settings, tmp_path / "log", sample_services, api_keys="", api_open=True) as running:
        borrowed = running.client.get("/api/graph/statistics", headers={"Host": "evil.example:80"})
        assert code(borrowed) == (403, "api_closed")
        plain = {"Content-Type": "text/plain"}  # what a form of another page may send without being asked
        response = running.client.post("/api/v1/relationships", content=json.dumps(ASKED), headers=plain)
        assert response.status_code == 422


def test_too_many_requests_are_told_when_to_come_back(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(sample_settings, tmp_path / "log", sample_services, rate_limit_per_minute=3) as running:
        answers = [running.client.get("/api/v1/companies?q=catl") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert code(answers[3]) == (429, "too_many_requests")
        assert 1 <= int(answers[3].headers["retry-after"]) <= 60
        other = {"X-API-Key": INGEST_KEY}
        assert running.client.get("/api/v1/companies?q=catl", headers=other).status_code == 200
        guesses = [running.client.get("/metrics", headers={"X-API-Key": f"guess{n}"}).status_code for n in range(4)]
        assert guesses == [401, 401, 401, 429]


INJECTIONS = [
    "x' OR 1=1 --",
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "catl'; DROP TABLE entities; --",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "%00",
    "catl\r\nX-Injected: 1",
    "'; DELETE FROM passages WHERE '1'='1",
]


@pytest.mark.parametrize("text", INJECTIONS)
def test_injections_are_only_names_that_nobody_bears(api: RunningApi, text: str) -> None:
    pipeline = api.shared.pipeline
    assert pipeline is not None
    before = pipeline.base.knowledge_base.row_counts
    for response in (
        api.client.get(f"/api/v1/companies/{quote(text, safe='')}"),
        api.client.get(f"/api/graph/entities/{quote(text, safe='')}"),
        api.client.post("/api/v1/relationships", json={"company": text}),
        api.client.post("/api/v1/recommendations", json={"company": text}),
    ):
        assert response.status_code in (404, 409), response.text
        assert response.headers["content-type"] == "application/problem+json"
        assert "x-injected" not in response.headers
        assert "root:" not in response.text
    assert api.client.get("/api/v1/companies", params={"q": text}).status_code in (200, 422)
    assert api.client.post("/api/search", json={"query": text}).status_code == 200
    assert pipeline.base.knowledge_base.row_counts == before


def test_an_id_for_the_request_is_taken_over_only_if_it_is_plain(api: RunningApi) -> None:
    for plain in ("abcd-1234-efgh", "Root=1-67891233-abcdef012345678912345678", "svc.a:42_b-c"):
        answer = api.client.get("/health/live", headers={"X-Request-ID": plain})
        assert answer.headers["x-request-id"] == plain
    odd = api.client.get("/health/live", headers={"X-Request-ID": 'x"}\t{"status": 1'})
    assert odd.headers["x-request-id"] != 'x"}\t{"status": 1'


def test_every_answer_has_the_security_headers(api: RunningApi) -> None:
    for response in (api.client.get("/health/live"), api.client.get("/api/nothing"), api.client.delete("/api/search")):
        headers = response.headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers or "uvicorn" in headers["server"]
        assert "access-control-allow-origin" not in headers
    assert code(api.client.get("/api/nothing")) == (404, "not_found")
    assert code(api.client.delete("/api/search")) == (405, "method_not_allowed")


def test_pages_elsewhere_may_use_it_only_if_they_are_named(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(
        sample_settings, tmp_path / "log", sample_services, api_cors_origins="https://good.example"
    ) as running:
        ask = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "X-API-Key"}
        good = running.client.options("/api/search", headers={**ask, "Origin": "https://good.example"})
        assert good.headers["access-control-allow-origin"] == "https://good.example"
        told = running.client.get("/api/v1/companies?q=catl", headers={"Origin": "https://good.example"})
        assert {"RateLimit-Remaining", "Retry-After"} <= set(told.headers["access-control-expose-headers"].split(", "))
        bad = running.client.options("/api/search", headers={**ask, "Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in bad.headers


def test_the_log_tells_who_and_how_but_no_key_and_no_text(api: RunningApi) -> None:
    asked = "zzqqxx wwvvyy"
    api.client.post("/api/v1/relationships", json={"company": asked}, headers={"X-Request-ID": "watched-request"})
    api.client.get(f"/api/v1/companies/{asked}")
    lines = [json.loads(line) for line in api.log.read_text(encoding="utf-8").splitlines()]
    mine = next(line for line in lines if line["request_id"] == "watched-request")
    assert mine["key"] == KEPT.name
    assert (mine["method"], mine["path"], mine["status"]) == ("POST", "/api/v1/relationships", 404)
    assert mine["outcome"] == "CompanyNameUnlikeAnyError"
    assert mine["milliseconds"] > 0
    text = api.log.read_text(encoding="utf-8")
    assert asked not in text
    assert KEY not in text
    assert KEPT.digest not in text


def test_an_unforeseen_error_says_nothing_of_the_inside(api: RunningApi, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("/secret/folder/file.py")

    monkeypatch.setattr("core.operations.relationships.ask", broken)
    response = api.client.post("/api/v1/relationships", json={"company": "broken-inside"})
    assert code(response) == (500, "internal")
    assert "secret" not in response.text
    assert "Traceback" not in response.text


@pytest.mark.parametrize("operation", [each for each in OFFERED if each.effect != "read"], ids=lambda each: each.name)
def test_what_changes_anything_wants_its_right(operation: Operation[Any, Any], api: RunningApi) -> None:
    wanted, code_without = (INGEST_KEY, "ingest_off") if operation is link_passages else (CURATE_KEY, "curate_off")
    others = {KEY, INGEST_KEY, CURATE_KEY} - {wanted}
    for key in others:
        response = api.client.post(route_of(operation).path, json={}, headers={"X-API-Key": key})
        assert code(response) == (403, code_without)
    allowed = api.client.post(route_of(operation).path, json={"nothing": 1}, headers={"X-API-Key": wanted})
    assert allowed.status_code == 422  # it is let in, and its field is not known


@pytest.mark.parametrize(
    ("path", "body", "key"),
    [
        ("/api/v1/restore-version", {"build_id": "none"}, CURATE_KEY),
        ("/api/v1/delete-data", {"source": "none", "preview": True}, CURATE_KEY),
        ("/api/graph/link", None, INGEST_KEY),
    ],
    ids=("restore", "delete", "link"),  # keys differ between the processes that run tests
)
def test_a_key_may_look_at_the_job_that_it_began(
    api: RunningApi, path: str, body: dict[str, object] | None, key: str
) -> None:
    begun = api.client.post(path, json=body, headers={"X-API-Key": key})
    assert begun.status_code == 202
    assert api.client.get(begun.headers["Location"], headers={"X-API-Key": key}).status_code == 200
    while api.client.get(begun.headers["Location"], headers={"X-API-Key": key}).json()["status"] == "running":
        time.sleep(0.05)  # one change at a time: the next case begins another
    assert code(api.client.get(begun.headers["Location"], headers={"X-API-Key": KEY})) == (403, "ingest_off")


def test_ingest_keys_are_keys_too(api: RunningApi) -> None:
    assert INGEST_KEPT.may_ingest
    assert api.client.get("/api/graph/statistics", headers={"X-API-Key": INGEST_KEY}).status_code == 200


def test_a_data_folder_that_is_not_there_is_what_wants_attention(
    sample_services: Services, sample_settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The knowledge base from before serves; who shows a key is told so, and the command line says it."""
    away = sample_settings.model_copy(update={"data_folder": tmp_path / "not-there"})
    with running_api(away, tmp_path / "log") as running:
        ready = running.client.get("/health/ready").json()
        assert ready["status"] == "stale"
        assert [("not-there" in each["zh"], "not-there" in each["en"]) for each in ready["attention"]] == [(True, True)]
        with type(running.client)(base_url=running.url) as bare:
            assert bare.get("/health/ready").json()["attention"] == []
    assert _open_base(away).knowledge_base.manifest.build_id
    assert "the previous one stays in use" in capsys.readouterr().err
