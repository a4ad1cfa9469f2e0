"""What is no JSON-RPC message gets the error that JSON-RPC 2.0 states for it."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.support import ROOT

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
