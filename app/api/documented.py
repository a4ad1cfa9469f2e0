"""What the description of routes holds: the refusals of all, requests as examples in Chinese and English."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from fastapi import Body

from app.api.jobs import JobState
from app.api.problem_codes import CODES, status_of
from app.api.problems import MEDIA_TYPE, Problem
from core.errors import GuanxiError

_CAUSES = {
    400: "The request is malformed, or a key stands in the address.",
    401: "No key, or one that is not known.",
    403: "The API is closed, or the key may not do this.",
    404: "The company or entity is not in the graph (`choices` are the nearest names), or there is no such address.",
    405: "The address does not take this method.",
    408: "The body did not arrive in time.",
    409: "The name may mean several companies (`choices`), two names mean one, or something else is being changed.",
    413: "The body is too large.",
    422: "Fields do not fit; `errors` says which.",
    429: "Too many requests; `Retry-After` says when to come back.",
    500: "Something unforeseen; the log has it under the `request_id`.",
    503: "Not ready, overloaded, or a part is away; `Retry-After` says when to come back.",
    504: "No answer in time.",
}
_SENT, _TOLD = "-Input", "-Output"
assert set(_CAUSES) == set(CODES)
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": f"{cause} Codes: {', '.join(f'`{code}`' for code in CODES[status])}.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status, cause in _CAUSES.items()
}
ACCEPTED = {**PROBLEMS, 202: {"model": JobState, "description": "Begun; `Location` is where to look at the job."}}
PROBLEM_MODEL = Problem


def problems_of(errors: Iterable[type[GuanxiError]]) -> dict[int | str, dict[str, Any]]:
    """The problems of a route whose work raises ``errors``: these, and those that any request may get."""
    own = {status_of(error.code) for error in errors}
    return {status: said for status, said in PROBLEMS.items() if status in own or status not in (404, 409)}


def example_requests(*, zh: dict[str, Any], en: dict[str, Any]) -> Any:
    """The body of a request, with one example in each language."""
    return Body(openapi_examples={"zh": {"summary": "中文", "value": zh}, "en": {"summary": "English", "value": en}})


def one_schema_each(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI document with one schema for each recursive type that is the same when sent and when answered.

    FastAPI describes such a type twice, as ``X-Input`` and ``X-Output`` of one title, which client generators refuse.
    """
    schemas = document["components"]["schemas"]
    sent_and_told = [name.removesuffix(_SENT) for name in schemas if name.endswith(_SENT)]
    pairs = [name for name in sent_and_told if f"{name}{_TOLD}" in schemas]
    text = json.dumps(document)
    for name in pairs:
        for suffix in (_SENT, _TOLD):
            text = text.replace(f'"#/components/schemas/{name}{suffix}"', f'"#/components/schemas/{name}"')
    merged: dict[str, Any] = json.loads(text)
    found = merged["components"]["schemas"]
    for name in pairs:
        sent, told = found.pop(f"{name}{_SENT}"), found.pop(f"{name}{_TOLD}")
        if sent != told:
            raise ValueError(f"{name} is another type when it is sent than when it is answered")
        found[name] = sent
    return merged
