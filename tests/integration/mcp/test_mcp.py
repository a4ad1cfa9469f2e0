"""The tools, asked by the SDK's own client: in this process, over a real subprocess and over a real port."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult, ListToolsResult, TextContent

from core.cli import mcp as mcp_command
from core.cli.parser import main
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.results import Discovery
from core.errors import AddressNotLocalError, AddressTakenError, SearchFailedError
from core.mcp import server as mcp_server
from core.mcp.inputs import ToolInput
from core.mcp.server import create_server
from core.mcp.serving import serve_http
from core.mcp.tools import TOOLS, Engine
from core.messages import translate
from core.ontology import default_ontology
from core.statistics.figures import Statistics
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import ROOT, company, document_example, settings_for, write_data

Asking = Callable[[Client], Awaitable[Any]]
Arguments = dict[str, Any]
NAMES = ["discover_relationships", "recommend_relations", "search", "get_company", "graph_statistics"]
CALLS: list[tuple[str, Arguments]] = [
    ("discover_relationships", {"company": "Company A", "max_results": 3}),
    ("discover_relationships", {"query": "公司A的供应商有哪些？", "min_relevance": "high", "language": "zh"}),
    ("recommend_relations", {"company": "000001.SZ"}),
    ("recommend_relations", {"text": "Company C opens a wafer plant for Company A.", "max_results": 2}),
    ("search", {"query": "晶圆材料", "max_results": 4, "languages": ["zh", "en"], "source_kinds": ["*note"]}),
    ("get_company", {"company": "公司A", "neighbours_per_type": 1, "max_passages": 2}),
    ("graph_statistics", {}),
]


@pytest.fixture
def engine(document_pipeline: DiscoveryPipeline) -> Engine:
    return Engine(document_pipeline)


def asked(server: Any, asking: Asking) -> Any:
    """What ``asking`` makes of a client that is connected to ``server``."""

    async def run() -> Any:
        async with Client(server) as client:
            return await asking(client)

    return anyio.run(run)


def called(engine: Engine, name: str, **arguments: Any) -> CallToolResult:
    result = asked(create_server(engine), lambda client: client.call_tool(name, arguments))
    assert isinstance(result, CallToolResult)
    return result


def text(result: CallToolResult) -> str:
    content = result.content[0]
    assert isinstance(content, TextContent)
    return content.text


def given(result: CallToolResult) -> Any:
    assert not result.is_error, text(result)
    assert json.loads(text(result)) == result.structured_content
    return result.structured_content


def refused(result: CallToolResult) -> list[str]:
    """The English and the Chinese sentence of a refusal."""
    assert result.is_error
    return text(result).splitlines()


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_every_tool_is_described_limited_and_read_only(engine: Engine) -> None:
    listed: ListToolsResult = asked(create_server(engine), lambda client: client.list_tools())
    assert [tool.name for tool in listed.tools] == NAMES
    for tool in listed.tools:
        assert tool.annotations is not None
        assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"
        assert "Read-only" in (tool.description or "")
    assert all("Chinese and English" in (tool.description or "") for tool in listed.tools[:4])
    limits = listed.tools[0].input_schema["properties"]
    assert (limits["company"]["maxLength"], limits["query"]["maxLength"]) == (200, 2000)
    assert (limits["max_results"]["minimum"], limits["max_results"]["maximum"]) == (1, 100)


def test_the_server_says_which_version_it_is(engine: Engine) -> None:
    async def version(client: Client) -> str:
        return client.server_info.version

    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert asked(create_server(engine), version) == described["project"]["version"]


def fields_of(kind: str) -> list[tuple[str, str]]:
    return [
        (tool.name, name)
        for tool in TOOLS
        for name, field in tool.takes.model_json_schema()["properties"].items()
        if field.get("type") == kind
    ]


@pytest.mark.parametrize(("tool", "field"), fields_of("integer"))
@pytest.mark.parametrize("value", ["5", True, "five", None])
def test_a_number_is_a_number_as_over_http(value: object, tool: str, field: str, engine: Engine) -> None:
    assert field in refused(called(engine, tool, **{field: value}))[0]


@pytest.mark.parametrize(("tool", "field"), fields_of("boolean"))
@pytest.mark.parametrize("value", ["yes", 1, "true"])
def test_a_switch_is_a_switch_as_over_http(value: object, tool: str, field: str, engine: Engine) -> None:
    assert field in refused(called(engine, tool, **{field: value}))[0]


@pytest.mark.parametrize(("tool", "field"), [each for each in fields_of("string") if each[1] != "min_relevance"])
def test_of_a_text_that_is_too_long_the_characters_are_counted(tool: str, field: str, engine: Engine) -> None:
    (said, _) = refused(called(engine, tool, **{field: "x" * 2001}))
    assert re.search(rf"{field}: String should have at most (200|2000) characters", said)


def test_related_companies_come_with_reason_and_sources(engine: Engine) -> None:
    found = given(called(engine, "discover_relationships", company="公司A"))
    rival = found["related_companies"][0]
    assert (rival["company_id"], rival["name"], rival["name_en"]) == ("公司B", "公司B", "Company B")
    assert (rival["relation_type"], rival["relevance_level"]) == ("competitor", "high")
    assert rival["reason"]
    assert "公司A--competitor--公司B" in [source["id"] for source in rival["sources"]]
    assert (found["query_company_ids"], found["language"]) == (["公司A"], "zh")


def test_the_language_limit_and_level_asked_for_hold(engine: Engine) -> None:
    answering = given(called(engine, "discover_relationships", query="公司A的供应商有哪些？"))
    assert answering["answer"]["company_ids"] == ["公司C"]
    assert [each["company_id"] for each in answering["related_companies"] if each["answers_question"]] == ["公司C"]
    partly = given(called(engine, "discover_relationships", query="德国的公司A供应商有哪些？"))
    assert (partly["answer"]["outcome"], partly["answer"]["not_understood"]) == ("partly_understood", ["德国"])
    found = given(called(engine, "discover_relationships", company="公司A", language="en", max_results=1))
    assert [each["name"] for each in found["related_companies"]] == ["Company B"]
    high = given(called(engine, "discover_relationships", company="Company A", min_relevance="high"))
    assert {each["relevance_level"] for each in high["related_companies"]} == {"high"}
    assert high["hidden_by_relevance"] > 0


def test_recommendations_say_what_is_recorded(engine: Engine) -> None:
    found = given(called(engine, "recommend_relations", company="Company A", only_new=False))
    assert found["source_id"] == "公司A"
    assert found["items"][0]["target_id"] == "公司B"
    assert found["items"][0]["recorded"] is True
    assert found["items"][0]["sources"]
    new = given(called(engine, "recommend_relations", company="Company A"))
    assert not {"公司B", "公司C"} & {item["target_id"] for item in new["items"]}


def test_passages_name_entities(engine: Engine) -> None:
    found = given(called(engine, "search", query="wafer materials", max_results=2, source_kinds=["industry_note"]))
    assert [each["passage"]["id"] for each in found["passages"]] == ["p2"]
    assert {"公司A", "公司C"} <= {each["id"] for each in found["entities"]}
    assert {each["name_en"] for each in found["entities"]} >= {"Company A", "Company C"}


def test_a_company_is_found_by_any_of_its_names(engine: Engine) -> None:
    profiles = [given(called(engine, "get_company", company=name)) for name in ("公司A", "Company A", "000001.SZ")]
    assert profiles[0] == profiles[1] == profiles[2]
    assert profiles[0]["entity"]["id"] == "公司A"


def test_statistics_are_those_of_the_command_line(engine: Engine) -> None:
    found = Statistics.model_validate(given(called(engine, "graph_statistics")))
    assert found == engine.statistics
    assert found.counts.companies == 5


@pytest.mark.parametrize(
    ("name", "arguments", "fields"),
    [
        ("discover_relationships", {"company": "公司A", "max_results": 0}, ["max_results"]),
        (
            "discover_relationships",
            {"company": "公司A", "min_relevance": "none", "language": "fr"},
            ["min_relevance", "language"],
        ),
        ("discover_relationships", {"company": "x" * 201}, ["company"]),
        ("discover_relationships", {"query": ["/etc/passwd"]}, ["query"]),
        ("recommend_relations", {"text": "x" * 2001, "only_new": "perhaps"}, ["text", "only_new"]),
        ("search", {}, ["query"]),
        ("search", {"query": "\u0000\u202e "}, ["query"]),
        ("get_company", {"company": "公司A", "passages": 5}, ["passages"]),
        ("graph_statistics", {"all": True}, ["all"]),
    ],
)
def test_input_that_does_not_fit_is_refused(name: str, arguments: Arguments, fields: list[str], engine: Engine) -> None:
    lines = refused(called(engine, name, **arguments))
    assert len(lines) == 2
    for line in lines:
        assert name in line
        assert all(field in line for field in fields)
        assert "passwd" not in line
        assert "xxxx" not in line


def test_nothing_asked_and_no_such_tool_are_refused(engine: Engine) -> None:
    empty = [translate("error.query_empty", language) for language in ("en", "zh")]
    assert refused(called(engine, "discover_relationships")) == empty
    assert refused(called(engine, "recommend_relations")) == empty
    assert all(name in line for line in refused(called(engine, "delete_everything")) for name in NAMES)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("discover_relationships", {"company": "Compani A"}),
        ("discover_relationships", {"query": "Who competes with Compani A?"}),
        ("recommend_relations", {"company": "Compani A"}),
        ("get_company", {"company": "Compani A"}),
    ],
)
def test_unknown_names_are_refused_with_the_nearest_ones(name: str, arguments: Arguments, engine: Engine) -> None:
    for line in refused(called(engine, name, **arguments)):
        assert "公司A (公司A / Company A)" in line


@pytest.mark.parametrize("name", ["discover_relationships", "recommend_relations", "get_company"])
def test_names_that_are_like_none_are_refused(name: str, engine: Engine) -> None:
    english, chinese = refused(called(engine, name, company="qqqqqqqqqq"))
    assert english == translate("error.company_name_unlike_any", "en", name="qqqqqqqqqq")
    assert chinese == translate("error.company_name_unlike_any", "zh", name="qqqqqqqqqq")


def test_ambiguous_names_are_refused_with_all_choices(tmp_path: Path, encoder: Encoder) -> None:
    data = write_data(
        tmp_path / "data",
        companies=[
            company("one", "北辰", "Polestar", tickers="1.HK"),
            company("two", "北辰", "Polestar", tickers="2.HK"),
            company("three", "南斗", "Southern Dipper"),
        ],
    )
    settings = settings_for(data, tmp_path / "kb")
    base = build_and_open(settings, encoder)
    engine = Engine(DiscoveryPipeline(base, default_ontology(), settings, encoder=lambda: encoder))
    calls: list[tuple[str, Arguments]] = [
        ("discover_relationships", {"company": "Polestar"}),
        ("discover_relationships", {"query": "北辰的竞争对手"}),
        ("recommend_relations", {"company": "北辰"}),
        ("recommend_relations", {"text": "Polestar opens a plant."}),
        ("get_company", {"company": "Polestar"}),
    ]
    for name, arguments in calls:
        english, chinese = refused(called(engine, name, **arguments))
        assert "can mean several" in english
        assert all(f"{each} (北辰 / Polestar)" in line for each in ("one", "two") for line in (english, chinese))
    assert given(called(engine, "get_company", company="two"))["entity"]["tickers"] == ["2.HK"]


def failing(error: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RuntimeError("cannot open /secret/folder/file"), "internal"),
        (SearchFailedError(detail="cannot open /secret/folder/file"), "search_failed"),
    ],
)
def test_faults_stay_in_the_log(
    error: Exception, code: str, engine: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("core.mcp.tools.search_passages", failing(error))
    broken = called(engine, "search", query="wafers")
    assert refused(broken) == [translate("mcp.unavailable", language, code=code) for language in ("en", "zh")]
    assert "/secret/folder/file" in caplog.text


def test_a_failed_search_is_not_an_empty_answer(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Discovery(outcome="search_failed", explanation="the table is damaged")
    monkeypatch.setattr("core.mcp.tools.ask", lambda *_, **__: failed)
    assert "search_failed" in refused(called(engine, "discover_relationships", company="公司A"))[0]


def with_tool(monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]) -> None:
    monkeypatch.setattr(mcp_server, "TOOLS", (replace(TOOLS[-1], name="slow", takes=ToolInput, run=run),))


def test_two_calls_are_worked_on_at_a_time_and_others_are_answered_meanwhile(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, most, counting, free = 0, 0, Lock(), Event()

    def slow(engine: Engine, _: ToolInput, __: Callable[[], None]) -> Statistics:
        nonlocal inside, most
        with counting:
            inside += 1
            most = max(most, inside)
        assert free.wait(30)
        with counting:
            inside -= 1
        return engine.statistics

    with_tool(monkeypatch, slow)
    results: list[CallToolResult] = []

    async def ask_five_times(client: Client) -> None:
        async def ask() -> None:
            result = await client.call_tool("slow", {})
            assert isinstance(result, CallToolResult)
            results.append(result)

        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(ask)
            with anyio.fail_after(20):
                while inside < 2:
                    await anyio.sleep(0.01)
                assert [tool.name for tool in (await client.list_tools()).tools] == ["slow"]
            free.set()

    asked(create_server(engine), ask_five_times)
    assert (len(results), most) == (5, 2)


def test_what_nobody_waits_for_any_more_is_ended(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = Event(), Event()

    def endless(_: Engine, __: ToolInput, still_wanted: Callable[[], None]) -> Statistics:
        begun.set()
        try:
            while True:
                still_wanted()
        finally:
            ended.set()

    with_tool(monkeypatch, endless)

    async def leave(client: Client) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "slow", {})
            while not begun.is_set():
                await anyio.sleep(0.01)
            group.cancel_scope.cancel()

    asked(create_server(engine), leave)
    assert ended.wait(10)


async def call_each(client: Client) -> list[Any]:
    answers = []
    for name, arguments in CALLS:
        result = await client.call_tool(name, arguments)
        assert isinstance(result, CallToolResult)
        answers.append(given(result))
    return answers


def without_times(answers: list[Any]) -> list[Any]:
    times = ("processing_time_ms", "milliseconds")
    return [{key: value for key, value in answer.items() if key not in times} for answer in answers]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_http_the_answers_are_the_same(mode: str, engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_other_machines_are_not_served(capsys: pytest.CaptureFixture[str], engine: Engine) -> None:
    assert main(["mcp", "--transport", "streamable-http", "--host", "0.0.0.0"]) == 1  # noqa: S104 - is refused
    hosts = "127.0.0.1, localhost, ::1"
    assert translate("error.address_not_local", "zh", host="0.0.0.0", hosts=hosts) in capsys.readouterr().err  # noqa: S104
    with pytest.raises(AddressNotLocalError):
        anyio.run(serve_http, create_server(engine), "192.0.2.1", free_port())


def test_a_port_that_is_taken_is_said_so(engine: Engine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, pytest.raises(AddressTakenError):
        anyio.run(serve_http, create_server(engine), "127.0.0.1", listening.getsockname()[1])


def options(**changed: object) -> Namespace:
    return Namespace(**{"transport": "stdio", "host": "127.0.0.1", "port": 3019, **changed})


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
        "LANCE_LOG": "error",
    }


def test_a_process_of_its_own_serves_a_client_and_changes_nothing(
    environment: dict[str, str], tmp_path: Path, engine: Engine
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


PARSING, INVALID = -32700, -32600
NO_MESSAGES: list[tuple[str, int]] = [
    ("not json", PARSING),
    ('{"jsonrpc": "2.0", "id": 1', PARSING),
    ("", PARSING),
    ("\ufffd\u202e", PARSING),
    ("[]", INVALID),
    ('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', INVALID),
    ("{}", INVALID),
    ("3", INVALID),
    ('{"jsonrpc": "1.0", "id": 1, "method": "ping"}', INVALID),
]


def test_a_line_that_is_no_message_is_answered_and_the_next_one_too() -> None:
    code = (
        "import anyio; from mcp.server.lowlevel import Server; from core.mcp.serving import serve_stdio;"
        "anyio.run(serve_stdio, Server('tools'))"
    )
    ping = json.dumps({"jsonrpc": "2.0", "id": "last", "method": "ping"})
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n".join([*(line for line, _ in NO_MESSAGES), ping, ""]))
        process.stdin.flush()  # and stays open: at its end what is being answered is given up
        *refusals, last = [json.loads(process.stdout.readline()) for _ in range(len(NO_MESSAGES) + 1)]
        process.stdin.close()
        assert process.wait(60) == 0
    assert [(each["id"], each["error"]["code"]) for each in refusals] == [(None, code) for _, code in NO_MESSAGES]
    assert last == {"jsonrpc": "2.0", "id": "last", "result": {}}
