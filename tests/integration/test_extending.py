"""The examples of docs/extending.md, written into a copy of the program and run there, all together."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.settings import Settings
from tests.support import ROOT

PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
TRIED = "Tried"
_SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
_BLOCK = re.compile(r'^```(\w+) title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """What is written into a file (``diff``: lines of it), or run."""

    kind: str
    title: str
    text: str


def sections() -> Mapping[str, list[Block]]:
    _, *parts = _SECTION.split(PAGE)
    blocks = {
        title: [Block(*each) for each in _BLOCK.findall(text)]
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }
    return {title: each for title, each in blocks.items() if each}


SECTIONS = sections()


def changed(text: str, lines: str) -> str:
    """A file with the lines of a diff, whose context stands there once; lines alone are added at the end."""
    rows = lines.splitlines(keepends=True)
    before, after = ("".join(row[1:] for row in rows if row[0] in f" {sign}") for sign in "-+")
    if not before:
        return text + after
    assert text.count(before) == 1, f"not there once: {before}"
    return text.replace(before, after)


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("extended")
    for part in ("core", "app", "pages", "data"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.pyc.*", "*.tmp.*"))
    for block in (block for blocks in SECTIONS.values() for block in blocks if block.title != TRIED):
        file = folder / block.title
        assert file.exists() == (block.kind == "diff"), block.title
        text = changed(file.read_text(encoding="utf-8"), block.text) if block.kind == "diff" else block.text
        file.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("title", SECTIONS)
def test_the_example_works(
    copied: Path, sample_pipeline: DiscoveryPipeline, sample_settings: Settings, tmp_path: Path, title: str
) -> None:
    (tried,) = [block.text for block in SECTIONS[title] if block.title == TRIED]
    own = {name: value for name, value in os.environ.items() if not name.startswith("GUANXI_")}
    ran = subprocess.run(
        [sys.executable, "-c", tried],
        cwd=copied,
        env=own
        | {
            "PYTHONPATH": str(copied),
            "GUANXI_HOME": str(tmp_path),
            "GUANXI_KNOWLEDGE_BASE_FOLDER": str(sample_settings.knowledge_base_folder),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]


def test_every_addition_has_an_example() -> None:
    wanted = {"arm", "import format", "encoder", "reranker", "engine", "relation type", "operation", "page", "language"}
    assert {word for word in wanted if any(word in title for title in SECTIONS)} == wanted
    assert {len([block for block in blocks if block.title == TRIED]) for blocks in SECTIONS.values()} == {1}
