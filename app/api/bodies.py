"""A body is read whole before work starts: not too large, not too deep, not too slow."""

from __future__ import annotations

import asyncio
import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.refusals import BodyTooDeepError, BodyTooLargeError, BodyTooSlowError

MAX_DEPTH = 16
MAX_SECONDS = 10
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)  # to the end where it is not closed: linear time
_BRACKET = re.compile(rb"[\[\]{}]")


class BodyGuard:
    """ASGI middleware: hands on a body of at most ``max_bytes`` that arrived within ten seconds."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises BodyTooLargeError, BodyTooSlowError and BodyTooDeepError."""
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and int(announced) > self._max_bytes:
            raise BodyTooLargeError(limit=self._max_bytes)
        try:
            body = await asyncio.wait_for(self._read(receive), MAX_SECONDS)
        except TimeoutError as error:
            raise BodyTooSlowError(seconds=MAX_SECONDS) from error
        if body is None:
            return  # the client has hung up
        if _depth(body) > MAX_DEPTH:
            raise BodyTooDeepError(limit=MAX_DEPTH)
        given = False

        async def again() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, again, send)

    async def _read(self, receive: Receive) -> bytes | None:
        parts, length = [], 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            parts.append(message.get("body", b""))
            length += len(parts[-1])
            if length > self._max_bytes:
                raise BodyTooLargeError(limit=self._max_bytes)
            if not message.get("more_body", False):
                return b"".join(parts)


def _depth(body: bytes) -> int:
    """How deeply brackets are nested outside of strings, whether or not the rest is JSON."""
    deepest = depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub(b"", body)):
        depth += 1 if bracket[0] in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest
