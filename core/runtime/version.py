"""Which version of the program this is; pyproject.toml says it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from core.runtime.installation import PROJECT_FOLDER


@cache
def program_version() -> str:
    """Of the checkout, or, where the program is installed without one, of the package."""
    try:
        described = tomllib.loads((PROJECT_FOLDER / "pyproject.toml").read_text(encoding="utf-8"))
        return str(described["project"]["version"])
    except (OSError, KeyError):
        pass
    try:
        return version("guanxi")
    except PackageNotFoundError:
        return "unknown"
