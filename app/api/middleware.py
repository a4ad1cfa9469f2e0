"""Around every request: an id, security headers, the access log, the counters, and a defined answer to any error."""

from __future__ import annotations

import logging
import re
import time
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.access_log import Access, AccessLog
from app.api.gate import is_documentation
from app.api.metrics import Metrics
from app.api.problems import problem_response
from core.errors import GuanxiError
from core.messages import guess_language
from core.monitoring.request_ids import begin_request

_log = logging.getLogger("guanxi")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._:=-]{8,128}")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_NOTHING_LOADED = "default-src 'none'; frame-ancestors 'none'"
_DOCUMENTATION_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'"
)


class RequestMiddleware:
    """The outermost ASGI middleware of the API."""

    def __init__(self, app: ASGIApp, log: AccessLog, metrics: Metrics) -> None:
        self._app = app
        self._log = log
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever happens."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        state = scope.setdefault("state", {})
        asked_for = Headers(scope=scope).get("x-request-id", "")
        state["request_id"] = asked_for if _REQUEST_ID.fullmatch(asked_for) else str(uuid4())
        begin_request(state["request_id"])  # of this task alone: each request has its own
        begun, status = time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(MutableHeaders(scope=message), scope)
            await send(message)

        outcome = "hung_up"
        try:
            await self._app(scope, receive, sent)
            outcome = state.get("problem", "answered") if status else outcome
        except Exception as error:  # noqa: BLE001 - whatever it is, the client gets a defined answer and the log the rest
            outcome = type(error).__name__
            if not isinstance(error, GuanxiError):
                _log.exception("request %s failed", state["request_id"])
            if not status:
                language = guess_language(Headers(scope=scope).get("accept-language"))
                answer = problem_response(error, request_id=state["request_id"], language=language)
                await answer(scope, receive, sent)
        finally:
            self._record(scope, status, outcome, time.perf_counter() - begun)

    def _add_headers(self, headers: MutableHeaders, scope: Scope) -> None:
        headers["X-Request-ID"] = scope["state"]["request_id"]
        quota = scope["state"].get("quota")
        for name, value in {**_HEADERS, **(quota.headers if quota is not None else {})}.items():
            headers.setdefault(name, value)
        documentation = is_documentation(scope["path"])
        headers["Content-Security-Policy"] = _DOCUMENTATION_POLICY if documentation else _NOTHING_LOADED

    def _record(self, scope: Scope, status: int, outcome: str, seconds: float) -> None:
        state = scope["state"]
        path = getattr(scope.get("route"), "path", "unknown")
        caller = state.get("caller")
        self._metrics.request(path, status, seconds)
        written = self._log.write(
            Access(
                request_id=state["request_id"],
                key=caller.name if caller else "",
                method=scope["method"][:16],
                path=path,
                status=status,
                outcome=outcome,
                milliseconds=round(1000.0 * seconds, 1),
                cached=state.get("cached", False),
            )
        )
        if not written:
            self._metrics.log_failures.inc()
