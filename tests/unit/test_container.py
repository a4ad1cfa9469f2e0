"""The lock, the Dockerfile and compose.yaml fit the program; no engine that would build or run the image is needed."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
import yaml

from core.settings import Settings
from tests.support import ROOT

DOCKERFILE = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
LINES = [line.split(None, 1) for line in DOCKERFILE.splitlines() if line.strip() and not line.startswith("#")]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
OURS = {name: each for name, each in COMPOSE["services"].items() if each.get("image") == "guanxi"}
OF_THE_STORE = {"ENDPOINT", "ALLOW_HTTP", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"}
LOCK = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))


def instructions(name: str) -> list[str]:
    return [rest for found, rest in LINES if found == name]


def copied() -> Iterator[str]:
    """What the image takes from the checkout."""
    for rest in instructions("COPY"):
        if "--from" not in rest:
            yield from rest.split()[:-1]


def test_the_lock_holds_the_versions_of_requirements() -> None:
    locked = {each["name"]: each["version"] for each in LOCK["package"]}
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert {name: locked.get(name) for name in pinned} == pinned


def test_the_lock_names_only_the_public_registry() -> None:
    text = (ROOT / "uv.lock").read_text(encoding="utf-8")
    assert set(re.findall(r"\w+://([^/\"]+)", text)) == {"pypi.org", "files.pythonhosted.org"}
    files = [file for each in LOCK["package"] for file in [*each.get("wheels", []), *filter(None, [each.get("sdist")])]]
    assert len(files) > 1000 and all(file["hash"].startswith("sha256:") for file in files)


def test_what_is_copied_is_there_and_is_sent_to_the_build() -> None:
    sources = list(copied())
    assert {"app", "core", "data", "pages", "uv.lock"} <= set(sources)
    assert [each for each in sources if not (ROOT / each).exists()] == []
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    sent = [line.removeprefix("!") for line in lines if line.startswith("!")]
    assert [each for each in sources if not any(fnmatch(wanted, f"{each}*") for wanted in sent)] == []


def test_the_build_of_the_wheel_finds_all_it_reads() -> None:
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    built, project = configured["tool"]["hatch"], configured["project"]
    wheel, hook = built["build"]["targets"]["wheel"], built["metadata"]["hooks"]["requirements_txt"]
    read = [*wheel["only-include"], *wheel["force-include"], *hook["files"], *hook["optional-dependencies"]["bulk"]]
    read += [project["readme"], *project["license-files"]]
    sources = tuple(copied())
    assert [each for each in read if not any(each == given or each.startswith(f"{given}/") for given in sources)] == []


def test_the_image_runs_as_nobody_special_and_keeps_everything_in_one_volume() -> None:
    assert instructions("USER") == ["guanxi"]
    assert instructions("VOLUME") == ["/data"]
    assert "GUANXI_HOME=/data" in instructions("ENV")[-1].split()


def test_every_variable_is_a_setting() -> None:
    given = {name for each in OURS.values() for name in each["environment"]}
    given |= set(re.findall(r"(GUANXI_\w+)=", DOCKERFILE))
    settings = {f"GUANXI_{field.upper()}" for field in Settings.model_fields}
    assert {"GUANXI_HOME", "GUANXI_KNOWLEDGE_BASE_URI", "GUANXI_RATE_LIMIT_REDIS_URL"} <= given
    assert given - settings == {f"AWS_{name}" for name in OF_THE_STORE}
    for service in OURS.values():
        of_the_program = {name: text for name, text in service["environment"].items() if name in settings}
        values = {
            name.removeprefix("GUANXI_").lower(): re.sub(r"\$\{.*\}", "", text) for name, text in of_the_program.items()
        }
        Settings.model_validate(values)


def test_what_services_name_is_there() -> None:
    assert list(OURS) == ["app", "api"]
    for name, service in COMPOSE["services"].items():
        assert set(service.get("depends_on", {})) <= set(COMPOSE["services"]), name
        assert {each.split(":")[0] for each in service.get("volumes", ())} <= set(COMPOSE["volumes"]), name
        assert all(each.startswith("127.0.0.1:") for each in service.get("ports", ())), name
        conditions = {each: asked["condition"] for each, asked in service.get("depends_on", {}).items()}
        for other in (each for each, condition in conditions.items() if condition == "service_healthy"):
            assert "healthcheck" in COMPOSE["services"][other] or COMPOSE["services"][other].get("build"), other


def health_checks() -> dict[str, list[str]]:
    (in_the_image,) = instructions("HEALTHCHECK")
    return {"8501": json.loads(in_the_image.split("CMD", 1)[1]), "3018": OURS["api"]["healthcheck"]["test"][1:]}


@pytest.mark.parametrize("port", ["8501", "3018"])
@pytest.mark.parametrize(("answer", "healthy"), [(200, True), (503, False)])
def test_the_health_check_tells_whether_questions_can_be_answered(port: str, answer: int, healthy: bool) -> None:
    asked = []

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(answer)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            return

    program, *arguments = health_checks()[port]
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        here = [each.replace(f":{port}/", f":{server.server_port}/") for each in arguments]
        ended = subprocess.run([sys.executable, *here], capture_output=True, timeout=60, check=False)
        server.shutdown()
    assert (program, asked, ended.returncode == 0) == ("python", ["/health/ready"], healthy)


def test_commands_of_the_image_are_those_of_the_wheel() -> None:
    commands = [json.loads(instructions("CMD")[-1]), OURS["api"]["command"]]
    assert commands == [shlex.split(f"guanxi {each} --host 0.0.0.0") for each in ("app", "api")]
