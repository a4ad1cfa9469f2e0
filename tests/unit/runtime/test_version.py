"""Which version the program says it is: that of the checkout, else of the package, else none."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from core.runtime import version as module
from core.runtime.version import program_version
from tests.support import ROOT


def said(monkeypatch: pytest.MonkeyPatch, folder: Path, installed: str) -> str:
    def of_package(_: str) -> str:
        if not installed:
            raise PackageNotFoundError
        return installed

    monkeypatch.setattr(module, "PROJECT_FOLDER", folder)
    monkeypatch.setattr(module, "version", of_package)
    return program_version.__wrapped__()


def test_a_checkout_is_of_the_version_that_its_file_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f'version = "{said(monkeypatch, ROOT, "9.9")}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_without_a_checkout_it_is_that_of_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert said(monkeypatch, tmp_path, "9.9") == "9.9"
    assert said(monkeypatch, tmp_path, "") == "unknown"
    (tmp_path / "pyproject.toml").write_text("[tool.other]\n", encoding="utf-8")
    assert said(monkeypatch, tmp_path, "9.9") == "9.9"
