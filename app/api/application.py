"""The API put together: middleware from the outside in, routes, their description."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi_offline import FastAPIOffline
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api import health, ingestion
from app.api.access_log import AccessLog
from app.api.bodies import BodyGuard
from app.api.documented import PROBLEM_MODEL, one_schema_each
from app.api.envelope import Envelope
from app.api.gate import Gate, is_loopback
from app.api.problems import answer_problem
from app.api.rate_limit import RATE_HEADERS, RateLimit
from app.api.routes import catalogue_router
from app.api.serving import Serving
from app.runtime.api_status import ApiStatus, belongs_to_api
from app.runtime.services import Services
from core.errors import GuanxiError
from core.monitoring.api_keys import ApiKeys
from core.operations.operation import described
from core.settings import Settings

_DESCRIPTION = """Which companies relate, how closely, by which sources: what the pages of Guanxi show, for programs.
Questions, names and answers are Chinese or English. Send a key in the header `X-API-Key`.

与网页相同的企业关系检索接口，中英文均可。请在请求头 `X-API-Key` 中附上密钥。"""


def create_api(start: Callable[[], Services], settings: Settings, *, bound_to: str) -> ASGIApp:
    """The API over what ``start`` returns. ``bound_to``: the address that the process listens at.

    Raises SettingsInvalidError for keys that cannot be read, before anything is started: a process that ended while a
    thread of its services opens a knowledge base in compiled code would be aborted.
    """
    keys = ApiKeys(settings)
    shared = start()
    serving = Serving(shared, settings)
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
    return Envelope(gate, AccessLog(settings.api_access_log), serving.metrics)


def _routes(serving: Serving, settings: Settings) -> FastAPI:
    routes = FastAPIOffline(
        title="Guanxi",
        version="1",
        description=_DESCRIPTION,
        docs_url="/api/docs",
        redoc_url=None,
        openapi_url="/api/openapi.json",
        static_url="/api/static",
        swagger_ui_oauth2_redirect_url="/api/docs/oauth2",
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
    )
    routes.state.serving = serving
    for router in (catalogue_router(), ingestion.router, health.router):
        routes.include_router(router)
    for kind in (GuanxiError, RequestValidationError, HTTPException, Exception):
        routes.add_exception_handler(kind, answer_problem)
    _describe(routes, settings)
    return routes


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


def _describe(routes: FastAPI, settings: Settings) -> None:
    """The OpenAPI document: how to send a key, and problems as this API tells them."""

    def description() -> dict[str, Any]:
        if routes.openapi_schema is None:
            found = get_openapi(
                title=routes.title, version=routes.version, description=routes.description, routes=routes.routes
            )
            components = found.setdefault("components", {})
            schemas = components.setdefault("schemas", {})
            template = "#/components/schemas/{model}"
            problem = PROBLEM_MODEL.model_json_schema(ref_template=template)
            schemas.update(problem.pop("$defs", {}))
            schemas["Problem"] = problem
            components["securitySchemes"] = {"key": {"type": "apiKey", "in": "header", "name": "X-API-Key"}}
            for path, methods in found["paths"].items():
                for method in methods.values():
                    method["security"] = [] if path.startswith("/health/") else [{"key": []}]
            routes.openapi_schema = described(one_schema_each(found), settings)
        return routes.openapi_schema

    routes.openapi = description  # type: ignore[method-assign]  # how FastAPI documents it


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
