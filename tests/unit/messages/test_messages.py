from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from string import Formatter

import pytest
import yaml

from core.messages import LANGUAGES, catalogue, guess_language, translate
from tests.support import ROOT

SOURCES = sorted(path for folder in ("app", "pages", "core") for path in (ROOT / folder).rglob("*.py"))
YAML_FILES = sorted((ROOT / "core" / "messages").glob("*.yaml"))
ANYTHING = "\0"


@dataclass(frozen=True)
class Call:
    """One ``translate(…)`` in the source; every unknown part of the key is ANYTHING."""

    where: str
    key: str
    parameters: frozenset[str] | None  # None: handed over as **mapping


PLURAL = re.compile(r"[a-z ]+\|[a-z ]+")


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def keys_of(node: ast.expr, known: dict[str, list[ast.expr]]) -> Iterator[str]:
    """Keys an expression can stand for."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else ANYTHING for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from keys_of(node.body, known)
        yield from keys_of(node.orelse, known)
    elif isinstance(node, ast.Name):
        for value in known.get(node.id, []):
            yield from keys_of(value, known)


def calls_in(scope: ast.AST, where: str) -> Iterator[Call]:
    """Calls directly in a function or module (not in functions inside it), names resolved within it."""
    inside, waiting = [], list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        inside.append(node)
        if not isinstance(node, ast.FunctionDef):
            waiting.extend(ast.iter_child_nodes(node))
    known: dict[str, list[ast.expr]] = {}
    for node in inside:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            known.setdefault(node.targets[0].id, []).append(node.value)
    for node in inside:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "translate":
            names = [keyword.arg for keyword in node.keywords]
            parameters = None if None in names else frozenset(name for name in names if name)
            yield from (Call(f"{where}:{node.lineno}", key, parameters) for key in keys_of(node.args[0], known))


def calls() -> list[Call]:
    found = []
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for scope in (tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))):
            found.extend(calls_in(scope, str(path.relative_to(ROOT))))
    return found


def matching(key: str) -> list[str]:
    pattern = re.compile(".+".join(map(re.escape, key.split(ANYTHING))))
    return [candidate for candidate in catalogue() if pattern.fullmatch(candidate)]


def test_the_scan_finds_the_calls_of_every_layer() -> None:
    folders = {call.where.split("/")[0] for call in calls()}
    assert folders == {"app", "pages", "core"}
    assert len(calls()) > 50


def test_every_message_exists_in_both_languages_and_no_other() -> None:
    assert {key for key, texts in catalogue().items() if set(texts) != set(LANGUAGES)} == set()


def test_both_languages_have_the_same_placeholders() -> None:
    different = {key for key, texts in catalogue().items() if placeholders(texts["zh"]) != placeholders(texts["en"])}
    assert different == set()


def test_every_placeholder_has_a_name_and_no_format() -> None:
    parts = [part for texts in catalogue().values() for text in texts.values() for part in Formatter().parse(text)]
    named = [(name, form, conversion) for _, name, form, conversion in parts if name is not None]
    assert [
        part for part in named if not part[0].isidentifier() or (part[1] and not PLURAL.fullmatch(part[1])) or part[2]
    ] == []


def test_no_text_is_empty_in_one_language_only() -> None:
    one_sided = {key for key, texts in catalogue().items() if bool(texts["zh"].strip()) != bool(texts["en"].strip())}
    assert one_sided == set()


def test_only_parts_of_examples_are_empty_in_both_languages() -> None:
    empty = {key for key, texts in catalogue().items() if not any(texts.values())}
    assert {key for key in empty if not key.startswith("example.")} == set()


def test_every_chinese_text_is_written_by_hand() -> None:
    chinese = re.compile(r"[一-鿿]")
    words = {key for key, texts in catalogue().items() if re.search(r"[A-Za-z]{3}", without_placeholders(texts["en"]))}
    untranslated = {key for key in words if not chinese.search(catalogue()[key]["zh"])}
    same_on_purpose = {key for key in untranslated if key.startswith("example.") or len(catalogue()[key]["en"]) < 8}
    assert untranslated - same_on_purpose == set()


def without_placeholders(template: str) -> str:
    return "".join(literal for literal, *_ in Formatter().parse(template))


def test_no_key_is_defined_twice() -> None:
    keys = [
        key.value for path in YAML_FILES for key, _ in yaml.compose(path.read_text(encoding="utf-8")).value
    ]  # the node tree keeps what a dictionary would merge
    assert [key for key, times in Counter(keys).items() if times > 1] == []


def test_every_key_used_in_the_source_exists() -> None:
    assert [call for call in calls() if not matching(call.key)] == []


def test_every_call_fills_all_placeholders_of_its_message() -> None:
    unfilled = [
        (call, key)
        for call in calls()
        if call.parameters is not None and ANYTHING not in call.key
        for key in matching(call.key)
        if not placeholders(catalogue()[key]["en"]) <= call.parameters
    ]
    assert unfilled == []


def test_placeholders_are_filled_in_either_language() -> None:
    assert translate("error.query_too_long", "zh", limit=7) == "输入太长，最多 7 个字符。请缩短后重试。"
    assert "the limit is 7 characters" in translate("error.query_too_long", "en", limit=7)


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 relations"), (1, "1 relation"), ("1", "1 relation"), ("1,001", "1,001 relations")]
)
def test_one_is_told_from_several(count: int | str, said: str) -> None:
    assert translate("data.holds.relations", "en", count=count) == said
    assert translate("data.holds.relations", "zh", count=count) == f"{count} 条关系"


def test_braces_in_a_value_are_kept_as_they_are() -> None:
    assert "“{oops}”" in translate("discover.unknown_company", "en", name="{oops}")


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(KeyError):
        translate("no.such.key", "en")


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh", "zh"), ("zh-CN", "zh"), ("ZH-Hant-TW", "zh"), ("en-GB", "en"), ("fr", "en"), ("", "en"), (None, "en")],
)
def test_the_first_language_follows_the_browser(locale: str | None, language: str) -> None:
    assert guess_language(locale) == language
