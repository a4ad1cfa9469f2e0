from __future__ import annotations

import dataclasses
import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest
from pydantic import BaseModel

from core import domain

MODULES = (
    *(f"core.domain.{module.name}" for module in iter_modules(domain.__path__)),
    "core.retrieval.fusion",
    "core.reasoning.recommendation_parser",
    "core.workspace.presets",
    "core.monitoring.log_tail",
    "app.state.view_parameters",
)
"""What they define goes from one thread or layer to another, and is kept in caches."""


def is_frozen(kind: type) -> bool:
    if issubclass(kind, BaseModel):
        return bool(kind.model_config.get("frozen"))
    return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", MODULES)
def test_values_that_are_shared_cannot_be_changed(module: str) -> None:
    kinds = [kind for _, kind in inspect.getmembers(import_module(module), inspect.isclass)]
    values = [
        kind
        for kind in kinds
        if kind.__module__ == module and (issubclass(kind, BaseModel) or dataclasses.is_dataclass(kind))
    ]
    assert [kind.__name__ for kind in values if not is_frozen(kind)] == []
