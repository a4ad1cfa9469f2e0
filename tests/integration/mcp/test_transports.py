"""The tools over a real subprocess and over a real port."""

from __future__ import annotations

import hashlib
import io
import json
import os
import socket
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult

from core.cli import mcp as mcp_command
from core.cli.parser import main
from core.discovery.pipeline import DiscoveryPipeline
from core.mcp.server import create_server
from core.mcp.serving import AddressNotLocalError, serve_http
from core.messages import translate
from core.operations.context import Opened
from core.runtime.listening import AddressTakenError
from tests.integration.mcp.clients import NAMES, Arguments, asked, given, refused
from tests.support import ROOT, document_example

CALLS: list[tuple[str, Arguments]] = [
    ("discover_relationships", {"company": "Company A", "max_results": 3}),
    ("discover_relationships", {"query": "公司A的供应商有哪些？", "min_relevance": "high", "language": "zh"}),
    ("recommend_relations", {"company": "000001.SZ"}),
    ("recommend_relations", {"text": "Company C opens a wafer plant for Company A.", "max_results": 2}),
    ("search", {"query": "晶圆材料", "max_results": 4, "languages": ["zh", "en"], "source_kinds": ["*note"]}),
    ("get_company", {"company": "公司A", "neighbours_per_type": 1, "max_passages": 2}),
    ("graph_statistics", {}),
]


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


async def call_each(client: Client) -> list[Any]:
    answers = []
    for name, arguments in CALLS:
        result = await client.call_tool(name, arguments)
        assert isinstance(result, CallToolResult)
        answers.append(given(result))
    return answers


def without_times(answers: list[Any]) -> list[Any]:
    times = ("processing_time_ms", "stages", "stats")
    return [rounded({key: value for key, value in answer.items() if key not in times}) for answer in answers]


def rounded(value: Any) -> Any:
    """Fractions to six digits: another process may share the work of an embedding out to more or fewer threads."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value, 6) if isinstance(value, float) else value


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.thorough)])
def test_over_http_the_answers_are_the_same(mode: str, engine: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}/mcp"

    async def run() -> list[Any]:
        async with anyio.create_task_group() as group:
            group.start_soon(serve_http, create_server(engine), "127.0.0.1", port)
            with anyio.fail_after(60):
                while not await answering(port):
                    await anyio.sleep(0.02)
                async with Client(address, mode=mode) as client:
                    answers = await call_each(client)
                await refuses_other_names(port)
            group.cancel_scope.cancel()
        return answers

    assert without_times(anyio.run(run)) == without_times(asked(create_server(engine), call_each))
    assert address in capsys.readouterr().err


async def answering(port: int) -> bool:
    try:
        stream = await anyio.connect_tcp("127.0.0.1", port)
    except OSError:
        return False
    await stream.aclose()
    return True


async def refuses_other_names(port: int) -> None:
    """A page elsewhere that points its own name here, or sends its scripts, is turned away."""
    for header, status in (
        ("Host: evil.example", b"421"),
        (f"Host: 127.0.0.1:{port}\r\nOrigin: http://evil.example", b"403"),
    ):
        stream = await anyio.connect_tcp("127.0.0.1", port)
        lines = f"POST /mcp HTTP/1.1\r\n{header}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
        await stream.send(lines.encode())
        assert (await stream.receive(100)).split(b" ")[1] == status
        await stream.aclose()


def test_other_machines_are_not_served(capsys: pytest.CaptureFixture[str], engine: Opened) -> None:
    assert main(["mcp", "--transport", "streamable-http", "--host", "0.0.0.0"]) == 1  # noqa: S104 - is refused
    hosts = "127.0.0.1, localhost, ::1"
    assert translate("error.address_not_local", "zh", host="0.0.0.0", hosts=hosts) in capsys.readouterr().err  # noqa: S104
    with pytest.raises(AddressNotLocalError):
        anyio.run(serve_http, create_server(engine), "192.0.2.1", free_port())


def test_a_port_that_is_taken_is_said_so(engine: Opened) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, pytest.raises(AddressTakenError):
        anyio.run(serve_http, create_server(engine), "127.0.0.1", listening.getsockname()[1])


def options(**changed: object) -> Namespace:
    return Namespace(**{"transport": "stdio", "host": "127.0.0.1", "port": 3019, "reviewing": False, **changed})


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def test_standard_input_is_served_until_it_ends(
    document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(INITIALIZE).encode() + b"\n")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written))
    mcp_command.run_mcp(options(), lambda: document_pipeline)
    answer = json.loads(written.getvalue())
    assert (answer["id"], answer["result"]["serverInfo"]["name"]) == (1, "guanxi")


def test_ctrl_c_ends_it_quietly(document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[object, ...]] = []

    def interrupted(*what: object) -> None:
        served.append(what)
        raise KeyboardInterrupt

    monkeypatch.setattr(anyio, "run", interrupted)
    mcp_command.run_mcp(options(transport="streamable-http"), lambda: document_pipeline)
    assert served[0][0] is serve_http
    assert served[0][2:] == ("127.0.0.1", 3019)


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Settings of a process of its own over the document example, which it has to build first."""
    document_example(tmp_path / "data")
    yield {
        "GUANXI_DATA_FOLDER": str(tmp_path / "data"),
        "GUANXI_KNOWLEDGE_BASE_FOLDER": str(tmp_path / "kb"),
        "OMP_NUM_THREADS": "1",
    }


def test_a_process_of_its_own_serves_a_client_and_changes_nothing(
    environment: dict[str, str], tmp_path: Path, engine: Opened
) -> None:
    command = [sys.executable, "-m", "core", "mcp"]
    lines = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        input=json.dumps(INITIALIZE) + "\n",
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert "publish" in lines.stderr  # it was built just now, and said so elsewhere
    assert [json.loads(line)["id"] for line in lines.stdout.splitlines()] == [1]

    before = contents(tmp_path)
    server = StdioServerParameters(command=command[0], args=command[1:], env=environment, cwd=str(ROOT))

    async def work(client: Client) -> list[Any]:
        assert [tool.name for tool in (await client.list_tools()).tools] == NAMES
        unknown = await client.call_tool("get_company", {"company": "Compani A"})
        assert isinstance(unknown, CallToolResult)
        assert "公司A (公司A / Company A)" in refused(unknown)[1]
        return await call_each(client)

    answers = asked(server, work)
    here = asked(create_server(engine), call_each)
    assert without_times(answers[:-1]) == without_times(here[:-1])  # statistics tell builds apart
    assert contents(tmp_path) == before


def test_other_commands_do_not_load_the_sdk() -> None:
    code = "import sys, core.cli.parser; sys.exit(bool({'mcp', 'mcp_types', 'uvicorn'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
