"""Readers keep the version they opened: a shared file lock tells the publisher which versions are in use."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import IO, Any

# POSIX file locks. Windows has none, but does not delete files that are open either.
_fcntl: Any = importlib.import_module("fcntl") if importlib.util.find_spec("fcntl") else None


def hold(version: Path) -> IO[bytes]:
    """Mark ``version`` as read until the returned file is closed or its process ends."""
    marker = (version / "manifest.json").open("rb")
    if _fcntl:
        _fcntl.flock(marker, _fcntl.LOCK_SH)
    return marker


def is_read(version: Path) -> bool:
    """Whether any process reads ``version``."""
    try:
        with (version / "manifest.json").open("rb") as marker:
            if _fcntl:
                _fcntl.flock(marker, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False  # no manifest: nobody can have opened it
    return False
