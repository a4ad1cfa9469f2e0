from __future__ import annotations

import ast
import errno
import importlib
import os
import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from core.discovery.name_resolution import QueryEmptyError
from core.errors import DataUnreadableError, GuanxiError, KnowledgeBaseCorruptError, RefusedError
from core.messages import LANGUAGES, Language, catalogue
from core.ontology import OntologyInvalidError
from core.storage.embeddings import EmbeddingModelMismatchError
from core.storage.publishing import KnowledgeBaseMissingError
from tests.support import ROOT

SOURCES = sorted(path for folder in ("app", "pages", "core") for path in (ROOT / folder).rglob("*.py"))
DEFINES_ERRORS = re.compile(r"^class \w+\((\w+, )*\w+Error\b", re.MULTILINE)
for each in SOURCES:
    if DEFINES_ERRORS.search(each.read_text(encoding="utf-8")):
        importlib.import_module(".".join(each.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def hierarchy(root: type[GuanxiError]) -> set[type[GuanxiError]]:
    """Those of the source: a class that a test made lives as long as anything, such as a log record, refers to it."""
    ours = (child for child in root.__subclasses__() if not child.__module__.startswith("tests."))
    return {root}.union(*map(hierarchy, ours))


def family(root: type[GuanxiError] = GuanxiError) -> list[type[GuanxiError]]:
    """All kinds of errors that the source defines, but for the one that is never raised."""
    return sorted(hierarchy(root) - {RefusedError}, key=lambda kind: kind.__name__)


def placeholders(kind: type[GuanxiError], language: Language = "en") -> set[str]:
    return placeholders_of(f"error.{kind.code}", language)


def of_the_command_line(kind: type[GuanxiError]) -> set[str]:
    """What its hint below the message needs, where the command line has one."""
    key = f"command_line.{kind.code}"
    return placeholders_of(key) if key in catalogue() else set()


def placeholders_of(key: str, language: Language = "en") -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(catalogue()[key][language]) if name}


def raised_in_source() -> Iterator[tuple[str, set[str], set[str]]]:
    """Where an error is made, what its message needs and what it is given."""
    kinds = {kind.__name__: kind for kind in family()}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
                given = {keyword.arg or "": keyword.value for keyword in node.keywords}
                needed = placeholders(kinds[node.func.id]) | of_the_command_line(kinds[node.func.id])
                if "fault" in given:
                    needed = needed - {"detail"} | {"fault"} | placeholders_of(f"fault.{fault_of(given['fault'])}")
                yield f"{path.relative_to(ROOT)}:{node.lineno}", needed, set(given)


def fault_of(value: ast.expr) -> str:
    assert isinstance(value, ast.Constant)
    return str(value.value)


def test_the_hierarchy_is_found_wherever_its_classes_stand() -> None:
    found = {kind.__name__ for kind in hierarchy(GuanxiError)}
    named = {node.name: {ast.unparse(base) for base in node.bases} for node in classes()}
    derived = {name for name, bases in named.items() if bases & found}
    assert derived == found - {"GuanxiError"}


def test_every_error_has_its_own_code() -> None:
    codes = [kind.code for kind in family()]
    assert len(codes) == len(set(codes))


def test_the_code_is_the_name_of_the_class() -> None:
    class TwoWordsError(GuanxiError):
        """Derives its code."""

    class ThirdError(TwoWordsError):
        """Derives its own, not that of its base."""

    assert (TwoWordsError.code, ThirdError.code) == ("two_words", "third")


def test_no_code_is_written_that_the_name_gives() -> None:
    written = [each.name for each in classes() if each.name.endswith("Error") for code in codes_in(each) if code.value]
    assert written == ["GuanxiError", "RefusedError"]


def test_a_literal_type_of_a_code_is_the_code() -> None:
    by_name = {kind.__name__: kind.code for kind in family()}
    typed = {
        each.name: getattr(code, "annotation", None)
        for each in classes()
        if each.name in by_name
        for code in codes_in(each)
    }
    hints = {name: ast.unparse(hint) for name, hint in typed.items() if hint is not None}
    literals = {name: hint for name, hint in hints.items() if "Literal" in hint}
    assert literals == {name: f"ClassVar[Literal['{by_name[name]}']]" for name in literals}
    assert len(literals) >= 3


def test_core_knows_no_http_status_of_errors() -> None:
    assert [path for path in SOURCES if "http_status" in path.read_text(encoding="utf-8")] == []


def classes() -> Iterator[ast.ClassDef]:
    for path in SOURCES:
        yield from (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ClassDef))


def codes_in(kind: ast.ClassDef) -> Iterator[Any]:
    for node in kind.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(each, ast.Name) and each.id == "code" for each in targets):
            yield node


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", family())
def test_every_error_speaks_both_languages(kind: type[GuanxiError], language: Language) -> None:
    error = kind(**{name: f"<{name}>" for name in placeholders(kind)})
    message = error.message(language)
    assert message
    assert all(f"<{name}>" in message for name in placeholders(kind))


@pytest.mark.parametrize("said", ["Field required", os.strerror(errno.EACCES)])
@pytest.mark.parametrize("kind", [kind for kind in family() if placeholders(kind) & {"detail", "reason"}])
def test_every_error_says_in_chinese_what_a_library_said(kind: type[GuanxiError], said: str) -> None:
    error = kind(**{name: said if name in ("detail", "reason") else f"<{name}>" for name in placeholders(kind)})
    assert said in error.message("en")
    assert said not in error.message("zh")


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


@pytest.mark.parametrize("name", [key.rpartition(".")[2] for key in catalogue() if key.startswith("system_reason.")])
@pytest.mark.parametrize("written", ["{said}", "[Errno {number}] {said}: 'data/a.csv'"])
def test_what_the_operating_system_says_is_said_in_the_language_of_the_message(name: str, written: str) -> None:
    number = getattr(errno, name)
    said = os.strerror(number)
    detail = written.format(said=said, number=number)
    error = DataUnreadableError(file="a.csv", detail=detail)
    assert said in error.message("en")
    assert said not in error.message("zh")
    assert catalogue()[f"system_reason.{name}"]["zh"] in error.message("zh")
    assert "Errno" not in error.message("zh") + error.message("en")
