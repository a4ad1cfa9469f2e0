"""Programs as a shell starts them: Ctrl-C at any moment leaves no traceback, and ports that cannot be used are said."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.settings import Settings
from tests.api.ports import free_port
from tests.support import ROOT

signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs the tests may ignore it, and that is handed down
FIRST = "core.runtime.interrupt"  # what is loaded before all else
PROGRAMS = {
    "core": ["core", "discover", "--company", "Company A"],
    "mcp": ["core", "mcp"],
    "mcp-http": ["core", "mcp", "--transport", "streamable-http", "--port", "{port}"],
    "api": ["app.api", "--port", "{port}"],
    "pages": ["app", "--port", "{port}", "--server.headless", "true"],
}


@pytest.fixture
def environment(own_base: Settings, tmp_path: Path) -> dict[str, str]:
    places = {"DATA": own_base.data_folder, "KNOWLEDGE_BASE": own_base.knowledge_base_folder}
    return os.environ | {f"GUANXI_{name}_FOLDER": str(folder) for name, folder in places.items()}


def started(program: list[str], environment: dict[str, str], *options: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, *options, "-m", *program]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    return process.returncode, said


@pytest.mark.parametrize(("name", "modules"), [("core", 3), *((name, 400) for name in PROGRAMS)])
def test_while_it_loads(name: str, modules: int, environment: dict[str, str]) -> None:
    port = str(free_port())
    program = [each.replace("{port}", port) for each in PROGRAMS[name]]
    process = started(program, environment, "-X", "importtime")  # a line on standard error for each module
    assert process.stderr is not None
    while FIRST not in process.stderr.readline():
        pass
    for _ in range(modules):
        process.stderr.readline()
    status, said = ended(process)
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    assert status == 130


@pytest.mark.matrix()
@pytest.mark.parametrize("name", ["mcp-http", "api", "pages"])
def test_while_it_serves(name: str, environment: dict[str, str]) -> None:
    port = free_port()
    process = started([each.replace("{port}", str(port)) for each in PROGRAMS[name]], environment)
    try:
        for _ in range(3000):
            if process.poll() is not None or is_open(port):
                break
            time.sleep(0.1)
        assert is_open(port)
        time.sleep(3)  # it opens the knowledge base, or serves already
        status, said = ended(process)
    finally:
        process.kill()
    assert "Traceback" not in said
    assert status in (0, 130)


def is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.fixture
def taken() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield str(listening.getsockname()[1])


@pytest.mark.matrix()
@pytest.mark.parametrize("name", ["mcp-http", "api", "pages"])
def test_a_port_that_cannot_be_used_is_said(name: str, environment: dict[str, str], taken: str) -> None:
    for port, status in ((taken, 1), ("70000", 2)):
        process = started([each.replace("{port}", port) for each in PROGRAMS[name]], environment)
        _, said = process.communicate(timeout=120)
        assert process.returncode == status, said
        assert "Traceback" not in said
        assert any("\u3400" <= character <= "\u9fff" for character in said)
        assert (f":{port}" if status == 1 else "--port") in said
