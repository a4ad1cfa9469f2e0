"""Packages that run when they are asked for something, and models that are built when they are used."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from core.runtime.late_loading import load_when_asked, models_built_when_used


def test_a_package_runs_at_the_first_of_its_own_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    folder = tmp_path / "heavy_client"
    folder.mkdir()
    (folder / "__init__.py").write_text("from heavy_client.light import LIGHT\nHEAVY = LIGHT + 1\n")
    (folder / "light.py").write_text("LIGHT = 1\n")
    load_when_asked("heavy_client")
    load_when_asked("heavy_client")  # it is there already
    package = sys.modules["heavy_client"]
    assert "HEAVY" not in vars(package)
    assert package.HEAVY == 2
    with pytest.raises(AttributeError):
        package.MISSING  # noqa: B018


def test_a_package_that_is_not_installed_is_left_alone() -> None:
    load_when_asked("no_package_of_this_name")
    assert "no_package_of_this_name" not in sys.modules


def test_models_are_built_at_their_first_use() -> None:
    with models_built_when_used():

        class Late(BaseModel):
            number: int

    class Soon(BaseModel):
        number: int

    assert not Late.__pydantic_complete__
    assert Soon.__pydantic_complete__
    assert Late(number=1).number == 1
    with pytest.raises(ValidationError):
        Late(number="one")  # type: ignore[arg-type]
    assert Late.__pydantic_complete__


def test_models_are_built_at_once_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), models_built_when_used():
        1 / 0  # noqa: B018
    assert "defer_build" not in BaseModel.model_config
