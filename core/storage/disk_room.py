"""How much room there is for a further version of the knowledge base."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

_LEAST = 500_000_000  # bytes that a machine needs for itself
_VERSIONS = 2
"""A build writes a whole version beside the one that serves, and tables for a while twice."""


@dataclass(frozen=True)
class DiskRoom:
    """In bytes: what is free, what there is in all, and what the version that serves takes."""

    free: int
    total: int
    serving: int = 0

    @property
    def enough(self) -> bool:
        """Whether a further version can be built."""
        return self.free >= _LEAST + _VERSIONS * self.serving


def disk_room(folder: Path, version: Path | None = None) -> DiskRoom:
    """Of the disk that ``folder`` is or will be on. Raises OSError if it cannot be asked."""
    there = next(place for place in (folder, *folder.resolve().parents) if place.exists())
    usage = shutil.disk_usage(there)
    files = version.rglob("*") if version is not None else ()
    serving = sum(file.stat().st_size for file in files if file.is_file())
    return DiskRoom(usage.free, usage.total, serving)
