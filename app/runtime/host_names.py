"""Requests for a host name that is not the server's own are refused: protection against DNS rebinding."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.runtime.api_status import belongs_to_api
from core.messages import translate

LOCAL_NAMES = {"localhost", "127.0.0.1", "[::1]"}
HEALTH = "/_stcore/health"
_USUAL_PORTS = (":80", ":443")
_MISDIRECTED = 421
_SHOWN = 100  # characters of a name that is refused


def host_name(headers: Headers) -> str:
    """The name that a client believes it talks to, in lower case, without port."""
    return _without_any_port(headers.get("host", "").lower())


class HostNames:
    """ASGI middleware around pages and their websocket. The API, which has a rule of its own, is let through.

    An address such as 192.168.1.5, ``localhost``, the name of this machine, and ``names`` are answered for. With
    ``any_name`` every name is: a password guards the pages, and its cookie is sent to one name only. A websocket is
    opened to pages of this server alone, whatever else runs on this machine.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], *, any_name: bool = False) -> None:
        self._app = app
        self._names = {each.lower() for each in names}
        self._known = self._names | LOCAL_NAMES | names_of_this_machine()
        self._any_name = any_name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through, or refuse."""
        if scope["type"] not in ("http", "websocket") or scope["path"] == HEALTH or belongs_to_api(scope["path"]):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        name = host_name(headers)
        if not (self._any_name or self._answers_for(name)):
            await _refuse(name, scope, receive, send)
        elif scope["type"] == "websocket" and not self._is_own_page(headers):
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._app(scope, receive, _unframed(send))

    def _answers_for(self, name: str) -> bool:
        return name in self._known or name.endswith(".localhost") or _is_address(name)

    def _is_own_page(self, headers: Headers) -> bool:
        """A program that is no browser sends no origin."""
        origin = headers.get("origin")
        if origin is None:
            return True
        asked_from = origin.lower().partition("://")[2]
        own = _without_usual_port(headers.get("host", "").lower())
        return _without_usual_port(asked_from) == own or _without_any_port(asked_from) in self._names


def names_of_this_machine() -> set[str]:
    """The host name as configured, without its domain, and with ``.local`` as multicast DNS has it."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"}


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _without_any_port(host: str) -> str:
    return host if host.endswith("]") else host.rsplit(":", 1)[0]


def _without_usual_port(host: str) -> str:
    usual = next((port for port in _USUAL_PORTS if host.endswith(port)), "")
    return host.removesuffix(usual)


def _unframed(send: Send) -> Send:
    """Add the header that forbids other sites to show an answer in a frame (clickjacking)."""

    async def with_header(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).setdefault("X-Frame-Options", "SAMEORIGIN")
        await send(message)

    return with_header


async def _refuse(name: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    said = "\n".join(translate("host_names.unknown", each, name=name[:_SHOWN]) for each in ("en", "zh"))
    await PlainTextResponse(f"{said}\n", _MISDIRECTED, {"X-Content-Type-Options": "nosniff"})(scope, receive, send)
