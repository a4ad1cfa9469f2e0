"""What is no JSON-RPC message gets the error that JSON-RPC 2.0 states for it, with its id where it has one."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.support import ROOT

PARSING, INVALID = -32700, -32600
NO_MESSAGES: list[tuple[str, int, int | str | None]] = [
    ("not json", PARSING, None),
    ('{"jsonrpc": "2.0", "id": 1', PARSING, None),
    ("", PARSING, None),
    ("\ufffd\u202e", PARSING, None),
    ("[]", INVALID, None),
    ('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', INVALID, None),
    ("{}", INVALID, None),
    ("3", INVALID, None),
    ('{"jsonrpc": "1.0", "id": 1, "method": "ping"}', INVALID, 1),
    ('{"id": "a", "method": "ping"}', INVALID, "a"),
    ('{"jsonrpc": "2.0", "id": 0}', INVALID, 0),
    ('{"jsonrpc": "2.0", "id": "", "method": 7}', INVALID, ""),
    ('{"jsonrpc": "2.0", "id": -4, "method": "ping", "params": [1]}', INVALID, -4),
    ('{"jsonrpc": "2.0", "id": 2, "result": 1, "error": {"id": 3}}', INVALID, 2),
    *[(f'{{"jsonrpc": "1.0", "id": {no_id}, "method": "ping"}}', INVALID, None) for no_id in ("null", "true", "[1]")],
    ('{"jsonrpc": "1.0", "id": {"id": 5}, "method": "ping"}', INVALID, None),
    *[
        (f'{{"jsonrpc": "2.0", "id": {no_id}, "method": "ping"}}', INVALID, None)
        for no_id in ("null", "true", "1.5", "[1]")
    ],
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
        process.stdin.write("\n".join([*(line for line, *_ in NO_MESSAGES), ping, ""]))
        process.stdin.flush()  # and stays open: at its end what is being answered is given up
        *refusals, last = [json.loads(process.stdout.readline()) for _ in range(len(NO_MESSAGES) + 1)]
        process.stdin.close()
        assert process.wait(60) == 0
    assert [(each["error"]["code"], each["id"]) for each in refusals] == [each[1:] for each in NO_MESSAGES]
    assert last == {"jsonrpc": "2.0", "id": "last", "result": {}}
