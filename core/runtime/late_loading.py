"""Packages that other libraries import at their top and that this program mostly has no use for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec
from typing import Any

from pydantic import BaseModel, ConfigDict


def load_when_asked(name: str) -> None:
    """The package ``name`` runs its ``__init__`` when one of its own names is first asked for, not when it or one of
    its submodules is imported. Does nothing where it is loaded already or is not installed."""
    spec = None if name in sys.modules else find_spec(name)
    if spec is None or spec.loader is None:
        return
    package, loader = module_from_spec(spec), spec.loader

    def load(attribute: str) -> Any:
        if package.__dict__.pop("__getattr__", None) is not None:
            loader.exec_module(package)
        return getattr(package, attribute)

    package.__dict__["__getattr__"] = load
    sys.modules[name] = package


@contextmanager
def models_built_when_used() -> Iterator[None]:
    """Pydantic models that are defined inside make their validators when they are first used."""
    before = BaseModel.model_config
    BaseModel.model_config = ConfigDict(defer_build=True)
    try:
        yield
    finally:
        BaseModel.model_config = before
