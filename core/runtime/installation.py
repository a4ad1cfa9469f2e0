"""Whether the program runs from a checkout or is installed as the package ``guanxi``, and what follows from that."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

PROJECT_FOLDER = Path(__file__).resolve().parents[2]
"""Holds ``app``, ``core``, ``pages`` and ``data``: the checkout, or the installed package."""
INSTALLED = (PROJECT_FOLDER / "__init__.py").is_file()  # a checkout is no package
_COMMANDS = {
    "python -m app.api": "guanxi api",
    "python -m app": "guanxi app",
    "python -m core": "guanxi",
    "make app": "guanxi app",
    "make api": "guanxi api",
}


def default_home(*, installed: bool = INSTALLED) -> Path:
    """Where everything that the program writes goes unless ``GUANXI_HOME`` says otherwise."""
    return user_data_path("guanxi", appauthor=False) if installed else PROJECT_FOLDER / ".guanxi"


def cache_folder() -> Path:
    """For what is made again where it is missing."""
    return Path(os.environ.get("GUANXI_HOME", default_home())) / "cache"


def as_called(text: str, *, installed: bool = INSTALLED) -> str:
    """``text`` with the commands of a checkout in it as they are called where the program is installed."""
    if installed:
        for command, here in _COMMANDS.items():
            text = text.replace(command, here)
    return text
