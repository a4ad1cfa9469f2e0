"""A part of a page that fails says so in its place, and leaves the others standing."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app.runtime.markdown import plain
from app.runtime.page_parts import is_standing_alone
from core.messages import LANGUAGES, translate
from tests.support import ROOT

PAGES = sorted((ROOT / "pages").glob("*.py"))
HOW_A_PAGE_IS_ASKED = {
    "language_switch",
    "search_bar",
    "company_picker",
    "entity_picker",
    "add_picker",
    "offer_choices",
    "chosen_tasks",
    "look_at",
    "go_to_company",
    "give_thumb",
}
"""What a page cannot do without, and what happens on a click."""
WHAT_RUNS_ON = {"show_build_progress", "follow", "follow_model", "progress", "page", "workbench"}
"""What looks by itself how far something is, and what is made of parts."""


def drawn_in(page: Path) -> Iterator[tuple[str, object]]:
    """What a page calls for what it draws: each statement that is a call of one of the app's functions."""
    tree = ast.parse(page.read_text(encoding="utf-8"))
    homes = {
        alias.asname or alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("app.")
        for alias in node.names
    }
    parts = {node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _is_part(node)}
    within = {inner for part in parts for inner in ast.walk(part)}
    for node in (node for node in ast.walk(tree) if node not in within):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            name = node.value.func.id
            if name in homes and name not in HOW_A_PAGE_IS_ASKED | WHAT_RUNS_ON:
                yield name, getattr(importlib.import_module(homes[name] or ""), name)


def _is_part(function: ast.FunctionDef) -> bool:
    return "stands_alone" in map(ast.unparse, function.decorator_list)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_part_of_every_page_stands_by_itself(path: Path) -> None:
    parts = dict(drawn_in(path))
    assert parts
    assert {name for name, part in parts.items() if not is_standing_alone(part)} == set()


def _page(language: str) -> None:
    import streamlit as st

    from app.runtime.page_parts import stands_alone

    st.session_state["lang"] = language

    @stands_alone
    def part(fault: Exception | None) -> None:
        st.write("begun")
        if fault is not None:
            raise fault
        st.write("done")

    part(None)
    part(KeyError("no such message"))
    part(None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_beside_one_that_fails_are_drawn(language: str) -> None:
    shown = AppTest.from_function(_page, kwargs={"language": language}).run()
    assert [each.value for each in shown.markdown] == ["begun", "done", "begun", "begun", "done"]
    assert not shown.exception
    assert [each.value for each in shown.error] == [plain(translate("system.page_failed", language, request_id=""))]
