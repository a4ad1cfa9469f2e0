"""Files of the product are told apart by their names, and none is too long to read at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path, PurePath

from tests.support import ROOT

MOST_PACKAGES = 2
MOST_LINES = 400
REQUIRED = {"__init__.py", "__main__.py"}  # Python's own


def shared_too_widely(files: Iterable[PurePath]) -> dict[str, list[str]]:
    """Names of files that are in more than two packages, each with its packages."""
    packages = defaultdict(set)
    for file in files:
        packages[file.name].add(str(file.parent))
    return {
        name: sorted(found) for name, found in packages.items() if name not in REQUIRED and len(found) > MOST_PACKAGES
    }


def files_of(folder: Path) -> list[Path]:
    return [
        path.relative_to(ROOT)
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    ]


def test_no_name_of_a_file_is_in_more_than_two_packages() -> None:
    found = [*files_of(ROOT / "core"), *files_of(ROOT / "app")]
    assert len(found) > 300
    assert shared_too_widely(found) == {}


def test_no_file_is_longer_than_can_be_read_at_once() -> None:
    code = [
        each
        for each in (*files_of(ROOT / "core"), *files_of(ROOT / "app"), *files_of(ROOT / "pages"))
        if each.suffix == ".py"
    ]
    assert len(code) > 300
    lines = {str(each): len((ROOT / each).read_text("utf-8").splitlines()) for each in code}
    assert {file: count for file, count in lines.items() if count > MOST_LINES} == {}


def test_a_name_in_three_packages_is_noticed() -> None:
    twice = [
        PurePath("core/a/table.py"),
        PurePath("app/b/table.py"),
        *(PurePath(f"core/{n}/__init__.py") for n in "abc"),
    ]
    assert shared_too_widely(twice) == {}
    third = PurePath("app/c/table.py")
    assert shared_too_widely([*twice, third]) == {"table.py": ["app/b", "app/c", "core/a"]}
