"""The same checks run by hand, before a commit and in CI, on everything that is part of the program."""

from __future__ import annotations

import io
import re
import tokenize
import tomllib
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.coverage_gate import GATES
from tests.support import ROOT

PROGRAM = ("core", "app", "pages")
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]


def recipe(target: str) -> list[str]:
    """The commands of ``target`` in the Makefile."""
    lines = iter((ROOT / "Makefile").read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith(f"{target}:"):
            return [each.strip() for each in takewhile(lambda each: each.startswith("\t"), lines)]
    raise LookupError(target)


def hooks() -> list[dict[str, Any]]:
    configured = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    return [hook for repository in configured["repos"] for hook in repository["hooks"]]


def program(command: str) -> str:
    """A command without what it is run on: all files by hand, the changed ones before a commit."""
    return " ".join(each for each in command.split() if each not in (".", "--force-exclude"))


def test_before_a_commit_runs_what_make_lint_runs() -> None:
    by_hand = [program(each.replace("$(BIN)", ".venv/bin")) for each in recipe("lint") if each.startswith("$(BIN)/")]
    assert by_hand == [program(hook["entry"]) for hook in hooks() if hook["language"] == "system"]
    searched = [found[1] for each in recipe("lint") if (found := re.search(r"git grep -n -E '([^']+)'", each))]
    assert searched == [hook["entry"] for hook in hooks() if hook["language"] == "pygrep"]


def test_ci_runs_make_lint() -> None:
    assert "make lint" in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()


def test_types_and_coverage_are_checked_of_the_whole_program() -> None:
    assert tuple(CONFIGURED["mypy"]["files"]) == (*PROGRAM, "tests/research")
    assert tuple(CONFIGURED["coverage"]["run"]["source"]) == PROGRAM
    assert tuple(folder for gate in GATES for folder in gate.folders) == PROGRAM
    tests = [each for each in recipe("check") if "-m pytest" in each]
    assert tests and all("--cov" in each.split() for each in tests)


@pytest.mark.parametrize("folder", PROGRAM)
def test_what_mypy_is_told_to_ignore_has_a_code_and_a_reason(folder: str) -> None:
    unexplained = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, comment in comments(path)
        if "type: ignore" in comment and not re.fullmatch(r"# type: ignore\[[a-z, -]+\]  # .{8,}", comment)
    ]
    assert unexplained == []


def comments(path: Path) -> list[tuple[int, str]]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
