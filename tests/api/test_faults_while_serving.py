"""Parts that go away or change while the API serves: a language model, the version, the folder of the old one."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.curation.open_or_build import rebuild
from core.ontology import default_ontology
from core.settings import Settings
from tests.api.conftest import RunningApi, running_api
from tests.api.ports import free_port
from tests.llm_server import Reaction, llm_server
from tests.support import document_example, settings_for


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of a small knowledge base that is built."""
    folder = tmp_path_factory.mktemp("example")
    settings = settings_for(document_example(folder / "data"), folder / "kb")
    rebuild(settings, default_ontology())
    return settings


def with_model(example: Settings, folder: Path, url: str, **changes: object) -> Settings:
    model = {"llm_base_url": url, "llm_model": "m", "llm_retries": 0, "llm_cache_file": folder / "kept.sqlite3"}
    return example.model_copy(update={**model, **changes})


def related(api: RunningApi, **asked: object) -> object:
    return api.client.post("/api/v1/relationships", json={"company": "公司A", **asked})


def test_a_model_that_is_away_is_said_and_the_rules_answer(example: Settings, tmp_path: Path) -> None:
    settings = with_model(example, tmp_path, f"http://127.0.0.1:{free_port()}/v1")
    with running_api(settings, tmp_path / "log") as api:
        for _ in range(2):
            found = related(api).json()
            assert found["related_companies"][0]["judge"] == "rules"
            assert found["warnings"]
            assert {each["fault"] for each in found["judged_by"]} >= {"model_unavailable"}
        text = api.client.get("/metrics").text
        assert 'guanxi_cache_requests_total{outcome="hit"} 0.0' in text  # what is degraded is not kept
        recommended = api.client.post("/api/v1/recommendations", json={"company": "公司A"}).json()
        assert recommended["items"] == []
        assert recommended["explanation"]


def test_where_a_model_hangs_the_rules_answer_before_the_deadline(example: Settings, tmp_path: Path) -> None:
    asked = {"company": "公司A", "query": "Tell me about the competitors of 公司A", "language": "en"}
    with llm_server() as script:
        script.plan(Reaction(seconds=12.0))
        settings = with_model(example, tmp_path, script.url, api_deadline_seconds=5.0)
        with running_api(settings, tmp_path / "log") as api:
            whole = api.client.post("/api/v1/relationships", json=asked)
            fact = api.client.post("/api/v1/answers", json={"query": "When was 公司A founded?", "language": "en"})
            events = api.client.post("/api/v1/relationships", json=asked, headers={"Accept": "text/event-stream"})
    kind, told = events.text.strip().split("\n\n")[-1].split("\ndata: ")
    assert (whole.status_code, fact.status_code, kind) == (200, 200, "event: answer")
    for found in (whole.json(), json.loads(told)):
        assert found["related_companies"][0]["judge"] == "rules"
        assert "model_unavailable" in {each["fault"] for each in found["judged_by"]}
        assert any("GUANXI_LLM_BASE_URL" in each and "(4 s)" in each for each in found["warnings"])


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("body", [b"<!doctype html><p>Sign in</p>", b'{"choices": [{"message": null}]}', b"[]"])
def test_a_model_that_answers_anything_is_said_and_the_rules_answer(
    body: bytes, example: Settings, tmp_path: Path
) -> None:
    with llm_server() as script, running_api(with_model(example, tmp_path, script.url), tmp_path / "log") as api:
        script.plan(Reaction(body=body))
        asked = {"company": "公司A", "query": "Tell me about the competitors of 公司A", "language": "en"}
        whole = api.client.post("/api/v1/relationships", json=asked)
        events = api.client.post("/api/v1/relationships", json=asked, headers={"Accept": "text/event-stream"})
        kind, told = events.text.strip().split("\n\n")[-1].split("\ndata: ")
        assert (whole.status_code, kind) == (200, "event: answer")
        for found in (whole.json(), json.loads(told)):
            assert found["related_companies"][0]["judge"] == "rules"
            assert any("GUANXI_LLM_BASE_URL" in each and "rules judge" in each for each in found["warnings"])
            assert "model_answer_unusable" in {each["fault"] for each in found["judged_by"]}
        fact = api.client.post("/api/v1/answers", json={"query": "When was 公司A founded?", "language": "en"})
        assert fact.status_code == 200
        assert any("GUANXI_LLM_BASE_URL" in each for each in fact.json()["warnings"])
        for language, forbidden in (("en", "rules"), ("zh", "规则")):
            response = api.client.post("/api/v1/recommendations", json={"company": "公司A", "language": language})
            found = response.json()
            assert (response.status_code, found["items"]) == (200, [])
            assert any("GUANXI_LLM_BASE_URL" in each for each in found["warnings"])
            assert found["explanation"]
            assert forbidden not in found["explanation"] + "".join(found["warnings"])


def test_no_answer_is_held_beyond_its_deadline(example: Settings, tmp_path: Path) -> None:
    with llm_server() as script:
        script.plan(Reaction(seconds=3.0))
        settings = with_model(example, tmp_path, script.url, api_deadline_seconds=0.001)  # too short for rules, too
        with running_api(settings, tmp_path / "log") as api:
            begun = time.monotonic()
            response = related(api, query="谁与它竞争？")
            assert (response.status_code, response.json()["code"]) == (504, "deadline_passed")
            assert time.monotonic() - begun < 1.5
            assert api.client.get("/health/live").status_code == 200


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[RunningApi]:
    settings = settings_for(document_example(tmp_path / "data"), tmp_path / "kb", kept_versions=1)
    rebuild(settings, default_ontology())
    with running_api(settings, tmp_path / "log") as api:
        yield api


def test_a_version_published_meanwhile_takes_over_without_a_failure(serving: RunningApi) -> None:
    before = serving.client.get("/health/ready").json()["build_id"]
    shared = serving.shared
    assert shared.change(lambda listener: rebuild(serving.settings, default_ontology(), listener))
    statuses = []
    with ThreadPoolExecutor(4) as clients:
        while shared.changing or serving.client.get("/health/ready").json()["build_id"] == before:
            asked = [clients.submit(related, serving, max_results=number) for number in (1, 2, 3, 4)]
            statuses += [each.result(60).status_code for each in asked]
    statuses.append(related(serving).status_code)
    assert set(statuses) == {200}
    assert shared.change_error is None


@pytest.mark.thorough
def test_a_version_that_another_process_publishes_is_served(serving: RunningApi) -> None:
    before = serving.client.get("/health/ready").json()["build_id"]
    published = rebuild(serving.settings, default_ontology()).knowledge_base.manifest.build_id
    assert published != before
    for _ in range(200):
        assert related(serving).status_code == 200
        if serving.client.get("/health/ready").json()["build_id"] == published:
            break
        time.sleep(0.05)
    ready = serving.client.get("/health/ready").json()
    assert (ready["build_id"], ready["status"]) == (published, "ready")


def test_a_version_that_cannot_be_opened_is_said_and_the_old_one_serves(serving: RunningApi) -> None:
    version = rebuild(serving.settings, default_ontology()).knowledge_base.folder
    (version / "manifest.json").write_text("{", encoding="utf-8")
    for _ in range(200):
        assert related(serving).status_code == 200
        ready = serving.client.get("/health/ready").json()
        if ready["status"] == "stale":
            break
        time.sleep(0.05)
    assert ready["status"] == "stale"
    assert ready["build_id"] != version.name
    assert serving.shared.stale_message == "starting.newer_unusable"


def test_a_version_that_is_deleted_from_the_disk_answers_with_what_is_in_memory_and_says_so(
    serving: RunningApi,
) -> None:
    expected = related(serving).json()
    assert expected["warnings"] == []
    shutil.rmtree(serving.settings.knowledge_base_folder / "versions")
    again = related(serving, max_results=9)  # not the kept answer
    assert again.status_code == 200
    assert again.json()["warnings"]
    assert again.json()["related_companies"][0]["company_id"] == expected["related_companies"][0]["company_id"]
    assert serving.client.get("/health/live").status_code == 200
