"""The routes of the API and their description: all that needs FastAPI, loaded at the first request that is let in."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.api import health, ingestion
from app.api.api_context import ApiContext
from app.api.documented import PROBLEM_MODEL, one_schema_each
from app.api.problems import answer_problem
from app.api.routes import catalogue_router
from core.errors import GuanxiError
from core.operations.operation import described
from core.settings import Settings

_DESCRIPTION = """Which companies relate, how closely, by which sources: what the pages of Guanxi show, for programs.
Questions, names and answers are Chinese or English. Send a key in the header `X-API-Key`.

与网页相同的企业关系检索接口，中英文均可。请在请求头 `X-API-Key` 中附上密钥。"""


def assembled(serving: ApiContext, settings: Settings) -> FastAPI:
    """Every route of the API over ``serving``."""
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
    for kind in (GuanxiError, HTTPException, Exception):
        routes.add_exception_handler(kind, answer_problem)
    routes.add_exception_handler(RequestValidationError, _answer_unfitting)
    _describe(routes, settings)
    return routes


async def _answer_unfitting(request: Request, error: Exception) -> Response:
    """What FastAPI calls for a request that does not fit its route."""
    assert isinstance(error, RequestValidationError)
    return await answer_problem(request, error, error.errors())


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
