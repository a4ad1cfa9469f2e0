"""Imported sources whose passages are not to be linked until somebody asks for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from core.errors import KnowledgeBaseCorruptError

FILE_NAME = "unlinked_sources.json"
"""Below the knowledge base folder, beside the versions."""
IDS = TypeAdapter(tuple[str, ...])


def unlinked_sources(folder: Path) -> tuple[str, ...]:
    """Their ids. Raises KnowledgeBaseCorruptError if they cannot be read."""
    file = folder / FILE_NAME
    try:
        return IDS.validate_json(file.read_bytes()) if file.is_file() else ()
    except (OSError, ValidationError) as error:
        raise KnowledgeBaseCorruptError(folder=str(folder), detail=f"{FILE_NAME}: {error}"[:300]) from error


def save_unlinked_sources(folder: Path, ids: Sequence[str]) -> None:
    """Write them, whole or not at all."""
    if tuple(ids) == unlinked_sources(folder):
        return
    partial = folder / f"{FILE_NAME}.{os.getpid()}"
    partial.write_bytes(IDS.dump_json(tuple(ids)))
    partial.replace(folder / FILE_NAME)
