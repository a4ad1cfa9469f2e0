"""All codes that the API can emit are those that docs/api.md and the OpenAPI document list."""

from __future__ import annotations

import json
import re

import pytest
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.api.documented import PROBLEMS
from app.api.problem_codes import CODES
from app.api.problems import messages_of, problem_response
from app.api.refusals import ApiError
from core.errors import GuanxiError, RefusedError
from core.messages import LANGUAGES, Language
from core.messages.library_words import in_words
from core.operations.operation import invalid
from tests.support import ROOT
from tests.unit.test_errors import family, placeholders

ROW = re.compile(r"^\| (\d{3}(?:, \d{3})*) \| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)
EMITTED = {(status, code) for status, codes in CODES.items() for code in codes}


def emitted(error: Exception, language: Language = "en") -> tuple[int, str, str]:
    unfitting = error.errors() if isinstance(error, RequestValidationError) else None
    response = problem_response(error, request_id="x", language=language, unfitting=unfitting)
    told = json.loads(bytes(response.body))
    assert told["status"] == response.status_code
    return response.status_code, told["code"], bytes(response.body).decode()


def made(kind: type[GuanxiError]) -> GuanxiError:
    return kind(**dict.fromkeys(placeholders(kind), "/secret/folder"))


@pytest.mark.parametrize("kind", family())
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_goes_wrong_the_code_is_documented(kind: type[GuanxiError], language: Language) -> None:
    status, code, told = emitted(made(kind), language)
    assert (status, code) in EMITTED
    if code == "unavailable":
        assert "secret" not in told


@pytest.mark.parametrize("kind", [kind for kind in family(ApiError) if kind is not ApiError])
def test_refusals_of_the_api_itself_keep_their_codes(kind: type[ApiError]) -> None:
    assert emitted(made(kind))[1] == kind.code


@pytest.mark.parametrize("kind", family())
def test_only_what_was_refused_is_told_in_full(kind: type[GuanxiError]) -> None:
    assert ("secret" in messages_of(made(kind)).en) == (issubclass(kind, RefusedError) and bool(placeholders(kind)))


def test_a_new_error_is_no_fault_of_the_request_and_tells_nothing() -> None:
    class NotListedError(GuanxiError):
        """In no table."""

        code = "build_failed"

    assert emitted(NotListedError(detail="/secret"))[:2] == (503, "unavailable")
    assert "secret" not in messages_of(NotListedError(detail="/secret")).en


@pytest.mark.parametrize("status", range(400, 600))
def test_whatever_the_framework_refuses_has_a_documented_code(status: int) -> None:
    assert emitted(HTTPException(status, "x"))[:2] in EMITTED


def test_other_errors_have_documented_codes() -> None:
    assert emitted(ZeroDivisionError("/secret"))[:2] == (500, "internal")
    assert emitted(RequestValidationError([]))[:2] == (422, "fields_invalid")


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_of_fields_are_in_the_language_of_the_request(language: Language) -> None:
    by_pydantic = RequestValidationError([{"type": "missing", "loc": ("body", "company"), "msg": "Field required"}])
    for error in (by_pydantic, invalid("x", [("company", "Field required")])):
        (fault,) = json.loads(emitted(error, language)[2])["errors"]
        said = {"en": "Field required", "zh": in_words("Field required", "zh")}
        assert (fault["field"], fault["reason"]) == ("company", said[language])
    assert said["zh"] != said["en"]


def test_the_document_lists_exactly_these_codes() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = {
        (int(status), code)
        for statuses, codes in ROW.findall(text)
        for status in statuses.split(", ")
        for code in re.findall(r"\w+", codes)
    }
    assert listed == EMITTED


def test_the_description_lists_exactly_these_codes() -> None:
    described = {
        (int(status), code)
        for status, said in PROBLEMS.items()
        for code in re.findall(r"`(\w+)`", said["description"].split("Codes: ")[1])
    }
    assert described == EMITTED
