"""A message is said in the words of every interface that may show it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from core.messages import LANGUAGES, Language, catalogue
from tests.support import ROOT
from tests.unit.messages.test_messages import ANYTHING, calls, matching
from tests.unit.test_errors import family

ANY_ERROR = f"error.{ANYTHING}"  # of core.errors: where each class stands tells more
ON_PAGES_TOO = "import|sources|export|delete|versions|link|ontology|same-companies|presets|stats|feedback"
GESTURES = re.compile(r"reload|click|button|this page|刷新|点击|单击|按钮|本页|此页", re.IGNORECASE)


def module_file(name: str) -> Path | None:
    path = ROOT.joinpath(*name.split("."))
    found = (path.with_suffix(".py"), path / "__init__.py")
    return next((each for each in found if each.is_file()), None)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def reached_from_pages() -> set[Path]:
    """Modules that pages import, directly or through others."""
    reached: set[Path] = set()
    waiting = [*(ROOT / "pages").glob("*.py"), ROOT / "app" / "main.py"]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            names = (name for name in imported(path) if name.split(".")[0] in ("app", "core"))
            waiting.extend(found for name in names if (found := module_file(name)) is not None)
    return reached


@cache
def shown_on_pages() -> frozenset[str]:
    """Keys of messages of modules that pages reach: those translated there, and those of errors defined there."""
    reached = {str(path.relative_to(ROOT)) for path in reached_from_pages()}
    translated = [call for call in calls() if call.where.rsplit(":", 1)[0] in reached]
    keys = {key for call in translated if call.key != ANY_ERROR for key in matching(call.key)}
    return frozenset(keys | {f"error.{kind.code}" for kind in family() if file_of(kind.__module__) in reached})


def file_of(module: str) -> str:
    found = module_file(module)
    assert found is not None
    return str(found.relative_to(ROOT))


def test_what_pages_show_is_found() -> None:
    shown = shown_on_pages()
    assert {"error.nothing_to_remove", "error.knowledge_base_corrupt", "data.remove", "workspace.left_out"} <= shown
    assert not {"error.bulk_differs", "error.address_taken", "error.results_not_written"} & shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_on_a_page_speaks_of_an_option_of_the_command_line(language: Language) -> None:
    assert sorted(key for key in shown_on_pages() if "--" in catalogue()[key][language]) == []


@pytest.mark.parametrize(("language", "place"), [("en", "page"), ("zh", "页")])
def test_a_command_that_a_page_can_replace_is_named_beside_the_page(language: Language, place: str) -> None:
    command = re.compile(rf"python -m core ({ON_PAGES_TOO})\b")
    texts = {key: catalogue()[key][language] for key in shown_on_pages()}
    assert sorted(key for key, text in texts.items() if command.search(text) and place not in text) == []


def test_what_the_command_line_adds_belongs_to_an_error() -> None:
    added = {key.removeprefix("command_line.") for key in catalogue() if key.startswith("command_line.")}
    assert added <= {kind.code for kind in family()}
    assert not {f"command_line.{code}" for code in added} & shown_on_pages()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_error_speaks_of_gestures_that_only_a_page_knows(language: Language) -> None:
    texts = {key: text[language] for key, text in catalogue().items() if key.startswith("error.")}
    assert sorted(key for key, text in texts.items() if GESTURES.search(text)) == []
