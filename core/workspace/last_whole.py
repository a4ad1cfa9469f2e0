"""Copies of the files beside the versions, as they were when they were last found whole."""

from __future__ import annotations

import contextlib
from pathlib import Path

LAST_WHOLE = "last_whole"
"""Below the knowledge base folder."""


def forget(file: Path) -> None:
    """Remove the copy of ``file``: what is written there next, or that nothing is, is meant.

    A file that is missing, or cut off, while its copy is there counts as lost and is put back
    (core/curation/side_files.py).
    """
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        (file.parent / LAST_WHOLE / file.name).unlink()
