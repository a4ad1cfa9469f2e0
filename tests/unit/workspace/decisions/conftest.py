"""A store of decisions in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.workspace.decisions import DecisionStore
from core.workspace.workspace import FILE_NAME, Workspace


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / FILE_NAME


@pytest.fixture
def store(path: Path) -> DecisionStore:
    return DecisionStore(Workspace(path))
