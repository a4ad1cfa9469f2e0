"""``python -m app``: called wrongly, and what it sends when it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from core.runtime.listening import AddressTakenError, HostNotOursError, listening
from tests.api.ports import free_port
from tests.support import ROOT


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["8711"], "8711"),
        (["--prot", "8711"], "--prot"),
        (["-p", "8711"], "-p"),
        (["--port", "many"], "--port"),
        (["--server.nothing", "1"], "--server.nothing"),
        (["--host"], "--host"),
    ],
)
def test_arguments_that_nobody_takes_are_named_in_both_languages(arguments: list[str], named: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "app", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (ended.returncode, "Traceback" in ended.stderr) == (2, False)
    usage, english, chinese = ended.stderr.strip().splitlines()[-3:]
    assert usage.startswith("usage: python -m app")
    assert english.startswith("python -m app: error: ") and named in english
    assert chinese.startswith("python -m app：错误：") and named in chinese


@contextmanager
def proxy() -> Iterator[tuple[str, list[str]]]:
    """A proxy that refuses everything, with the request lines that reached it."""
    asked: list[str] = []

    class Refusing(BaseHTTPRequestHandler):
        def parse_request(self) -> bool:
            asked.append(self.raw_requestline.decode("latin-1").strip())
            return False

    server = ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()


def test_serving_a_whole_network_asks_nobody_for_the_address_of_this_machine(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", "--host", "0.0.0.0", "--port", str(free_port())]  # noqa: S104
    with proxy() as (address, asked):
        environment = {**os.environ, "GUANXI_HOME": str(tmp_path), "http_proxy": address, "https_proxy": address}
        environment |= {"HTTP_PROXY": address, "HTTPS_PROXY": address, "no_proxy": "", "NO_PROXY": ""}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            said = []
            for line in server.stdout:
                said.append(line)
                if "URL:" in line and "Local" not in line:  # printed after the address has been looked up
                    break
            server.terminate()
    assert any("Local URL" in line for line in said)
    assert not asked


@pytest.mark.parametrize("host", ["not.a.host", "192.0.2.1", "a b"])
def test_an_address_of_another_machine_is_told_apart_from_a_port_that_is_taken(host: str) -> None:
    with pytest.raises(HostNotOursError) as refused:
        listening(host, 0)
    assert "--host" in refused.value.message("en") and "--host" in refused.value.message("zh")
    with listening("127.0.0.1", 0) as own, pytest.raises(AddressTakenError) as taken:
        listening("127.0.0.1", own.getsockname()[1])
    assert "--port" in taken.value.message("en")
