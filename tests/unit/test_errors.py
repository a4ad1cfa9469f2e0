from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from string import Formatter

import pytest

from core import errors
from core.errors import (
    DataUnreadableError,
    EmbeddingModelMismatchError,
    GuanxiError,
    KnowledgeBaseCorruptError,
    KnowledgeBaseMissingError,
    OntologyInvalidError,
    QueryEmptyError,
)
from core.messages import LANGUAGES, Language, catalogue
from tests.support import ROOT


def family(root: type[GuanxiError] = GuanxiError) -> list[type[GuanxiError]]:
    return [root, *(kind for child in root.__subclasses__() for kind in family(child))]


def placeholders(kind: type[GuanxiError], language: Language = "en") -> set[str]:
    return placeholders_of(f"error.{kind.code}", language)


def placeholders_of(key: str, language: Language = "en") -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(catalogue()[key][language]) if name}


def raised_in_source() -> Iterator[tuple[str, set[str], set[str]]]:
    """Where an error is made, what its message needs and what it is given."""
    kinds = {kind.__name__: kind for kind in family()}
    for path in sorted(path for folder in ("app", "pages", "core") for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
                given = {keyword.arg or "": keyword.value for keyword in node.keywords}
                needed = placeholders(kinds[node.func.id])
                if "fault" in given:
                    needed = needed - {"detail"} | {"fault"} | placeholders_of(f"fault.{fault_of(given['fault'])}")
                yield f"{path.relative_to(ROOT)}:{node.lineno}", needed, set(given)


def fault_of(value: ast.expr) -> str:
    assert isinstance(value, ast.Constant)
    return str(value.value)


def test_all_errors_of_the_module_belong_to_the_family() -> None:
    defined = {kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == "core.errors"}
    assert defined == set(family())


def test_every_error_has_its_own_code() -> None:
    codes = [kind.code for kind in family()]
    assert len(codes) == len(set(codes))


def test_every_error_defines_its_code_and_status_itself() -> None:
    assert [kind for kind in family() if not {"code", "http_status"} <= set(vars(kind))] == []
    assert {kind.http_status for kind in family()} <= {400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 503, 504}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", family())
def test_every_error_speaks_both_languages(kind: type[GuanxiError], language: Language) -> None:
    error = kind(**{name: f"<{name}>" for name in placeholders(kind)})
    message = error.message(language)
    assert message
    assert all(f"<{name}>" in message for name in placeholders(kind))


def test_every_message_below_error_belongs_to_an_error() -> None:
    keys = {key.removeprefix("error.") for key in catalogue() if key.startswith("error.")}
    assert keys == {kind.code for kind in family()}


def test_every_raised_error_is_given_exactly_what_its_message_needs() -> None:
    raised = list(raised_in_source())
    assert len(raised) > 10
    assert [(where, given) for where, needed, given in raised if given != needed] == []


def test_a_fault_is_said_in_either_language() -> None:
    error = DataUnreadableError(file="x.csv", fault="many_columns", count=3, most=2)
    assert "3 columns, at most 2 are read" in error.message("en")
    assert "3 列，最多读取 2 列" in error.message("zh")
    used = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "core").rglob("*.py"))
    faults = {key.removeprefix("fault.") for key in catalogue() if key.startswith("fault.")}
    assert {fault for fault in faults if f'fault="{fault}"' not in used} == set()


def test_the_english_message_is_the_text_of_the_exception() -> None:
    error = KnowledgeBaseMissingError(folder="/somewhere")
    assert str(error) == error.message("en")
    assert "/somewhere" in str(error)
    assert error.parameters == {"folder": "/somewhere"}


def test_an_error_says_what_to_do_next() -> None:
    mismatch = EmbeddingModelMismatchError(built_with="old-model", configured="new-model")
    assert "GUANXI_EMBEDDING_MODEL" in mismatch.message("en")
    assert "GUANXI_EMBEDDING_MODEL" in mismatch.message("zh")
    assert "python -m core build" in KnowledgeBaseCorruptError(folder="f", detail="d").message("zh")


def test_braces_in_a_detail_do_no_harm() -> None:
    assert "{not a placeholder}" in OntologyInvalidError(detail="{not a placeholder}").message("zh")


def test_one_handler_catches_them_all() -> None:
    with pytest.raises(GuanxiError):
        raise QueryEmptyError()
