"""Every control whose choices are named by their labels keeps them when the labels change their language."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support import ROOT

BY_LABEL = ("selectbox", "radio", "multiselect")
"""Controls that streamlit 1.67 reads by label; segmented controls and pills know their choice by themselves."""
FILES = sorted(path for folder in ("app", "pages") for path in (ROOT / folder).rglob("*.py"))


def _by_label(path: Path) -> list[ast.Call]:
    calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in BY_LABEL]


def _argument(call: ast.Call, name: str) -> ast.expr | None:
    return next((each.value for each in call.keywords if each.arg == name), None)


@pytest.mark.parametrize("path", [path for path in FILES if _by_label(path)], ids=lambda path: path.stem)
def test_a_choice_that_is_worded_is_kept_by_its_key(path: Path) -> None:
    for call in _by_label(path):
        if _argument(call, "format_func") is None:
            continue  # its options are their own labels
        key = _argument(call, "key")
        assert isinstance(key, ast.Call) and isinstance(key.func, ast.Name), f"{path.name}:{call.lineno} has no key"
        assert key.func.id == "relabelled", f"{path.name}:{call.lineno} loses its choice with the language"
