"""Refusals as problem details (RFC 9457): a code, messages in Chinese and English, and nothing of the inside."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.api.problem_codes import UNAVAILABLE, is_documented, status_of
from app.api.refusals import ChangeRunningError
from core.discovery.name_resolution import CompanyNameAmbiguousError, CompanyNameUnknownError
from core.domain.results import NameChoice
from core.errors import GuanxiError, RefusedError
from core.messages import LANGUAGES, Language, guess_language, translate
from core.messages.library_words import in_words
from core.operations.operation import FieldsInvalidError

Unfitting = Sequence[Mapping[str, Any]]
MEDIA_TYPE = "application/problem+json"
_BY_STATUS = {404: "api.not_found", 405: "api.method_not_allowed"}
_log = logging.getLogger("guanxi")
_SHOWN_FAULTS = 50
_NAMED_FIELDS = 3
_COME_BACK = 5  # seconds


class Messages(BaseModel):
    """The same in both languages."""

    zh: str
    en: str


class FieldFault(BaseModel):
    """A field that does not fit, as a path (``fusion.rrf_k``), and why, in the language of ``detail``."""

    field: str
    reason: str


class Problem(BaseModel):
    """Why a request was refused. ``detail`` is one of the messages, in the language the client prefers."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "type": "urn:guanxi:problem:company_name_unknown",
                "title": "Not Found",
                "status": 404,
                "detail": "No company in the knowledge base matches “CATT”. …",
                "code": "company_name_unknown",
                "messages": {"zh": "知识库里没有找到“CATT”对应的公司。…", "en": "No company in the … “CATT”. …"},
                "request_id": "0f8fad5b-d9cb-469f-a165-70867728950e",
                "choices": [{"company_id": "catl", "name_zh": "宁德时代", "name_en": "CATL", "similarity": 0.75}],
                "errors": [],
            }
        }
    )

    type: str
    title: str
    status: int
    detail: str
    code: str
    messages: Messages
    request_id: str = ""
    choices: tuple[NameChoice, ...] = ()
    errors: tuple[FieldFault, ...] = Field((), description="Fields that do not fit, at most 50.")


class _Told(NamedTuple):
    """What is told of an error, whoever asked."""

    status: int
    code: str
    messages: Messages
    headers: Mapping[str, str] = {}
    choices: tuple[NameChoice, ...] = ()
    errors: tuple[FieldFault, ...] = ()


def problem_response(
    error: Exception, *, request_id: str, language: Language, unfitting: Unfitting | None = None
) -> Response:
    """The answer to a request that ended in ``error``; what is not foreseen says only that it is an internal error.

    ``unfitting``: the fields of a request that do not fit its route, as pydantic tells them.
    """
    told = _told(error, request_id) if unfitting is None else _told_of(unfitting)
    problem = Problem(
        type=f"urn:guanxi:problem:{told.code}",
        title=HTTPStatus(told.status).phrase,
        status=told.status,
        detail=told.messages.zh if language == "zh" else told.messages.en,
        code=told.code,
        messages=told.messages,
        request_id=request_id,
        choices=told.choices,
        errors=tuple(FieldFault(field=each.field, reason=in_words(each.reason, language)) for each in told.errors),
    )
    return Response(
        problem.model_dump_json(), status_code=told.status, media_type=MEDIA_TYPE, headers=dict(told.headers)
    )


def _told(error: Exception, request_id: str) -> _Told:
    if isinstance(error, HTTPException) and error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
        key = _BY_STATUS.get(error.status_code, "api.refused")
        code = key.removeprefix("api.")
        status = error.status_code if is_documented(error.status_code, code) else HTTPStatus.BAD_REQUEST
        return _Told(status, code, _said(key), error.headers or {})
    return _refused(error if isinstance(error, GuanxiError) else GuanxiError(), request_id)


def _told_of(unfitting: Unfitting) -> _Told:
    faults = tuple(_faults(unfitting))
    if (broken := _no_json(unfitting)) is not None:
        faults = (FieldFault(field="body", reason=broken),)
        said = {each: translate("api.body_no_json", each, reason=in_words(broken, each)) for each in LANGUAGES}
        return _Told(422, "fields_invalid", Messages(zh=said["zh"], en=said["en"]), errors=faults)
    return _Told(422, "fields_invalid", _said("api.fields_invalid", fields=_named(faults)), errors=faults)


def _faults(unfitting: Unfitting) -> Sequence[FieldFault]:
    found = []
    for fault in unfitting[:_SHOWN_FAULTS]:
        place = [str(part) for part in fault["loc"] if part not in ("body", "query", "path")]
        found.append(FieldFault(field=".".join(place)[:200], reason=str(fault["msg"])[:200]))
    return found


def _no_json(unfitting: Unfitting) -> str | None:
    """Where a body breaks off being JSON, and how; None for one that is JSON."""
    for fault in unfitting:
        if fault["type"] == "json_invalid":
            place = fault["loc"][-1]
            reason = str(fault.get("ctx", {}).get("error", fault["msg"]))[:200]
            return f"{reason} (character {place + 1})" if isinstance(place, int) else reason
    return None


def _named(faults: Sequence[FieldFault]) -> str:
    """The first fields that do not fit, as ``chunks.3.content``; indices count from 0."""
    fields = list(dict.fromkeys(fault.field or "body" for fault in faults)) or ["body"]
    return ", ".join(fields[:_NAMED_FIELDS]) + (" …" if len(fields) > _NAMED_FIELDS else "")


def _said(key: str, **parameters: str) -> Messages:
    return Messages(zh=translate(key, "zh", **parameters), en=translate(key, "en", **parameters))


def _refused(error: GuanxiError, request_id: str) -> _Told:
    status, headers = status_of(error.code), {}
    if status is None:
        _log.error("request %s was not answered: %s: %s", request_id, error.code, error)
        return _Told(503, UNAVAILABLE, _said("api.unavailable"), {"Retry-After": str(_COME_BACK)})
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE) or isinstance(
        error, ChangeRunningError
    ):
        headers["Retry-After"] = str(error.parameters.get("seconds", _COME_BACK))
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'ApiKey realm="guanxi", header="X-API-Key"'
    choices = error.meant if isinstance(error, CompanyNameUnknownError | CompanyNameAmbiguousError) else ()
    faults = error.faults if isinstance(error, FieldsInvalidError) else ()
    errors = tuple(FieldFault(field=name[:200], reason=reason[:200]) for name, reason in faults[:_SHOWN_FAULTS])
    return _Told(status, error.code, messages_of(error), headers, choices, errors)


def messages_of(error: GuanxiError, otherwise: str = "api.unavailable") -> Messages:
    """What is said of an error; of those of the server itself, which may name folders, only what ``otherwise`` says."""
    if isinstance(error, RefusedError):
        return Messages(zh=error.message("zh"), en=error.message("en"))
    return _said(f"error.{error.code}" if not error.parameters else otherwise)


async def answer_problem(request: Request, error: Exception, unfitting: Unfitting | None = None) -> Response:
    """What FastAPI calls for an error of a route; ``unfitting`` as for ``problem_response``."""
    request.state.problem = type(error).__name__
    preferred = guess_language(request.headers.get("accept-language"))
    return problem_response(error, request_id=request.state.request_id, language=preferred, unfitting=unfitting)
