"""What README and docs/api.md print works as printed, over ``python -m app.api``; page and API share one process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from app.api.application import create_api
from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings, SettingsInvalidError
from tests.api.ports import free_port
from tests.support import ROOT

DOCUMENT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README + DOCUMENT, re.DOTALL)
WITHOUT_WORDS = {
    f"/api/v1/{name}"
    for name in ("build-knowledge-base", "find-duplicates", "link-passages", "read-texts", "restore-version")
}
LINES = [line for block in BLOCKS for line in block.strip().splitlines()]


@contextmanager
def process(command: list[str], url: str, settings: Settings, log: Path, **environment: str) -> Iterator[str]:
    own = {"GUANXI_KNOWLEDGE_BASE_FOLDER": str(settings.knowledge_base_folder), **environment}
    with log.open("wb") as file:
        running = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **own}, stdout=file, stderr=subprocess.STDOUT)
        try:
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"{url}/health/ready", timeout=5)
                    break
                except (urllib.error.URLError, OSError):
                    assert running.poll() is None, log.read_text(encoding="utf-8")
                    time.sleep(0.1)
            yield url
        finally:
            running.terminate()
            running.wait(60)


@pytest.fixture(scope="module")
def alone(
    sample_pipeline: DiscoveryPipeline, sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """``make api`` as the document starts it, on another port."""
    port = free_port()
    command = [sys.executable, "-m", "app.api", "--port", str(port)]
    log = tmp_path_factory.mktemp("alone") / "log"
    with process(
        command,
        f"http://127.0.0.1:{port}",
        sample_settings,
        log,
        GUANXI_API_OPEN="1",
        GUANXI_RATE_LIMIT_PER_MINUTE="1000",
    ) as url:
        yield url


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("line", LINES, ids=[line.split("3018")[1].split(" ")[0] for line in LINES])
def test_a_printed_line_works(line: str, alone: str) -> None:
    asked = f"{line.replace('http://127.0.0.1:3018', alone)} --fail-with-body --max-time 60"
    answer = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert len(answer.stdout) > 20


def test_the_document_lists_every_endpoint(alone: str) -> None:
    described = httpx2.get(f"{alone}/api/openapi.json").json()["paths"]
    listed = DOCUMENT + (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for path in described:
        assert path in listed or re.sub(r"{\w+}", "{id}", path) in listed, path


@pytest.mark.thorough
def test_page_and_api_answer_from_one_process(
    sample_pipeline: DiscoveryPipeline, sample_settings: Settings, tmp_path: Path
) -> None:
    port = free_port()
    url, streamlit = f"http://127.0.0.1:{port}", [sys.executable, "-m", "streamlit", "run", "app/server.py"]
    command = [*streamlit, "--server.port", str(port), "--server.headless", "true"]
    with (
        process(command, url, sample_settings, tmp_path / "log", GUANXI_API_OPEN="1"),
        httpx2.Client(base_url=url) as client,
    ):
        assert "<title>" in client.get("/").text
        assert client.get("/_stcore/health").status_code == 200
        found = client.post("/api/v1/relationships", json={"company": "catl"}, timeout=60)
        assert found.json()["query_company"] == "CATL"
        assert client.get("/api/nothing").json()["code"] == "not_found"
        assert client.get("/api/docs").status_code == 200


@pytest.mark.thorough
def test_a_key_file_that_cannot_be_read_is_said_at_the_start(tmp_path: Path) -> None:
    own = {"GUANXI_API_KEYS_FILE": str(tmp_path / "none"), "GUANXI_KNOWLEDGE_BASE_FOLDER": str(tmp_path)}
    command = [sys.executable, "-m", "app.api", "--port", str(free_port())]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, **own})
    assert ended.returncode == 1
    assert "GUANXI_API_KEYS_FILE" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_keys_are_read_before_a_thread_is_started_that_the_end_would_tear_off(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalidError, match="GUANXI_API_KEYS_FILE"):
        create_api(lambda: pytest.fail("started"), Settings(api_keys_file=tmp_path / "none"), bound_to="127.0.0.1")


def test_every_request_of_the_description_is_shown_in_both_languages_and_works(alone: str) -> None:
    with httpx2.Client(base_url=alone, timeout=60) as client:
        paths = client.get("/api/openapi.json").json()["paths"]
        for path, methods in paths.items():
            if "requestBody" not in methods.get("post", {}):
                continue
            examples = methods["post"]["requestBody"]["content"]["application/json"]["examples"]
            assert set(examples) == {"zh", "en"}, path
            for language, example in examples.items():
                answer = client.post(path, json=example["value"])
                ingestion = methods["post"]["tags"] == ["ingestion"]  # this server has no key that may bring data
                assert answer.status_code == (403 if ingestion else 200), (path, language, answer.text)
                if language == "zh" and path not in WITHOUT_WORDS:
                    assert re.search("[\u4e00-\u9fff]", str(example["value"])) is not None, path
