"""A time zone as POSIX writes it, CST-8 or :/etc/localtime, does not stop the library of names from loading."""

from __future__ import annotations

import importlib
import os
from zoneinfo import ZoneInfo

_VARIABLE = "TZ"


def _is_in_database(zone: str) -> bool:
    try:
        ZoneInfo(zone or "UTC")
    except (OSError, ValueError, KeyError):
        return False
    return True


def _load_rigour() -> None:
    """rigour looks ``TZ`` up in the database of zones as it is loaded, and ends with an error for any other form."""
    zone = os.environ.get(_VARIABLE)
    if zone is None or _is_in_database(zone):
        return
    os.environ[_VARIABLE] = "UTC"
    try:
        importlib.import_module("rigour.env")
    finally:
        os.environ[_VARIABLE] = zone


_load_rigour()
