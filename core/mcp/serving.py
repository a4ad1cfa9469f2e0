"""Carrying the protocol: over standard input and output for one client, or over HTTP for those on this machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import anyio
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCNotification, RequestId
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from core.errors import RefusedError
from core.messages import translate
from core.runtime.listening import listening

PATH = "/mcp"
LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")
_NOTIFICATIONS = "notifications/"
_MAX_BODY = 262_144  # bytes of a request
_TOP_LEVEL = 2  # the kind of message, and its member
_NAMES = ("127.0.0.1:*", "localhost:*", "[::1]:*")


class AddressNotLocalError(RefusedError):
    """Something without keys was to be served to other machines."""


def require_local(host: str) -> None:
    """Raises AddressNotLocalError for an address that other machines might reach."""
    if host not in LOCAL_HOSTS:
        raise AddressNotLocalError(host=host[:100], hosts=", ".join(LOCAL_HOSTS))


async def serve_stdio(server: Server[Any]) -> None:
    """Until the client closes its end. Nothing but messages of the protocol goes to standard output meanwhile."""
    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as both:
        messages, valid = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        both.start_soon(_refuse_what_is_no_message, incoming, messages, outgoing.clone())
        await server.run(valid, outgoing, server.create_initialization_options())
        both.cancel_scope.cancel()


async def _refuse_what_is_no_message(incoming: Any, messages: Any, outgoing: Any) -> None:
    """Hand messages on; answer a line that is none as JSON-RPC says: the SDK passes over it."""
    async with messages, outgoing:
        async for message in incoming:
            if isinstance(message, Exception):
                await outgoing.send(SessionMessage(_refusal(message)))
            elif _is_request_without_usable_id(message):
                await outgoing.send(SessionMessage(_refusal(ValueError("id"))))
            else:
                await messages.send(message)


def _is_request_without_usable_id(message: SessionMessage) -> bool:
    """Whether what was read as a notification is a request: with an id such as null, true or 1.5."""
    read = message.message
    return isinstance(read, JSONRPCNotification) and not read.method.startswith(_NOTIFICATIONS)


def _refusal(fault: Exception) -> JSONRPCError:
    """-32700 for what is no JSON, -32600 for JSON that is no message, such as a batch; with its id if it has one."""
    faults = fault.errors() if isinstance(fault, ValidationError) else []
    no_json = any(each["type"] == "json_invalid" for each in faults)
    error = (
        ErrorData(code=PARSE_ERROR, message="Parse error: one JSON message a line is wanted")
        if no_json
        else ErrorData(code=INVALID_REQUEST, message="Invalid request: one JSON-RPC 2.0 message a line, no batch")
    )
    return JSONRPCError(jsonrpc="2.0", id=_id_of(faults), error=error)


def _id_of(faults: Sequence[ErrorDetails]) -> RequestId | None:
    """The id of the object in which a member is missing, which for some kind of message is always so; None where it
    has none that is a string or a whole number."""
    for fault in faults:
        if fault["type"] == "missing" and len(fault["loc"]) == _TOP_LEVEL and isinstance(fault["input"], dict):
            given = fault["input"].get("id")
            return given if isinstance(given, str | int) and not isinstance(given, bool) else None
    return None


async def serve_http(server: Server[Any], host: str, port: int) -> None:
    """Streamable HTTP until the process is told to end; ``port`` 0 takes any that is free.

    Requests that a page elsewhere sends under another name of this machine (DNS rebinding) are refused. Raises
    AddressNotLocalError and AddressTakenError.
    """
    require_local(host)
    with listening(host, port) as open_socket:
        names = TransportSecuritySettings(
            allowed_hosts=list(_NAMES), allowed_origins=[f"http://{name}" for name in _NAMES]
        )
        app = server.streamable_http_app(
            streamable_http_path=PATH, host=host, max_request_body_size=_MAX_BODY, transport_security=names
        )
        address = f"http://{f'[{host}]' if ':' in host else host}:{open_socket.getsockname()[1]}{PATH}"
        for language in ("zh", "en"):
            print(translate("mcp.listening", language, address=address), file=sys.stderr, flush=True)
        config = uvicorn.Config(app, log_level="warning", access_log=False)
        await uvicorn.Server(config).serve(sockets=[open_socket])
