"""The API put together: middleware from the outside in, routes, their description."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.access_log import AccessLog
from app.api.api_context import ApiContext
from app.api.bodies import BodyGuard
from app.api.gate import Gate, is_loopback
from app.api.middleware import RequestMiddleware
from app.api.rate_limit import RATE_HEADERS, RateLimit
from app.runtime.api_status import ApiStatus, belongs_to_api
from app.runtime.services import Services
from core.monitoring.api_keys import ApiKeys
from core.settings import Settings


def create_api(start: Callable[[], Services], settings: Settings, *, bound_to: str) -> ASGIApp:
    """The API over what ``start`` returns. ``bound_to``: the address that the process listens at.

    Raises SettingsInvalidError for keys that cannot be read, before anything is started: a process that ended while a
    thread of its services opens a knowledge base in compiled code would be aborted.
    """
    keys = ApiKeys(settings)
    shared = start()
    serving = ApiContext(shared, settings)
    limit = RateLimit(settings, serving.metrics.limiter_failures.inc)
    open_here = settings.api_open and is_loopback(bound_to)
    shared.api = ApiStatus(keys, limit, open_here=open_here, answers=serving.cache.figures)
    guarded = BodyGuard(_Later(partial(_routes, serving, settings)), settings.api_max_body_bytes)
    gate: ASGIApp = Gate(guarded, keys, limit, open_here=open_here)
    if settings.api_cors_origins:
        gate = CORSMiddleware(
            gate,
            allow_origins=settings.api_cors_origins.split(),
            allow_methods=["GET", "POST"],
            allow_headers=["X-API-Key", "Content-Type"],
            expose_headers=[*RATE_HEADERS, "Retry-After", "X-Request-ID"],
        )
    return RequestMiddleware(gate, AccessLog(settings.api_access_log), serving.metrics)


def _routes(serving: ApiContext, settings: Settings) -> ASGIApp:
    from app.api.assembled import assembled

    return assembled(serving, settings)


class _Later:
    """An application that is made when it is first asked: a server that people only look at pages of never needs it."""

    def __init__(self, make: Callable[[], ASGIApp]) -> None:
        self._make = make
        self._making = Lock()
        self._made: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; beside the pages, where it has to be made."""
        made = self._made if self._made is not None else await run_in_threadpool(self._once)
        await made(scope, receive, send)

    def _once(self) -> ASGIApp:
        with self._making:
            made = self._made if self._made is not None else self._make()
            self._made = made
        return made


class ApiRoute(BaseRoute):
    """Hands the addresses of the API on as they are, so that they are the same with and without a page beside it."""

    def __init__(self, api: ASGIApp) -> None:
        self._api = api

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Every address of the API."""
        if scope["type"] == "http" and belongs_to_api(scope["path"]):
            return Match.FULL, {}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The API answers."""
        await self._api(scope, receive, send)
