"""Calls take turns and end when nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event, Lock
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult

from core.mcp import server as mcp_server
from core.mcp.server import create_server
from core.operations.context import Context, Opened
from core.operations.graph_statistics import graph_statistics
from core.operations.operation import Input
from core.statistics.figures import Statistics
from tests.integration.mcp.clients import asked


def with_tool(monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]) -> None:
    monkeypatch.setattr(mcp_server, "TOOLS", {"slow": replace(graph_statistics, name="slow", run=run)})


def test_two_calls_are_worked_on_at_a_time_and_others_are_answered_meanwhile(
    engine: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, most, counting, free = 0, 0, Lock(), Event()

    def slow(context: Context, _: Input) -> Statistics:
        nonlocal inside, most
        with counting:
            inside += 1
            most = max(most, inside)
        assert free.wait(30)
        with counting:
            inside -= 1
        return context.opened.statistics

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


def test_what_nobody_waits_for_any_more_is_ended(engine: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = Event(), Event()

    def endless(context: Context, _: Input) -> Statistics:
        begun.set()
        try:
            while True:
                context.check_cancelled()
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
