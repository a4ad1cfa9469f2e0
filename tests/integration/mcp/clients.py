"""The SDK's own client, and what it is answered."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp import Client
from mcp_types import CallToolResult, TextContent

from core.mcp.server import create_server
from core.operations.catalogue import READS
from core.operations.context import Opened

Asking = Callable[[Client], Awaitable[Any]]
Arguments = dict[str, Any]
NAMES = [operation.name for operation in READS]


def asked(server: Any, asking: Asking) -> Any:
    """What ``asking`` makes of a client that is connected to ``server``."""

    async def run() -> Any:
        async with Client(server) as client:
            return await asking(client)

    return anyio.run(run)


def called(engine: Opened, name: str, **arguments: Any) -> CallToolResult:
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
