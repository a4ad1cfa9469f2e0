"""What libraries say inside a Chinese sentence is said in Chinese: every fault that pydantic knows, JSON, YAML, bytes,
and the checks of this program."""

from __future__ import annotations

import ast
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json
from pydantic_core._pydantic_core import list_all_errors

from core.errors import DataUnreadableError
from core.messages.library_words import in_words
from tests.support import ROOT

_ENGLISH = re.compile(r"[a-z]{2,} [a-z]{2,}")
_NUMBERS = {"min_length", "max_length", "actual_length", "max_digits", "decimal_places", "whole_digits"}
FAULTS = list_all_errors()


def _filled(template: str) -> str:
    """A template of pydantic with something in its places."""

    def value(found: re.Match[str]) -> str:
        name = found[1]
        return "s" if name == "expected_plural" else "3" if name in _NUMBERS else "‹X›"

    return re.sub(r"\{(\w+)\}", value, template)


def _is_chinese(text: str) -> bool:
    return re.search(r"[\u3400-\u9fff]", text) is not None and not _ENGLISH.search(text)


@pytest.mark.parametrize("form", ["message_template_python", "message_template_json"])
@pytest.mark.parametrize("fault", FAULTS, ids=[fault["type"] for fault in FAULTS])
@pytest.mark.parametrize("around", ["{}", "presets.0.name: {}", "line 3: {}; GUANXI_X: {}"])
def test_every_fault_that_pydantic_knows_is_said_in_chinese(fault: dict[str, str], form: str, around: str) -> None:
    template = fault.get(form)
    if not template:
        return
    text = around.format(*[_filled(template)] * 2)
    said = in_words(text, "zh")
    assert _is_chinese(said), said
    assert said.count("‹X›") == text.count("‹X›")
    assert in_words(text, "en") == text


def test_more_than_one_and_one_character_alike() -> None:
    assert in_words("String should have at least 1 character", "zh") == "至少应有 1 个字符"
    assert in_words("String should have at most 20 characters", "zh") == "最多可有 20 个字符"


@pytest.mark.parametrize(
    "text",
    ["", "[1,", '{"a" 1}', "{a: 1}", '{"a": 1,}', "[1,]", '["', '["\n"]', '["\\x"]', '["\\u12"]', "[] []", "\ufeff[]"],
)
def test_faults_of_json(text: str) -> None:
    for read in (json.loads, from_json):
        try:
            read(text)
        except ValueError as error:
            assert _is_chinese(in_words(f"{error}", "zh")), in_words(f"{error}", "zh")


@pytest.mark.parametrize("content", [b"", b"[1,", b'{"name" 1}', b'{"name": "\xff"}', b"{} {}", b"[" * 300])
def test_faults_of_json_that_pydantic_reads(content: bytes) -> None:
    class Named(BaseModel):
        name: str

    with pytest.raises(ValidationError) as caught:
        Named.model_validate_json(content)
    said = in_words(caught.value.errors()[0]["msg"], "zh")
    assert _is_chinese(said), said


@pytest.mark.parametrize("content", [b"\xff", b"a\xc3(", b"a\xe4\xb8"])
def test_bytes_that_are_no_text(content: bytes) -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        content.decode("utf-8")
    assert _is_chinese(in_words(str(caught.value), "zh"))


@pytest.mark.parametrize(
    "text",
    [
        "a: b: c",
        "a: [1",
        "a: {b: 1",
        "a: 'x",
        "a\nb: 1",
        "\tb: 1",
        "? [a]\n: 1\n? {b: 1}\n: 2",
        "a: !!python/name:x",
        "a: 1\n- b",
        "a: @b",
        "- a\nb: 1",
        "a: \x00",
    ],
)
def test_faults_of_yaml(text: str) -> None:
    with pytest.raises(yaml.YAMLError) as caught:
        yaml.safe_load(text)
    said = in_words(" ".join(str(caught.value).split()), "zh")
    assert _is_chinese(said), said


@pytest.mark.parametrize(
    ("content", "statement"),
    [
        (None, "CREATE TABLE t (a)"),
        (b"no database" * 100, "SELECT * FROM t"),
        (b"", "SELECT * FROM t"),
        (b"", "SELECT a FROM (SELECT 1 AS b)"),
        (b"", "INSERT INTO t VALUES (1)"),
    ],
    ids=["missing", "none", "table", "column", "read_only"],
)
def test_faults_of_the_workspace_s_database(tmp_path: Path, content: bytes | None, statement: str) -> None:
    file = tmp_path / "w.sqlite3"
    if content is not None:
        file.write_bytes(content)
    mode = "ro" if "TABLE" in statement else "rw"
    if statement.startswith("INSERT"):
        sqlite3.connect(file).execute("CREATE TABLE t (a)").connection.close()
        mode = "ro"
    with pytest.raises(sqlite3.Error) as caught:
        sqlite3.connect(f"file:{file}?mode={mode}", uri=True).execute(statement)
    assert _is_chinese(in_words(f"workspace: {caught.value}", "zh")), str(caught.value)


def _own_texts() -> Iterator[tuple[str, str]]:
    """What validators raise, and what errors are given as detail or reason, with 7 for what is filled in."""
    for path in sorted(path for folder in ("core", "app", "pages") for path in (ROOT / folder).rglob("*.py")):
        where = path.relative_to(ROOT)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                "validator" in ast.unparse(each) for each in node.decorator_list
            ):
                raised = [each.exc for each in ast.walk(node) if isinstance(each, ast.Raise)]
                given = [text for call in raised if isinstance(call, ast.Call) for text in call.args]
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "PydanticCustomError":
                given = list(node.args[1:2])
            elif isinstance(node, ast.Call):
                given = [each.value for each in node.keywords if each.arg in ("detail", "reason")]
            else:
                continue
            for each in given:
                text = _text_of(each)
                if _ENGLISH.search(text):
                    yield f"{where}:{each.lineno}", text


def _text_of(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"\{\w+\}", "7", node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return ""


OWN = sorted({text: where for where, text in _own_texts()}.items())


@pytest.mark.parametrize(("text", "where"), OWN, ids=[where for _, where in OWN])
def test_what_the_checks_of_this_program_say(text: str, where: str) -> None:
    said = DataUnreadableError(file="a.json", detail=f"Value error, {text}").detail("zh")
    assert not _ENGLISH.search(re.sub(r"“.*”", "", said)), (where, said)


def test_a_relation_type_that_is_none_is_refused_in_chinese() -> None:
    said = in_words("relation_type: 'nope' is no relation type; there are: competitor, partner", "zh")
    assert said == "relation_type: 没有 'nope' 这种关系；可用的有：competitor, partner"


def test_the_scan_finds_them() -> None:
    assert len(OWN) > 30


@pytest.mark.parametrize("text", ["empty.csv", "data/line 3.csv", "the mapping of 宁德时代"])
def test_what_is_none_of_it_stays(text: str) -> None:
    assert in_words(text, "zh") == text
