"""Routes made from the catalogue of operations: where each is reached, and how a request becomes an answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic.fields import FieldInfo

from app.api.api_context import as_json, require_curate, require_ingest
from app.api.documented import ACCEPTED, problems_of
from app.api.event_stream import streamed, wants_events
from app.api.jobs import JobState
from app.api.serving_here import ServingHere
from core.domain.strict_fields import IsNumber
from core.operations.catalogue import OFFERED
from core.operations.context import Context
from core.operations.kept_data import link_passages
from core.operations.operation import Input, Operation
from core.operations.relationships import CompanyFound, discover_relationships

_EVENTS = """

With `Accept: text/event-stream` the answer comes as events: `stage` and `company` as they are ready (a model may judge
a company again, which is told again), then `answer`, or `problem`."""
_NOT_PERMITTED = "Extra inputs are not permitted"  # as of a body
_LANGUAGES = {"zh": "中文", "en": "English"}


@dataclass(frozen=True)
class Route:
    """Where an operation is reached: the name that generated clients call it by, its address and its group."""

    name: str
    path: str
    method: str = "POST"
    tag: str = "companies"


_ADDRESSES = {
    "discover_relationships": Route("relationships", "/api/v1/relationships"),
    "recommend_relations": Route("recommendations", "/api/v1/recommendations"),
    "answer_fact": Route("answers", "/api/v1/answers"),
    "find_companies": Route("companies", "/api/v1/companies", "GET"),
    "get_company": Route("company", "/api/v1/companies/{company_id:path}", "GET"),
    "search_passages": Route("search", "/api/search", tag="search"),
    "get_entity": Route("entity", "/api/graph/entities/{entity_id:path}", "GET", "graph"),
    "get_ontology": Route("ontology", "/api/graph/ontology", "GET", "graph"),
    "list_sources": Route("sources", "/api/graph/sources", "GET", "graph"),
    "list_versions": Route("versions", "/api/graph/versions", "GET", "graph"),
    "graph_statistics": Route("graph_statistics", "/api/graph/statistics", "GET", "graph"),
}
"""Those that documents fix, or that were there before; any other operation is at its name below /api/v1."""


def route_of(operation: Operation[Any, Any]) -> Route:
    """Where an operation is reached."""
    path = f"/api/v1/{operation.name.replace('_', '-')}"
    usual = Route(operation.name, path, tag="companies" if operation.effect == "read" else "ingestion")
    return _ADDRESSES.get(operation.name, usual)


def catalogue_router() -> APIRouter:
    """A route for every operation; those that change anything want a key that may, and what builds anew is a job."""
    router = APIRouter()
    for operation in OFFERED:
        route, is_job = route_of(operation), operation.effect == "rebuild"
        router.add_api_route(
            route.path,
            _endpoint(operation, route),
            methods=[route.method],
            name=route.name,
            tags=[route.tag],
            status_code=202 if is_job else 200,
            response_model=JobState if is_job else operation.gives,
            responses=ACCEPTED if is_job else problems_of(operation.errors),
            dependencies=_rights(operation),
            summary=operation.title,
            description=operation.summary + (_EVENTS if operation is discover_relationships else ""),
        )
    return router


def _rights(operation: Operation[Any, Any]) -> list[Any]:
    """Linking makes nothing go away, so that it belongs to bringing data."""
    if operation.effect == "read":
        return []
    return [Depends(require_ingest if operation is link_passages else require_curate)]


def _endpoint(operation: Operation[Any, Any], route: Route) -> Callable[..., Any]:
    in_body = route.method == "POST"

    async def endpoint(request: Request, serving: ServingHere, **given: Any) -> Response:
        if not in_body:
            _refuse_unknown(request, parameters)
        asked: Input = given["asked"] if in_body else operation.read(given)
        asked.check(serving.settings)
        if operation is discover_relationships and wants_events(request):
            language = asked.reading_language
            return await streamed(
                request, serving, operation, asked, lambda company: CompanyFound.of(company, language)
            )
        if operation.effect == "rebuild":
            return await serving.begin(operation, asked)
        if operation.effect == "write":
            context = Context(await serving.newest())
            return as_json(await serving.work_queue.run(lambda: operation.answer(context, asked)))
        answer: Response = await serving.answer(request, operation, asked)
        return answer

    fields = operation.takes.model_fields.items()
    own = [_body(operation)] if in_body else [_parameter(route, name, info) for name, info in fields]
    parameters = {info.alias or name for name, info in fields}
    shared = [_keyword("request", Request), _keyword("serving", ServingHere)]
    endpoint.__signature__ = Signature([*own, *shared])  # type: ignore[attr-defined]  # what FastAPI reads
    return endpoint


def _refuse_unknown(request: Request, known: Collection[str]) -> None:
    """A parameter that is misspelt is refused as a field of a body is: else its default would answer in silence."""
    unknown = [name for name in request.query_params if name not in known]
    if unknown:
        faults = [{"type": "extra_forbidden", "loc": ("query", name), "msg": _NOT_PERMITTED} for name in unknown]
        raise RequestValidationError(faults)


def _keyword(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _body(operation: Operation[Any, Any]) -> Parameter:
    """The input as a JSON object, with one example in each language, by the names that the API documents."""
    examples: dict[str, Any] = {
        language: {"summary": _LANGUAGES[language], "value": http_form(operation, example)}
        for language, example in operation.examples.items()
    }
    return _keyword("asked", Annotated[operation.takes, Body(openapi_examples=examples)])


def http_form(operation: Operation[Any, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """An input by the names that the API documents."""
    asked: Input = operation.read(given)
    return asked.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _parameter(route: Route, name: str, info: FieldInfo) -> Parameter:
    """A field in the path, or in the query string."""
    called = info.alias or name
    if f"{{{name}_id:" in route.path:
        called = f"{name}_id"
    place = Path if f"{{{called}:" in route.path else Query
    extra: Any = info.json_schema_extra
    annotation: Any = info.annotation
    described = place(alias=called, description=info.description, examples=info.examples, json_schema_extra=extra)
    rules = [each for each in info.metadata if each is not IsNumber]  # an address is text, also where it says a number
    annotation = Annotated[annotation, *rules, described]
    return _keyword(name, annotation, Parameter.empty if info.is_required() else info.default)
